import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { api, isError, isOwnPasswordError, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { SettingItem } from './basics.tsx'
import { settingWords } from './screen.words.ts'

interface NewOwnerProps {
  item: SettingItem
  value: string
  wrong: string
  onChange: (value: string) => void
}

/** A user name; the display name is shown below it, so that the item is not transferred to a similar user name by mistake. */
function SettingNewOwner({ item, value, wrong, onChange }: NewOwnerProps) {
  const t = useWords(settingWords)
  const id = useId()
  const users = useQuery(read(api.user.allUser, { username: '' }))
  const match = users.data?.find((user) => user.username === value.trim())
  const note = wrong || match?.name
  return (
    <div className="field">
      <label htmlFor={id}>{t.newOwner}</label>
      <input
        id={id}
        name="username"
        className={wrong ? 'input err' : 'input'}
        list={`${id}-users`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        aria-invalid={wrong !== ''}
        aria-describedby={note ? `${id}-below` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-users`}>
        {users.data
          ?.filter((user) => user.uid !== item.uid)
          .map((user) => (
            <option key={user.uid} value={user.username} label={user.name ? `${user.username} (${user.name})` : user.username} />
          ))}
      </datalist>
      {note && (
        <div className={wrong ? 'help err' : 'help'} id={`${id}-below`} role={wrong ? 'alert' : undefined}>
          {wrong && <CircleAlert className="i" aria-hidden="true" />}
          {note}
        </div>
      )}
    </div>
  )
}

interface PasswordProps {
  value: string
  wrong: string
  onChange: (value: string) => void
}

/** The login password of the acting user. */
function SettingPassword({ value, wrong, onChange }: PasswordProps) {
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

type LifecycleAction = 'attorn' | 'archive' | 'delete'

interface LifecycleProps {
  act: LifecycleAction
  item: SettingItem
  isOwner: boolean
  onDone: (text: string) => void
  onClose: () => void
}

type Problem = { at: 'username' | 'password' | 'call'; text: string }

function fieldOfError(error: unknown): Problem['at'] {
  if (isOwnPasswordError(error)) return 'password'
  return isError(error, 'userMissing', 'userUnknown') ? 'username' : 'call'
}

/** Repeats the consequences and requires the acting user's password; shows errors in the dialog. */
function SettingLifeDialog({ act, item, isOwner, onDone, onClose }: LifecycleProps) {
  const t = useWords(settingWords)
  const queries = useQueryClient()
  const form = useRef<HTMLDivElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [unbind, setUnbind] = useState(false)
  const { data: bound = [] } = useQuery({ ...read(api.teamItem.getList, { item_id: item.item_id }), enabled: act === 'attorn' })
  const [wrong, setWrong] = useState<Problem | null>(null)
  const { item_id, item_name } = item

  const showProblem = (problem: Problem) => {
    setWrong(problem)
    if (problem.at !== 'call') setTimeout(() => form.current?.querySelector<HTMLInputElement>(`[name=${problem.at}]`)?.select())
  }
  const run = useMutation({
    mutationFn: () =>
      act === 'attorn'
        ? api.item.attorn({ item_id, username: username.trim(), password, ...(unbind && { unbind: '1' }) }).then((row) => row.username)
        : api.item[act]({ item_id, password }).then(() => ''),
    onSuccess: (owner) => {
      /* Refetched when next shown: here the item may no longer be readable. */
      void queries.invalidateQueries({ refetchType: 'none' })
      onDone(act === 'attorn' ? t.attornDone(item_name, owner) : t[`${act}Done`](item_name))
    },
    onError: (error) => showProblem({ at: fieldOfError(error), text: error.message }),
  })
  const busy = run.isPending || run.isSuccess
  const submit = () => {
    if (busy) return
    const name = username.trim()
    if (act === 'attorn' && !name) showProblem({ at: 'username', text: t.newOwnerMissing })
    else if (act === 'attorn' && name.toLowerCase() === item.username.toLowerCase())
      showProblem({ at: 'username', text: t.ownerAlready(item.username) })
    else if (!password) showProblem({ at: 'password', text: t.passwordMissing })
    else {
      setWrong(null)
      run.mutate()
    }
  }
  const textOf = (at: Problem['at']) => (wrong?.at === at ? wrong.text : '')
  // Teams of the new owner are not listed: no other user can use them to regain access.
  const teams = bound.filter((team) => team.username.toLowerCase() !== username.trim().toLowerCase())
  const attornText = isOwner ? t.attornText(item_name) : t.attornTextOther(item_name, item.username)
  return (
    <Dialog
      title={t[`${act}Title`](item_name)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={busy ? t.working : t[`${act}Do`]} disabled={busy} danger={act === 'delete'} onClose={onClose} />}
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

interface Props {
  item: SettingItem
  /** Called with a message after the action; the user may have lost access to the item. */
  onDone: (text: string) => void
}

export function SettingAdvanced({ item, onDone }: Props) {
  const t = useWords(settingWords)
  const account = useAccount()
  const [openAction, setOpenAction] = useState<LifecycleAction | null>(null)
  const archived = item.is_archived === '1'
  const isOwner = account?.uid === item.uid
  const acts: [act: LifecycleAction, text: string, open: string][] = [
    ['attorn', isOwner ? t.attornText(item.item_name) : t.attornTextOther(item.item_name, item.username), t.attornOpen],
    ['archive', t.archiveText, t.archiveOpen],
    ['delete', t.deleteText, t.deleteOpen],
  ]
  return (
    <section>
      <h1>{t.advanced}</h1>
      <p className="setting-sub">{t.advancedSub}</p>
      {archived && <p className="line-note info setting-note">{t.archivedNote}</p>}
      <div className="setting-acts">
        {acts
          .filter(([act]) => act !== 'archive' || !archived)
          .map(([act, text, open]) => (
            <div key={act} className="setting-act">
              <div className="grow">
                <h2>{t[act]}</h2>
                <p>{text}</p>
              </div>
              <button
                type="button"
                className={act === 'delete' ? 'btn danger' : 'btn'}
                aria-haspopup="dialog"
                onClick={() => setOpenAction(act)}
              >
                {open}
              </button>
            </div>
          ))}
      </div>
      {openAction && (
        <SettingLifeDialog act={openAction} item={item} isOwner={isOwner} onDone={onDone} onClose={() => setOpenAction(null)} />
      )}
    </section>
  )
}
