import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, requestId } from '../lib/api.ts'
import { write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/forms/form-foot.tsx'
import { teamWords } from './team.words.ts'
import { Field } from './team-form.tsx'
import type { Team } from './team-rows.ts'

/** A new team, or another name for one. */
export function NameDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const t = useWords(teamWords)
  const [name, setName] = useState(team?.team_name ?? '')
  const [missing, setMissing] = useState(false)
  const request_id = useRef(requestId())
  const save = useMutation(write(api.team.save))
  const submit = () => {
    const team_name = name.trim()
    if (!team_name) return setMissing(true)
    if (!save.isPending)
      save.mutate(team ? { id: team.id, team_name } : { team_name, request_id: request_id.current }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={team ? t.renameTitle(team.team_name) : t.addTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormFoot action={team ? t.save : t.create} disabled={save.isPending} onClose={onClose} />}
    >
      <Field
        label={t.teamName}
        value={name}
        maxLength={100}
        wrong={missing ? t.nameMissing : save.error?.message}
        onChange={(event) => {
          setName(event.target.value)
          setMissing(false)
          request_id.current = requestId()
        }}
      />
    </Dialog>
  )
}
