import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Table } from '../../ui/table.tsx'
import { adminWords } from '../admin.words.ts'
import { useListParams } from '../admin-place.ts'
import type { User } from '../admin-rows.ts'
import { FindField } from '../fields/find-field.tsx'
import { ListPart } from '../list-part.tsx'
import { type UserAction, useUserActions } from './deeds.ts'
import { UserDialog } from './dialog.tsx'
import { UserRow } from './row.tsx'
import { usersWords } from './users.words.ts'

/** Says what will happen to whom, and does it when that is confirmed. */
function UserActionDialog({ user, deed, onClose }: { user: User; deed: UserAction; onClose: () => void }) {
  const t = useWords(usersWords)
  const { title, action, text, danger, run } = useUserActions(user)[deed]
  const items = deed === 'delete' ? Number(user.items) : 0
  return (
    <ConfirmDialog title={title} action={action} danger={danger} disabled={items > 0} onConfirm={run} onClose={onClose}>
      <p>{text}</p>
      {items > 0 && (
        <p className="line-note">
          <span>
            {t.deleteItems(items)} <Link to={paths.admin('items', { username: user.username })}>{t.seeItems}</Link>
          </span>
        </p>
      )}
    </ConfirmDialog>
  )
}

/** All accounts: who they are, what they may, and what can be done with them. */
export function UserList() {
  const t = useWords(usersWords)
  const place = useListParams(['username', 'role'])
  const { filter, page, size } = place
  const [open, setOpen] = useState<{ user: User | null; deed: UserAction | 'edit' }>()
  const list = useQuery({
    ...read(api.adminUser.getList, { ...filter, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    select: ({ users, total }) => ({ rows: users, total }),
  })
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="adm-head">
        <h1>{t.title}</h1>
        <button type="button" className="btn primary" onClick={() => setOpen({ user: null, deed: 'edit' })}>
          <Plus className="i" aria-hidden="true" />
          {t.add}
        </button>
      </div>
      <div className="adm-filter">
        <FindField label={t.find} value={filter.username} onFind={(username) => place.find({ username })} />
        <Select className="adm-choice" aria-label={t.roles} value={filter.role} onChange={(role) => place.find({ role })}>
          <option value="">{t.allRoles}</option>
          <option value="1">{t.admins}</option>
          <option value="2">{t.ordinary}</option>
          <option value="disabled">{t.disabledOnes}</option>
        </Select>
      </div>
      <ListPart query={list} place={place} none={null}>
        {(users) => <UserTable users={users} onDo={(user, deed) => setOpen({ user, deed })} />}
      </ListPart>
      {open?.deed === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.user && open.deed !== 'edit' && <UserActionDialog user={open.user} deed={open.deed} onClose={close} />}
    </>
  )
}

function UserTable({ users, onDo }: { users: User[]; onDo: (user: User, deed: UserAction | 'edit') => void }) {
  const t = useWords(usersWords)
  const ui = useWords(adminWords)
  return (
    <Table
      name={t.title}
      look="adm-table users"
      columns={[t.name, t.username, t.role, [t.email, 'email'], [t.registered, 'reg'], t.lastLogin]}
      actions={ui.actions}
    >
      {users.map((user) => (
        <UserRow key={user.uid} user={user} onDo={(deed) => onDo(user, deed)} />
      ))}
    </Table>
  )
}
