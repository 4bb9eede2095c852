import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { FieldError } from '../ui/forms/wrong.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { settingWords } from './screen.words.ts'

interface PasswordProps {
  value: string
  wrong: string
  onChange: (value: string) => void
}

/** The login password of whoever acts. */
export function SettingPassword({ value, wrong, onChange }: PasswordProps) {
  const t = useWords(settingWords)
  const id = useId()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="field">
      <label htmlFor={id}>{t.password}</label>
      <div className={wrong ? 'input err' : 'input'}>
        <input
          id={id}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          aria-invalid={wrong !== ''}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton className="s" name={shown ? t.hide : t.show} onClick={() => setShown(!shown)}>
          <Icon className="i" aria-hidden="true" />
        </IconButton>
      </div>
      <FieldError id={`${id}-wrong`}>{wrong}</FieldError>
    </div>
  )
}
