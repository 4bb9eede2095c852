import { factsOf } from '@sheaf/contract/languages'
import { Bell, FolderOpen, LogOut, Settings, ShieldCheck } from 'lucide-react'
import { type Account, useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useLogout } from '../../session/session.ts'
import { Menu, MenuHead, MenuItem, MenuRule } from '../menu.tsx'
import { Avatar } from '../person.tsx'
import { uiWords } from '../ui.words.ts'
import { useUnread } from './notice-bell.tsx'

const nameOf = ({ name, username }: Account) => name || username

/** Menu of the account: settings, notices, item groups, sign-out, and the operator's links in Chinese. */
export function UserItems({ account }: { account: Account }) {
  const t = useWords(uiWords)
  const { links } = useBoot()
  const { operatorLinks } = factsOf(useLanguage())
  const logout = useLogout()
  const unread = useUnread()
  const shown = operatorLinks ? (['feedback', 'client', 'runapi'] as const).filter((name) => links[name]) : []
  return (
    <>
      <MenuHead>{account.name ? `${account.name} (${account.username})` : account.username}</MenuHead>
      <MenuItem icon={<Settings className="i" aria-hidden="true" />} to={paths.setting()}>
        {t.settings}
      </MenuItem>
      <MenuItem
        icon={<Bell className="i" aria-hidden="true" />}
        to={paths.notices()}
        end={unread && <span className="tag ok">{t.unread}</span>}
      >
        {t.notices}
      </MenuItem>
      <MenuItem icon={<FolderOpen className="i" aria-hidden="true" />} to={paths.itemGroups()}>
        {t.groups}
      </MenuItem>
      {account.groupid === '1' && (
        <MenuItem icon={<ShieldCheck className="i" aria-hidden="true" />} to={paths.admin()}>
          {t.administration}
        </MenuItem>
      )}
      {shown.length > 0 && <MenuRule />}
      {shown.map((name) => (
        <MenuItem key={name} href={links[name]} newTab>
          {t[name]}
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem icon={<LogOut className="i" aria-hidden="true" />} onSelect={() => void logout()}>
        {t.signOut}
      </MenuItem>
    </>
  )
}

export function UserMenu({ account }: { account: Account }) {
  const t = useWords(uiWords)
  return (
    <span className="wide">
      <Menu
        label={t.account(nameOf(account))}
        button={(opener) => (
          <button type="button" className="user" aria-label={t.account(nameOf(account))} data-tip={nameOf(account)} {...opener}>
            <Avatar {...account} />
          </button>
        )}
      >
        <UserItems account={account} />
      </Menu>
    </span>
  )
}
