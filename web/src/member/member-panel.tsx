import './member.css'
import type { Answer } from '@sheaf/contract/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { AskRequests } from '../ask/requests.tsx'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Combobox, ManyCombobox } from '../ui/forms/combobox.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { Select } from '../ui/forms/select.tsx'
import { Unsaved } from '../ui/frame/leave-question.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { personText } from '../ui/person.tsx'
import { useSend } from '../ui/send.ts'
import { type MemberItem, type Option, useScopes } from './cells.tsx'
import { memberWords } from './member.words.ts'
import { MemberTable } from './table.tsx'
import { MemberTeams } from './teams.tsx'

interface Props {
  item: MemberItem
  scopes: Option[] | undefined
  members: Answer<'member', 'getList'> | undefined
  users: UseQueryResult<Answer<'user', 'allUser'>>
}

/** The server accepts at most this many in one call. */
const ADD_MAX = 200

/** Adds several members with the same permission and scope. */
function MemberAdd({ item, scopes, members, users }: Props) {
  const t = useWords(memberWords)
  const id = useId()
  const [usernames, setUsernames] = useState<string[]>([])
  const [authority, setAuthority] = useState('1')
  const [cat_id, setScope] = useState('0')
  const { uid, item_id } = item
  const offered = useMemo(() => {
    const present = new Set([uid, ...(members ?? []).map((member) => member.uid)])
    return (users.data ?? [])
      .filter((user) => !present.has(user.uid))
      .map(({ username, name }) => ({ value: username, label: personText(username, name) }))
  }, [users.data, members, uid])
  const save = useSend(api.member.save, { done: t.added(usernames.length), onDone: () => setUsernames([]) })
  const add = () => {
    if (usernames.length) void save.send({ item_id, username: usernames.join(','), member_group_id: authority, cat_id })
  }
  const problem = save.error?.message ?? (users.isError ? `${t.usersFailed}: ${users.error.message}` : '')
  return (
    <form
      className="member-add"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <label className="label" htmlFor={id}>
        {t.addPeople}
      </label>
      <div className={scopes ? 'member-add-row' : 'member-add-row no-scope'}>
        <ManyCombobox
          id={id}
          values={usernames}
          options={offered}
          waiting={users.isPending}
          max={ADD_MAX}
          placeholder={t.people}
          empty={t.noUsersFound}
          aria-invalid={problem !== ''}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(next) => {
            save.reset()
            setUsernames(next)
          }}
        />
        <Select aria-label={t.permission} value={authority} onChange={setAuthority}>
          <option value="1">{t.edit}</option>
          <option value="0">{t.readOnly}</option>
        </Select>
        {scopes && <Combobox aria-label={t.scope} value={cat_id} placeholder={t.scope} options={scopes} onChange={setScope} />}
        <button type="submit" className="btn primary" disabled={!usernames.length || save.busy}>
          {save.busy ? t.adding : t.add(usernames.length)}
        </button>
      </div>
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
      <Unsaved when={usernames.length > 0 && !save.busy} isLostByTab />
    </form>
  )
}

/** The members of the item, and below them its teams. */
export function MemberPanel({ item }: { item: MemberItem }) {
  const t = useWords(memberWords)
  const scopes = useScopes(item)
  const members = useQuery(read(api.member.getList, { item_id: item.item_id }))
  const users = useQuery(read(api.user.allUser, { username: '' }))
  return (
    <section className="members">
      <PageHead title={t.title} about={scopes ? t.sub : t.subPlain} />
      <AskRequests item_id={item.item_id} scopes={scopes} />
      <MemberAdd item={item} scopes={scopes} members={members.data} users={users} />
      <MemberTable item={item} scopes={scopes} members={members} users={users.data} />
      <MemberTeams item={item} scopes={scopes} />
    </section>
  )
}
