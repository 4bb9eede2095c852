import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/forms/form-foot.tsx'
import { FieldError } from '../ui/forms/wrong.tsx'
import type { SettingItem } from './basics.tsx'
import { SettingNewOwner } from './new-owner.tsx'
import { SettingPassword } from './password.tsx'
import { settingWords } from './screen.words.ts'

export type LifecycleAction = 'attorn' | 'archive' | 'delete'

interface LifecycleProps {
  act: LifecycleAction
  item: SettingItem
  mine: boolean
  onDone: (text: string) => void
  onClose: () => void
}

const WRONG_PASSWORD = 10208
const UNKNOWN_USER = 10209
type Problem = { at: 'username' | 'password' | 'call'; text: string }

/** Says once more what will happen and asks for the acting user's own password; what is wrong is said here. */
export function SettingLifeDialog({ act, item, mine, onDone, onClose }: LifecycleProps) {
  const t = useWords(settingWords)
  const queries = useQueryClient()
  const form = useRef<HTMLDivElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [unbind, setUnbind] = useState(false)
  const { data: bound = [] } = useQuery({ ...read(api.teamItem.getList, { item_id: item.item_id }), enabled: act === 'attorn' })
  const [wrong, setWrong] = useState<Problem | null>(null)
  const { item_id, item_name } = item

  const say = (problem: Problem) => {
    setWrong(problem)
    if (problem.at !== 'call') setTimeout(() => form.current?.querySelector<HTMLInputElement>(`[name=${problem.at}]`)?.select())
  }
  const run = useMutation({
    mutationFn: () =>
      act === 'attorn'
        ? api.item.attorn({ item_id, username: username.trim(), password, ...(unbind && { unbind: '1' }) }).then((row) => row.username)
        : api.item[act]({ item_id, password }).then(() => ''),
    onSuccess: (owner) => {
      /* Asked again when next shown; here the item may no longer be readable. */
      void queries.invalidateQueries({ refetchType: 'none' })
      onDone(act === 'attorn' ? t.attornDone(item_name, owner) : t[`${act}Done`](item_name))
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : 0
      say({ at: code === WRONG_PASSWORD ? 'password' : code === UNKNOWN_USER ? 'username' : 'call', text: error.message })
    },
  })
  const busy = run.isPending || run.isSuccess
  const submit = () => {
    if (busy) return
    const name = username.trim()
    if (act === 'attorn' && !name) say({ at: 'username', text: t.newOwnerMissing })
    else if (act === 'attorn' && name.toLowerCase() === item.username.toLowerCase())
      say({ at: 'username', text: t.ownerAlready(item.username) })
    else if (!password) say({ at: 'password', text: t.passwordMissing })
    else {
      setWrong(null)
      run.mutate()
    }
  }
  const textOf = (at: Problem['at']) => (wrong?.at === at ? wrong.text : '')
  // Those of the new owner are no way back for anybody else.
  const teams = bound.filter((team) => team.username.toLowerCase() !== username.trim().toLowerCase())
  const attornText = mine ? t.attornText(item_name) : t.attornTextOther(item_name, item.username)
  return (
    <Dialog
      title={t[`${act}Title`](item_name)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormFoot action={busy ? t.working : t[`${act}Do`]} disabled={busy} danger={act === 'delete'} onClose={onClose} />}
    >
      <p>{act === 'attorn' ? attornText : t[`${act}Confirm`]}</p>
      <div ref={form}>
        {act === 'attorn' && <SettingNewOwner item={item} value={username} wrong={textOf('username')} onChange={setUsername} />}
        {teams.length > 0 && (
          <>
            <p>{t.teamsKeep(teams.map((team) => t.teamOf(team.team_name, team.username)))}</p>
            <label className="check">
              <input type="checkbox" checked={unbind} disabled={busy} onChange={(event) => setUnbind(event.target.checked)} />
              {t.unbind}
            </label>
          </>
        )}
        <SettingPassword value={password} wrong={textOf('password')} onChange={setPassword} />
      </div>
      <FieldError>{textOf('call')}</FieldError>
    </Dialog>
  )
}
