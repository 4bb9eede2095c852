import { PASSWORD_MAX } from '@sheaf/contract/limits'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { Field } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { adminWords } from '../admin.words.ts'
import { usersWords } from './users.words.ts'

/* Signs that nobody takes for another one when it is read to them. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 16

/** A password of some 79 random bits, in groups of four. */
export function makePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH * 4))
  // Numbers beyond the last whole round would make some signs likelier than others.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % signs.length)).slice(0, PASSWORD_LENGTH)
  const text = fair.map((byte) => signs[byte % signs.length]).join('')
  return text.match(/.{1,4}/g)?.join('-') ?? ''
}

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
