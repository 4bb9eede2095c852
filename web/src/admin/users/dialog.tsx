import { PASSWORD_MIN, USERNAME } from '@sheaf/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { FieldError } from '../../ui/forms/wrong.tsx'
import { toast } from '../../ui/toast.ts'
import { adminWords } from '../admin.words.ts'
import type { User } from '../admin-rows.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { usersWords } from './users.words.ts'

/** A new account, or another name and password for one. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const t = useWords(usersWords)
  const ui = useWords(adminWords)
  const account = useAccount()
  const [username, setUsername] = useState(user?.username ?? '')
  const [name, setName] = useState(user?.name ?? '')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<'username' | 'password'>()
  const add = useMutation(write(api.adminUser.addUser, 'user'))
  const update = useMutation(write(api.adminUser.update, 'user'))
  const busy = add.isPending || update.isPending
  const isMe = user !== null && account?.uid === user.uid

  async function save() {
    // The name first: it may also become empty, which addUser cannot.
    if (user && name.trim() !== user.name) await update.mutateAsync({ uid: user.uid, name: name.trim() })
    if (!user || password)
      await add.mutateAsync({ uid: user?.uid ?? '', username: username.trim(), password, name: user ? '' : name.trim() })
    toast(user ? t.saved(name.trim() || user.username) : t.added(username.trim()))
    onClose()
  }
  const submit = () => {
    if (busy) return
    if (!user && !USERNAME.test(username.trim())) return setWrong('username')
    if ((!user || password) && password.length < PASSWORD_MIN) return setWrong('password')
    setWrong(undefined)
    // What the server says no to is said in the dialog.
    save().catch(() => {})
  }
  return (
    <Dialog
      title={user ? t.editTitle(user.name || user.username) : t.addTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormFoot action={user ? ui.save : t.addDo} disabled={busy} onClose={onClose} />}
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
        <NewPasswordField
          isNew={!user}
          value={password}
          wrong={wrong === 'password' ? t.passwordMissing : undefined}
          onChange={setPassword}
        />
      )}
      <FieldError>{(add.error ?? update.error)?.message}</FieldError>
    </Dialog>
  )
}
