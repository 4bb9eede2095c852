import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { uiWords } from '../ui.words.ts'
import { Input } from './field.tsx'

interface Props extends Omit<ComponentProps<typeof Input>, 'type' | 'end'> {
  /** The value is a placeholder for a secret that the server keeps: there is nothing to show. */
  isSealed?: boolean
}

/** A password with a button to look at it. */
export function PasswordInput({ isSealed = false, ...input }: Props) {
  const t = useWords(uiWords)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      {...input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        !isSealed && (
          <IconButton className="s" name={shown ? t.hidePassword : t.showPassword} onClick={() => setShown(!shown)}>
            <Icon className="i" aria-hidden="true" />
          </IconButton>
        )
      }
    />
  )
}
