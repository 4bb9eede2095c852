import type { Answer } from '@sheaf/contract/client'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { api, write } from '../lib/api.ts'
import { siteDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pager } from '../ui/pager.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { type MemberItem, type Option, RightsCells, TableSkeleton, UserCell } from './cells.tsx'
import { memberWords } from './member.words.ts'

type Member = Answer<'member', 'getList'>[number]

function MemberRow({ member, scopes, onRemove }: { member: Member; scopes: Option[] | undefined; onRemove: () => void }) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const { item_id, item_member_id, username, addtime } = member
  const update = useMutation(write(api.member.update))
  return (
    <tr>
      <td>
        <UserCell {...member} />
      </td>
      <RightsCells
        who={username}
        member_group_id={member.member_group_id}
        cat_id={member.cat_id}
        scopes={scopes}
        onChange={(change) => update.mutateAsync({ item_id, item_member_id, ...change })}
      />
      <td className="when muted">{siteDay(addtime, language)}</td>
      <td className="end">
        <IconButton className="s" name={t.remove(username)} aria-haspopup="dialog" onClick={onRemove}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}

interface Props {
  item: MemberItem
  scopes: Option[] | undefined
  members: UseQueryResult<Member[]>
  users: Answer<'user', 'allUser'> | undefined
}

/** Longer lists get a search field. */
const SEARCH_MIN_MEMBERS = 8
const MEMBERS_PER_PAGE = 50

const fits = (text: string) => (user: { username: string; name: string }) =>
  `${user.username} ${user.name}`.toLowerCase().includes(text.trim().toLowerCase())

export function MemberTable({ item, scopes, members, users }: Props) {
  const t = useWords(memberWords)
  const [find, setFind] = useState('')
  const [page, setPage] = useState(1)
  const [removing, setRemoving] = useState<Member | null>(null)
  const remove = useMutation(write(api.member.delete))
  if (members.isPending) return <TableSkeleton />
  if (members.isError && !members.data)
    return <ErrorNote title={t.listFailed} error={members.error} onRetry={() => void members.refetch()} />

  const list = members.data
  const owner = { uid: item.uid, username: item.username, name: users?.find((user) => user.uid === item.uid)?.name ?? '' }
  const found = find ? list.filter(fits(find)) : list
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / MEMBERS_PER_PAGE)))
  return (
    <>
      <div className="member-head">
        <h2>{t.count(list.length)}</h2>
        {list.length >= SEARCH_MIN_MEMBERS && (
          <label className="search">
            <Search className="i" aria-hidden="true" />
            <input
              type="search"
              aria-label={t.find}
              placeholder={t.find}
              value={find}
              onChange={(event) => {
                setFind(event.target.value)
                setPage(1)
              }}
            />
          </label>
        )}
      </div>
      <Table
        name={t.title}
        look="member-table"
        columns={[[t.person, 'wide'], [t.permission, 'rights'], scopes !== undefined && t.scope, [t.since, 'when']]}
        actions={t.acts}
      >
        {at === 1 && fits(find)(owner) && (
          <tr>
            <td>
              <UserCell {...owner} />
            </td>
            <td className="muted">{t.owner}</td>
            {scopes && <td className="muted">{t.allCatalogs}</td>}
            <td className="when" />
            <td className="end" />
          </tr>
        )}
        {found.slice((at - 1) * MEMBERS_PER_PAGE, at * MEMBERS_PER_PAGE).map((member) => (
          <MemberRow key={member.item_member_id} member={member} scopes={scopes} onRemove={() => setRemoving(member)} />
        ))}
      </Table>
      {found.length > MEMBERS_PER_PAGE && <Pager page={at} size={MEMBERS_PER_PAGE} total={found.length} onPage={setPage} />}
      {find && !found.length && !fits(find)(owner) && <p className="member-none muted">{t.noMatch}</p>}
      {removing && (
        <ConfirmDialog
          title={t.removeTitle(removing.username, item.item_name)}
          action={t.removeDo}
          danger
          onConfirm={async () => {
            await remove.mutateAsync({ item_id: item.item_id, item_member_id: removing.item_member_id })
            toast(t.removed(removing.username))
          }}
          onClose={() => setRemoving(null)}
        >
          {t.removeText(removing.username)}
        </ConfirmDialog>
      )}
    </>
  )
}
