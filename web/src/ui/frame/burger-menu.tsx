import { Languages, Menu as Lines } from 'lucide-react'
import type { Account } from '../../lib/boot.ts'
import { chooseLanguage } from '../../lib/preferences.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../menu.tsx'
import { uiWords } from '../ui.words.ts'
import { ThemeItems, useOtherLanguage } from './preference-buttons.tsx'
import { places } from './screen-nav.tsx'
import { UserItems } from './user-menu.tsx'

/** The whole bar as one menu, on phones. */
export function BurgerMenu({ account }: { account: Account | null }) {
  const t = useWords(uiWords)
  const other = useOtherLanguage()
  return (
    <Menu
      label={t.menu}
      button={(opener) => (
        <IconButton className="burger" name={t.menu} {...opener}>
          <Lines className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      {account &&
        places.map(([name, path]) => (
          <MenuItem key={name} to={path}>
            {t[name]}
          </MenuItem>
        ))}
      {account && <MenuRule />}
      {account && <UserItems account={account} />}
      {account && <MenuRule />}
      <MenuHead>{t.theme}</MenuHead>
      <ThemeItems />
      <MenuRule />
      <MenuItem icon={<Languages className="i" aria-hidden="true" />} onSelect={() => chooseLanguage(other)}>
        <span lang={other}>{t.otherLanguage}</span>
      </MenuItem>
    </Menu>
  )
}
