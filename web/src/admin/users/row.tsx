import { MoreHorizontal } from 'lucide-react'
import { siteTime } from '../../lib/format/dates.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { adminWords } from '../admin.words.ts'
import type { User } from '../admin-rows.ts'
import type { UserAction } from './deeds.ts'
import { usersWords } from './users.words.ts'

export function UserRow({ user, onDo }: { user: User; onDo: (deed: UserAction | 'edit') => void }) {
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

function More({ user, name, onDo }: { user: User; name: string; onDo: (deed: UserAction) => void }) {
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
      {/* SPEC 5: administrators are not deleted from the list. */}
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
