import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { siteTime } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { MenuItem, MenuRule } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/person.tsx'
import { useSend } from '../../ui/send.ts'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { adminWords } from '../admin.words.ts'
import { FindField, ListPart, type User, useListParams } from '../list.tsx'
import { UserDialog } from './dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { usersWords } from './users.words.ts'

function More({ user, name, onDo }: { user: User; name: string; onDo: (kind: UserAction | 'signIn') => void }) {
  const t = useWords(usersWords)
  const account = useAccount()
  const { mail } = useBoot()
  const link = useSend(api.adminUser.sendLink, { done: t.linkSent(user.email) })
  const isMe = account?.uid === user.uid
  const isAdmin = user.groupid === '1'
  const isNew = !user.last_login_time
  const canSendLink = mail && !isMe && user.email && user.is_disabled !== '1' && (isNew || user.email_verify !== '1')
  const sessions = Number(user.sessions)
  return (
    <RowMenu name={name}>
      <MenuItem onSelect={() => onDo(isAdmin ? 'demote' : 'promote')}>{isAdmin ? t.demote : t.promote}</MenuItem>
      <MenuItem onSelect={() => onDo('signIn')}>{t.signIn}</MenuItem>
      {canSendLink && (
        <MenuItem disabled={link.busy} onSelect={() => void link.send({ uid: user.uid })}>
          {isNew ? t.inviteAgain : t.confirmAgain}
        </MenuItem>
      )}
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
    </RowMenu>
  )
}

type UserAction = 'promote' | 'demote' | 'disable' | 'enable' | 'endSessions' | 'delete'

interface Question {
  title: string
  action: string
  text: string
  danger: boolean
  /** `isTicked`: the choice below the text, which only a deletion has. */
  run: (isTicked: boolean) => Promise<unknown>
}

/** The confirmation and the implementation of each action on this user. */
function useUserActions(user: User): Record<UserAction, Question> {
  const t = useWords(usersWords)
  const account = useAccount()
  const { uid } = user
  const name = user.name || user.username
  const promotion = useSend(api.adminUser.update, {
    done: (_answer, { groupid }) => (groupid === '1' ? t.promoted(name) : t.demoted(name)),
  })
  const access = useSend(api.adminUser.update, {
    done: (_answer, { is_disabled }) => (is_disabled === '1' ? t.disabledDone(name) : t.enabledDone(name)),
  })
  const end = useSend(api.adminUser.endSessions, { done: t.ended })
  const remove = useSend(api.adminUser.deleteUser, { done: t.deleted(name) })
  const endText = `${t.endText(Number(user.sessions))}${account?.uid === uid ? ` ${t.endOwn}` : ''}`
  const promote = { title: t.promoteTitle(name), action: t.promoteDo, text: t.promoteText }
  const demote = { title: t.demoteTitle(name), action: t.demoteDo, text: t.demoteText }
  const disable = { title: t.disableTitle(name), action: t.disableDo, text: t.disableText }
  const enable = { title: t.enableTitle(name), action: t.enableDo, text: t.enableText }
  return {
    promote: { ...promote, danger: false, run: () => promotion.send({ uid, groupid: '1' }) },
    demote: { ...demote, danger: true, run: () => promotion.send({ uid, groupid: '2' }) },
    disable: { ...disable, danger: true, run: () => access.send({ uid, is_disabled: '1' }) },
    enable: { ...enable, danger: false, run: () => access.send({ uid, is_disabled: '0' }) },
    endSessions: { title: t.endTitle(name), action: t.endDo, text: endText, danger: true, run: () => end.send({ uid }) },
    delete: {
      title: t.deleteTitle(name),
      action: t.deleteDo,
      text: t.deleteText,
      danger: true,
      run: (isTicked) => remove.send({ uid, hide_name: isTicked ? '1' : '0' }),
    },
  }
}

