import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { api, isError, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { OwnPasswordDialog } from '../ui/own-password-dialog.tsx'
import { personText } from '../ui/person.tsx'
import { useSend } from '../ui/send.ts'
import { Block } from '../ui/settings/block.tsx'
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
            <option key={user.uid} value={user.username} label={personText(user.username, user.name)} />
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

type LifecycleAction = 'attorn' | 'archive' | 'delete'

interface LifecycleProps {
  act: LifecycleAction
  item: SettingItem
  isOwner: boolean
  onDone: (text: string) => void
  onClose: () => void
}

/** Repeats the consequences and requires the acting user's password. */
function SettingLifeDialog({ act, item, isOwner, onDone, onClose }: LifecycleProps) {
  const t = useWords(settingWords)
  const queries = useQueryClient()
  const [username, setUsername] = useState('')
  const [unbind, setUnbind] = useState(false)
  const { data: bound = [] } = useQuery({ ...read(api.teamItem.getList, { item_id: item.item_id }), enabled: act === 'attorn' })
  const [wrongName, setWrongName] = useState('')
  const { item_id, item_name } = item

  const problemOfName = () => {
    const name = username.trim()
    if (act !== 'attorn') return ''
    if (!name) return t.newOwnerMissing
    return name.toLowerCase() === item.username.toLowerCase() ? t.ownerAlready(item.username) : ''
  }
  const check = () => {
    const problem = problemOfName()
    setWrongName(problem)
    return !problem
  }
  const showAtName = (error: Error) => {
    const isOfName = isError(error, 'userMissing', 'userUnknown')
    if (isOfName) setWrongName(error.message)
    return isOfName
  }
  const call = (password: string) =>
    act === 'attorn'
      ? api.item.attorn({ item_id, username: username.trim(), password, ...(unbind && { unbind: '1' }) }).then((row) => row.username)
      : api.item[act]({ item_id, password }).then(() => '')
  const calling = useSend(call)
  const send = async (password: string) => {
    const owner = await calling.send(password)
    /* Refetched when next shown: here the item may no longer be readable. */
    void queries.invalidateQueries({ refetchType: 'none' })
    onDone(act === 'attorn' ? t.attornDone(item_name, owner) : t[`${act}Done`](item_name))
  }
  // Teams of the new owner are not listed: no other user can use them to regain access.
  const teams = bound.filter((team) => team.username.toLowerCase() !== username.trim().toLowerCase())
  const attornText = isOwner ? t.attornText(item_name) : t.attornTextOther(item_name, item.username)
  return (
    <OwnPasswordDialog
      title={t[`${act}Title`](item_name)}
      action={t[`${act}Do`]}
      working={t.working}
      danger={act === 'delete'}
      label={t.password}
      missing={t.passwordMissing}
      reveal={{ show: t.show, hide: t.hide }}
      check={check}
      onSend={send}
      onRefused={showAtName}
      onClose={onClose}
    >
      <p>{act === 'attorn' ? attornText : t[`${act}Confirm`]}</p>
      {act === 'attorn' && <SettingNewOwner item={item} value={username} wrong={wrongName} onChange={setUsername} />}
      {teams.length > 0 && (
        <>
          <p>{t.teamsKeep(teams.map((team) => t.teamOf(team.team_name, team.username)))}</p>
          <label className="check">
            <input type="checkbox" checked={unbind} disabled={calling.busy} onChange={(event) => setUnbind(event.target.checked)} />
            {t.unbind}
          </label>
        </>
      )}
    </OwnPasswordDialog>
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
      <PageHead title={t.advanced} about={t.advancedSub} />
      {archived && <p className="line-note info setting-note">{t.archivedNote}</p>}
      <div className="settings">
        {acts
          .filter(([act]) => act !== 'archive' || !archived)
          .map(([act, text, open]) => (
            <Block key={act} title={t[act]}>
              <p className="setting-what">{text}</p>
              <button
                type="button"
                className={act === 'delete' ? 'btn danger' : 'btn'}
                aria-haspopup="dialog"
                onClick={() => setOpenAction(act)}
              >
                {open}
              </button>
            </Block>
          ))}
      </div>
      {openAction && (
        <SettingLifeDialog act={openAction} item={item} isOwner={isOwner} onDone={onDone} onClose={() => setOpenAction(null)} />
      )}
    </section>
  )
}
