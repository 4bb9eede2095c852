import { PASSWORD_MAX, PASSWORD_MIN, USERNAME } from '@sheaf/contract/limits'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from '../admin.words.ts'
import type { User } from '../list.tsx'
import { usersWords } from './users.words.ts'

/* Characters that cannot be confused when they are read aloud. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 16

/** Returns a password with about 79 random bits, in groups of four characters. */
export function makePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH * 4))
  // Larger bytes would make some characters more likely than others.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % signs.length)).slice(0, PASSWORD_LENGTH)
  const text = fair.map((byte) => signs[byte % signs.length]).join('')
  return text.match(/.{1,4}/g)?.join('-') ?? ''
}

interface Props {
  isNew: boolean
  help: string
  value: string
  wrong: string | undefined
  onChange: (value: string) => void
}

/** The password of another user. It can be generated, shown and copied, because the administrator has to pass it on. */
function NewPasswordField({ isNew, help, value, wrong, onChange }: Props) {
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
        help={help}
        wrong={wrong}
        onChange={(event) => onChange(event.target.value)}
        end={
          <>
            {value && (
              <IconButton className="small" name={t.copy} onClick={() => void copy()}>
                <Copy className="i" aria-hidden="true" />
              </IconButton>
            )}
            <IconButton className="small" name={shown ? ui.hide : ui.show} onClick={() => setShown(!shown)}>
              <Icon className="i" aria-hidden="true" />
            </IconButton>
          </>
        }
      />
      <button type="button" className="btn small adm-make" onClick={make}>
        {t.make}
      </button>
    </>
  )
}

/** Creates an account, or changes the name, the e-mail address and the password of one. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const t = useWords(usersWords)
  const ui = useWords(adminWords)
  const account = useAccount()
  const { mail } = useBoot()
  const [username, setUsername] = useState(user?.username ?? '')
  const [name, setName] = useState(user?.name ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<'username' | 'password'>()
  const add = useSend(api.adminUser.addUser)
  const update = useSend(api.adminUser.update)
  /** The user chooses the password with a mailed link. */
  const isInvited = !user && mail && email.trim() !== '' && password === ''
  const saving = useSend(save, {
    done: user ? t.saved(name.trim() || user.username) : isInvited ? t.invited(email.trim()) : t.added(username.trim()),
    onDone: onClose,
  })
  const isMe = user !== null && account?.uid === user.uid

  async function save() {
    const changes = {
      ...(name.trim() !== user?.name && { name: name.trim() }),
      ...(email.trim() !== user?.email && { email: email.trim() }),
    }
    if (!user) await add.send({ uid: '', username: username.trim(), password, name: name.trim(), email: email.trim() })
    // These are saved first, through update: they can become empty, which addUser does not support.
    else if (Object.keys(changes).length > 0) await update.send({ uid: user.uid, ...changes })
    if (user && password) await add.send({ uid: user.uid, username: user.username, password, name: '' })
  }
  const submit = () => {
    if (!user && !USERNAME.test(username.trim())) return setWrong('username')
    if (!isInvited && (!user || password) && password.length < PASSWORD_MIN) return setWrong('password')
    setWrong(undefined)
    void saving.send(undefined)
  }
  return (
    <Dialog
      title={user ? t.editTitle(user.name || user.username) : t.addTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={user ? ui.save : t.addDo} disabled={saving.busy} onClose={onClose} />}
    >
      <Field
        label={t.username}
        name="username"
        value={username}
        readOnly={user !== null}
        maxLength={30}
        {...(user ? {} : { help: t.usernameHelp })}
        wrong={wrong === 'username' ? (username.trim() ? t.usernameHelp : t.usernameMissing) : undefined}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Field
        label={t.name}
        name="name"
        value={name}
        maxLength={100}
        help={t.nameHelp}
        data-autofocus={user ? '' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {isMe ? (
        <p className="help">{t.ownPassword}</p>
      ) : (
        <>
          <Field
            label={t.email}
            name="email"
            type="email"
            autoComplete="off"
            value={email}
            maxLength={254}
            help={!mail ? t.emailWithoutMail : user ? t.emailHelp : isInvited ? t.emailOptional : t.emailOfNew}
            onChange={(event) => {
              setEmail(event.target.value)
              setWrong(undefined)
            }}
          />
          <NewPasswordField
            help={user ? t.keepPassword : mail && email.trim() !== '' ? t.mailPassword : t.passwordHelp}
            isNew={!user}
            value={password}
            wrong={wrong === 'password' ? t.passwordMissing : undefined}
            onChange={setPassword}
          />
        </>
      )}
      <FieldError>{saving.error?.message}</FieldError>
    </Dialog>
  )
}