/** Explains an action and performs it when confirmed. */
function UserActionDialog({ user, kind, onClose }: { user: User; kind: UserAction; onClose: () => void }) {
  const t = useWords(usersWords)
  const { title, action, text, danger, run } = useUserActions(user)[kind]
  const items = kind === 'delete' ? Number(user.items) : 0
  const [isTicked, setTicked] = useState(false)
  return (
    <ConfirmDialog title={title} action={action} danger={danger} disabled={items > 0} onConfirm={() => run(isTicked)} onClose={onClose}>
      <p>{text}</p>
      {kind === 'delete' && items === 0 && (
        <label className="check">
          <input type="checkbox" checked={isTicked} onChange={(event) => setTicked(event.target.checked)} />
          {t.hideName}
        </label>
      )}
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
  const [open, setOpen] = useState<{ user: User | null; kind: UserAction | 'edit' | 'signIn' }>()
  const list = useQuery({
    ...read(api.adminUser.getList, { ...filter, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    select: ({ users, total }) => ({ rows: users, total }),
  })
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title={t.title}
        about={t.about}
        action={
          <button type="button" className="btn primary" onClick={() => setOpen({ user: null, kind: 'edit' })}>
            <Plus className="i" aria-hidden="true" />
            {t.add}
          </button>
        }
      />
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
      {open?.user && open.kind === 'signIn' && <PersonDialog user={open.user} onClose={close} />}
      {open?.user && open.kind !== 'edit' && open.kind !== 'signIn' && (
        <UserActionDialog user={open.user} kind={open.kind} onClose={close} />
      )}
    </>
  )
}

function UserTable({ users, onDo }: { users: User[]; onDo: (user: User, kind: UserAction | 'edit' | 'signIn') => void }) {
  const t = useWords(usersWords)
  const ui = useWords(adminWords)
  const language = useLanguage()
  const dayOf = (user: User) => siteTime(user.reg_time, language).replace(/,? \d\d:\d\d$/, '')
  const seen = (user: User) => (user.last_login_time ? siteTime(user.last_login_time, language) : t.never)
  const columns: Column<User>[] = [
    { head: t.name, cell: (user) => <UserName {...user} />, isName: true },
    { head: t.username, cell: ({ username }) => username, width: '15%', look: 'muted cut', title: ({ username }) => username },
    { head: t.role, cell: (user) => <UserTags user={user} />, width: 128, look: 'tags' },
    {
      head: t.email,
      cell: (user) => <UserEmail user={user} />,
      width: '20%',
      from: 1200,
      look: ({ email }) => `email muted cut${email ? '' : ' none'}`,
      title: ({ email }) => email,
    },
    { head: t.registered, cell: dayOf, phone: (user) => t.since(dayOf(user)), width: 110, from: 1200, look: 'muted' },
    { head: t.lastLogin, cell: seen, phone: (user) => t.seen(seen(user)), width: 154, look: 'muted' },
  ]
  const actions = (user: User) => (
    <>
      <button type="button" className="btn quiet small" aria-label={t.editOf(nameOf(user))} onClick={() => onDo(user, 'edit')}>
        {ui.edit}
      </button>
      <More user={user} name={nameOf(user)} onDo={(kind) => onDo(user, kind)} />
    </>
  )
  return (
    <Table
      name={t.title}
      look="adm-table users"
      columns={columns}
      rows={users}
      keyOf={({ uid }) => uid}
      rowLook={(user) => (user.is_disabled === '1' ? 'off' : undefined)}
      actions={{ head: ui.actions, cell: actions, width: 96 }}
    />
  )
}

const nameOf = (user: User) => user.name || user.username

const UserName = (user: User) => (
  <span className="row-name">
    <Avatar {...user} />
    <span className="cut">{nameOf(user)}</span>
  </span>
)

function UserTags({ user }: { user: User }) {
  const t = useWords(usersWords)
  return (
    <>
      {user.groupid === '1' ? <span className="tag ok">{t.admin}</span> : <span className="hide-s">{t.user}</span>}{' '}
      {user.is_disabled === '1' && <span className="tag bad">{t.disabled}</span>}
    </>
  )
}

function UserEmail({ user: { email, email_verify } }: { user: User }) {
  const t = useWords(usersWords)
  return (
    <>
      {email || t.notBound}
      {email && email_verify !== '1' && <span className="adm-small"> · {t.unverified}</span>}
    </>
  )
}
