import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/forms/form-foot.tsx'
import { FieldError } from '../ui/forms/wrong.tsx'
import { toast } from '../ui/toast.ts'
import { teamWords } from './team.words.ts'
import { Field } from './team-form.tsx'
import type { Team } from './team-rows.ts'

/** The team and the items bound to it get another owner; whoever gives them away proves it with the own password. */
export function TransferDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useWords(teamWords)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const attorn = useMutation(write(api.team.attorn, 'item'))
  const submit = () => {
    setTried(true)
    const to = username.trim()
    if (!to || !password || attorn.isPending) return
    attorn.mutate(
      { team_id: team.id, username: to, password },
      {
        onSuccess: () => {
          toast(t.transferred(team.team_name, to))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={t.transferTitle(team.team_name)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormFoot action={t.transferDo} disabled={attorn.isPending} onClose={onClose} />}
    >
      <p>{t.transferText(Number(team.itemCount))}</p>
      <Field
        label={t.username}
        value={username}
        autoCapitalize="off"
        spellCheck={false}
        wrong={tried && !username.trim() ? t.usernameMissing : undefined}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Field
        label={t.password}
        type="password"
        autoComplete="current-password"
        value={password}
        wrong={tried && !password ? t.passwordMissing : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FieldError>{attorn.error?.message}</FieldError>
    </Dialog>
  )
}
