import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import { readBoot, type Theme } from '../../lib/boot.ts'
import { chooseLanguage, chooseTheme } from '../../lib/preferences.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { uiWords } from '../ui.words.ts'

const themes = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
] as const satisfies [Theme, typeof Sun][]

/** The three themes as menu entries. */
export function ThemeItems() {
  const t = useWords(uiWords)
  const { theme } = readBoot()
  return themes.map(([one, Icon]) => (
    <MenuItem key={one} icon={<Icon className="i" aria-hidden="true" />} checked={theme === one} onSelect={() => chooseTheme(one)}>
      {t[one]}
    </MenuItem>
  ))
}

export function ThemeButton() {
  const t = useWords(uiWords)
  return (
    <Menu
      label={t.theme}
      button={(opener) => (
        <IconButton name={t.theme} {...opener}>
          <Sun className="i if-light" aria-hidden="true" />
          <Moon className="i if-dark" aria-hidden="true" />
        </IconButton>
      )}
    >
      <ThemeItems />
    </Menu>
  )
}

export const useOtherLanguage = () => (useLanguage() === 'zh' ? 'en' : 'zh')

export function LanguageButton() {
  const t = useWords(uiWords)
  const other = useOtherLanguage()
  return (
    <IconButton name={t.otherLanguage} lang={other} onClick={() => chooseLanguage(other)}>
      <Languages className="i" aria-hidden="true" />
    </IconButton>
  )
}
