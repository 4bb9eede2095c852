import type { Answer } from '@sheaf/contract/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { siteDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { useFoundRows } from '../ui/table/found-rows.tsx'
import { Table, TableWaiting } from '../ui/table/table.tsx'
import { type MemberItem, type Option, useRightsColumns } from './cells.tsx'
import { memberWords } from './member.words.ts'

type Member = Answer<'member', 'getList'>[number]

interface Props {
  item: MemberItem
  scopes: Option[] | undefined
  members: UseQueryResult<Member[]>
  users: Answer<'user', 'allUser'> | undefined
}

/** Longer lists get a search field. */
const SEARCH_MIN_MEMBERS = 8
const MEMBERS_PER_PAGE = 50

/** The owner is the first row, without a membership of its own. */
type Row = Pick<Member, 'item_member_id' | 'uid' | 'username' | 'name' | 'member_group_id' | 'cat_id' | 'addtime'>
const OWNER = '0'

export function MemberTable({ item, scopes, members, users }: Props) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const [removing, setRemoving] = useState<Row | null>(null)
  const { item_id } = item
  const list: Row[] = members.data ?? []
  const found = useFoundRows(list, ({ username, name }) => `${username} ${name}`, MEMBERS_PER_PAGE)
  const update = useSend(api.member.update, { queue: `members ${item_id}` })
  const remove = useSend(api.member.delete, { done: t.removed(removing?.username ?? '') })
  const isOwner = ({ item_member_id }: Row) => item_member_id === OWNER
  const rights = useRightsColumns<Row>({
    scopes,
    of: (row) => row,
    fixed: (row) => (isOwner(row) ? t.owner : undefined),
    onChange: ({ item_member_id }, change) => update.send({ item_id, item_member_id, ...change }),
  })
  if (members.isPending) return <TableWaiting />
  if (members.isError && !members.data)
    return <ErrorNote title={t.listFailed} error={members.error} onRetry={() => void members.refetch()} />

  const name = users?.find((user) => user.uid === item.uid)?.name ?? ''
  const owner = { item_member_id: OWNER, uid: item.uid, username: item.username, name, member_group_id: '', cat_id: '', addtime: '' }
  const isOwnerFound = found.fits(owner)
  const actions = (row: Row) =>
    !isOwner(row) && (
      <button
        type="button"
        className="btn quiet small"
        aria-label={t.remove(row.username)}
        aria-haspopup="dialog"
        onClick={() => setRemoving(row)}
      >
        {t.removeShort}
      </button>
    )
  return (
    <>
      <div className="member-head">
        <h2>{t.count(list.length)}</h2>
        {list.length >= SEARCH_MIN_MEMBERS && found.field(t.find)}
      </div>
      <Table
        name={t.title}
        look="member-table"
        columns={[
          ...rights,
          { head: t.since, cell: (row) => !isOwner(row) && siteDay(row.addtime, language), width: 108, look: 'when muted' },
        ]}
        rows={found.page === 1 && isOwnerFound ? [owner, ...found.rows] : found.rows}
        keyOf={({ item_member_id }) => item_member_id}
        actions={{ head: t.acts, cell: actions, width: 88 }}
      />
      {found.pager}
      {found.isNone && !isOwnerFound && <p className="rows-none">{t.noMatch}</p>}
      {removing && (
        <ConfirmDialog
          title={t.removeTitle(removing.username, item.item_name)}
          action={t.removeDo}
          danger
          onConfirm={() => remove.send({ item_id, item_member_id: removing.item_member_id })}
          onClose={() => setRemoving(null)}
        >
          {t.removeText(removing.username)}
        </ConfirmDialog>
      )}
    </>
  )
}
