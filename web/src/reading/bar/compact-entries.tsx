import { Home, Languages, LogIn } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { chooseLanguage } from '../../lib/preferences.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { ThemeItems, useOtherLanguage } from '../../ui/frame/preference-buttons.tsx'
import { MenuItem, MenuRule } from '../../ui/menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { readingWords } from '../reading.words.ts'

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
