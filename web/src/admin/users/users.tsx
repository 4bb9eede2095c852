import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read, write } from '../../lib/api.ts'
import { siteTime } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from '../admin.words.ts'
import { FindField, ListPart, type User, useListParams } from '../list.tsx'
import { UserDialog } from './dialog.tsx'
import { usersWords } from './users.words.ts'

function UserRow({ user, onDo }: { user: User; onDo: (kind: UserAction | 'edit') => void }) {
  const t = useWords(usersWords)
  const ui = useWords(adminWords)
  const language = useLanguage()
  const name = user.name || user.username
  const seen = user.last_login_time ? siteTime(user.last_login_time, language) : t.never
  const day = siteTime(user.reg_time, language).replace(/,? \d\d:\d\d$/, '')
  return (
    <tr className={user.is_disabled === '1' ? 'off' : undefined}>
      <th scope="row">
        <span className="adm-who">
          <span className={`ava c${(Number(user.uid) % 6) + 1}`} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="cut">{name}</span>
        </span>
      </th>
      <td className="muted cut" title={user.username}>
        {user.username}
      </td>
      <td className="tags">
        {user.groupid === '1' ? <span className="tag ok">{t.admin}</span> : <span className="hide-s">{t.user}</span>}{' '}
        {user.is_disabled === '1' && <span className="tag bad">{t.disabled}</span>}
      </td>
      <td className={`email muted cut${user.email ? '' : ' none'}`} title={user.email}>
        {user.email || t.notBound}
        {user.email && user.email_verify !== '1' && <span className="adm-small"> · {t.unverified}</span>}
      </td>
      <td className="reg muted">
        <span className="hide-s">{day}</span>
        <span className="only-s">{t.since(day)}</span>
      </td>
      <td className="muted">
        <span className="hide-s">{seen}</span>
        <span className="only-s">{t.seen(seen)}</span>
      </td>
      <td className="acts">
        <button type="button" className="btn quiet s" aria-label={t.editOf(name)} onClick={() => onDo('edit')}>
          {ui.edit}
        </button>
        <More user={user} name={name} onDo={onDo} />
      </td>
    </tr>
  )
}

function More({ user, name, onDo }: { user: User; name: string; onDo: (kind: UserAction) => void }) {
  const t = useWords(usersWords)
  const ui = useWords(adminWords)
  const account = useAccount()
  const isMe = account?.uid === user.uid
  const isAdmin = user.groupid === '1'
  const sessions = Number(user.sessions)
  return (
    <Menu
      label={ui.more(name)}
      button={(opener) => (
        <IconButton name={ui.more(name)} {...opener}>
          <MoreHorizontal className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuItem onSelect={() => onDo(isAdmin ? 'demote' : 'promote')}>{isAdmin ? t.demote : t.promote}</MenuItem>
      <MenuItem disabled={sessions === 0} onSelect={() => onDo('endSessions')}>
        {t.endSessions(sessions)}
      </MenuItem>
      {!isMe && (
        <MenuItem onSelect={() => onDo(user.is_disabled === '1' ? 'enable' : 'disable')}>
          {user.is_disabled === '1' ? t.enable : t.disable}
        </MenuItem>
      )}
      {/* The server also refuses to delete an administrator. */}
      {!isAdmin && (
        <>
          <MenuRule />
          <MenuItem bad onSelect={() => onDo('delete')}>
            {t.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

type UserAction = 'promote' | 'demote' | 'disable' | 'enable' | 'endSessions' | 'delete'

interface Question {
  title: string
  action: string
  text: string
  danger: boolean
  run: () => Promise<void>
}

/** The confirmation and the implementation of each action on this user. */
function useUserActions(user: User): Record<UserAction, Question> {
  const t = useWords(usersWords)
  const account = useAccount()
  const update = useMutation(write(api.adminUser.update))
  const end = useMutation(write(api.adminUser.endSessions))
  const remove = useMutation(write(api.adminUser.deleteUser, 'team', 'user'))
  const { uid } = user
  const name = user.name || user.username
  const change = (fields: { groupid?: string; is_disabled?: string }, done: string) => async () => {
    await update.mutateAsync({ uid, ...fields })
    toast(done)
  }
  const endText = `${t.endText(Number(user.sessions))}${account?.uid === uid ? ` ${t.endOwn}` : ''}`
  const endAll = async () => {
    toast(t.ended(await end.mutateAsync({ uid })))
  }
  const removeIt = async () => {
    await remove.mutateAsync({ uid })
    toast(t.deleted(name))
  }
  const promote = { title: t.promoteTitle(name), action: t.promoteDo, text: t.promoteText }
  const demote = { title: t.demoteTitle(name), action: t.demoteDo, text: t.demoteText }
  const disable = { title: t.disableTitle(name), action: t.disableDo, text: t.disableText }
  const enable = { title: t.enableTitle(name), action: t.enableDo, text: t.enableText }
  return {
    promote: { ...promote, danger: false, run: change({ groupid: '1' }, t.promoted(name)) },
    demote: { ...demote, danger: true, run: change({ groupid: '2' }, t.demoted(name)) },
    disable: { ...disable, danger: true, run: change({ is_disabled: '1' }, t.disabledDone(name)) },
    enable: { ...enable, danger: false, run: change({ is_disabled: '0' }, t.enabledDone(name)) },
    endSessions: { title: t.endTitle(name), action: t.endDo, text: endText, danger: true, run: endAll },
    delete: { title: t.deleteTitle(name), action: t.deleteDo, text: t.deleteText, danger: true, run: removeIt },
  }
}

/** Explains an action and performs it when confirmed. */
function UserActionDialog({ user, kind, onClose }: { user: User; kind: UserAction; onClose: () => void }) {
  const t = useWords(usersWords)
  const { title, action, text, danger, run } = useUserActions(user)[kind]
  const items = kind === 'delete' ? Number(user.items) : 0
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

/** All accounts with their roles and the actions on them. */
export function UserList() {
  const t = useWords(usersWords)
  const place = useListParams(['username', 'role'])
  const { filter, page, size } = place
  const [open, setOpen] = useState<{ user: User | null; kind: UserAction | 'edit' }>()
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
        <button type="button" className="btn primary" onClick={() => setOpen({ user: null, kind: 'edit' })}>
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
        {(users) => <UserTable users={users} onDo={(user, kind) => setOpen({ user, kind })} />}
      </ListPart>
      {open?.kind === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.user && open.kind !== 'edit' && <UserActionDialog user={open.user} kind={open.kind} onClose={close} />}
    </>
  )
}

function UserTable({ users, onDo }: { users: User[]; onDo: (user: User, kind: UserAction | 'edit') => void }) {
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
        <UserRow key={user.uid} user={user} onDo={(kind) => onDo(user, kind)} />
      ))}
    </Table>
  )
}
