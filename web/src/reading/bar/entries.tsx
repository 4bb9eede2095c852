import { Home, Languages, LogIn, SquarePen } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { chooseLanguage } from '../../lib/preferences.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import type { Info } from '../../tree/item-tree.ts'
import { ThemeItems, useOtherLanguage } from '../../ui/frame/top-bar.tsx'
import { MenuItem, MenuRule } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { readingWords } from '../reading.words.ts'

/** API clients write such an item (SPEC 1); here it is read. */
export const isClientMade = ({ item_type }: Pick<Info, 'item_type'>) => item_type === '3'

/** The pencil in its place, grey, and why. It answers a press, for a finger sees no tips. */
export function ClientMadeEdit() {
  const t = useWords(readingWords)
  return (
    <button
      type="button"
      className="btn s"
      aria-disabled="true"
      aria-label={`${t.editPage}. ${t.clientMade}`}
      data-tip={t.clientMade}
      onClick={() => toast(t.clientMade, 'info')}
    >
      <SquarePen className="i" aria-hidden="true" />
      <span>{t.edit}</span>
    </button>
  )
}

/** The same where the bar has no room for it. */
export function ClientMadeEntry() {
  const t = useWords(readingWords)
  return (
    <MenuItem icon={<SquarePen className="i" aria-hidden="true" />} onSelect={() => toast(t.clientMade, 'info')}>
      {t.readOnly}
    </MenuItem>
  )
}

/** The way home stands first in the menu of the compact bar. */
export function HomeEntry() {
  const t = useWords(readingWords)
  const account = useAccount()
  return (
    <>
      <MenuItem icon={<Home className="i" aria-hidden="true" />} to={account ? paths.items() : paths.home()}>
        {account ? t.toItems : t.toHome}
      </MenuItem>
      <MenuRule />
    </>
  )
}

/** What the compact bar of an item leaves out stands in its menu: the login, language and theme. */
export function CompactEntries() {
  const t = useWords(readingWords)
  const ui = useWords(uiWords)
  const account = useAccount()
  const other = useOtherLanguage()
  const { pathname, search } = useLocation()
  return (
    <>
      <MenuRule />
      {!account && (
        <MenuItem icon={<LogIn className="i" aria-hidden="true" />} to={paths.login(pathname + search)}>
          {t.logIn}
        </MenuItem>
      )}
      <MenuItem icon={<Languages className="i" aria-hidden="true" />} onSelect={() => chooseLanguage(other)}>
        <span lang={other}>{ui.otherLanguage}</span>
      </MenuItem>
      <MenuRule />
      <ThemeItems />
    </>
  )
}
