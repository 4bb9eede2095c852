import { PASSWORD_MAX } from '@sheaf/contract/limits'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { Field } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { adminWords } from '../admin.words.ts'
import { makePassword } from './make-password.ts'
import { usersWords } from './users.words.ts'

interface Props {
  isNew: boolean
  value: string
  wrong: string | undefined
  onChange: (value: string) => void
}

/** The password of somebody else: shown, made up and copied, for it has to be told. */
export function NewPasswordField({ isNew, value, wrong, onChange }: Props) {
  const t = useWords(usersWords)
  const ui = useWords(adminWords)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const make = () => {
    onChange(makePassword())
    setShown(true)
  }
  const copy = async () => ((await copyText(value)) ? toast(t.copied) : toast(t.notCopied, 'bad'))
  return (
    <>
      <Field
        label={isNew ? t.password : t.newPassword}
        name="new-password"
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        value={value}
        maxLength={PASSWORD_MAX}
        help={isNew ? t.passwordHelp : t.keepPassword}
        wrong={wrong}
        onChange={(event) => onChange(event.target.value)}
        end={
          <>
            {value && (
              <IconButton className="s" name={t.copy} onClick={() => void copy()}>
                <Copy className="i" aria-hidden="true" />
              </IconButton>
            )}
            <IconButton className="s" name={shown ? ui.hide : ui.show} onClick={() => setShown(!shown)}>
              <Icon className="i" aria-hidden="true" />
            </IconButton>
          </>
        }
      />
      <button type="button" className="btn s adm-make" onClick={make}>
        {t.make}
      </button>
    </>
  )
}
