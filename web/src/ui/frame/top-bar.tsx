import { codes, factsOf } from '@sheaf/contract/languages'
import { Languages, Monitor, Moon, Search, Sun } from 'lucide-react'
import { readBoot, type Theme } from '../../lib/boot.ts'
import { useControlKey } from '../../lib/control-key.ts'
import { chooseLanguage, chooseTheme } from '../../lib/preferences.ts'
import { openPalette } from '../../lib/search-state.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { uiWords } from '../ui.words.ts'

/** The logo, 册 as a drawing: two leaves and a cord through them. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4.1 20.8V5a1 1 0 0 1 1-1h3.9a1 1 0 0 1 1 1v15.8M14 20.8V5a1 1 0 0 1 1-1h3.9a1 1 0 0 1 1 1v15.8M1.3 11.2h21.4" />
    </svg>
  )
}

/** A button that opens the search: a field with text and shortcut on wide screens, an icon on narrow ones. */
export function SearchButton({ words }: { words?: string }) {
  const t = useWords(uiWords)
  const keys = `${useControlKey()}K`
  return (
    <>
      <button type="button" className="search wide-only" aria-haspopup="dialog" onClick={openPalette}>
        <Search className="i" aria-hidden="true" />
        <span className="grow cut">{words ?? t.search}</span>
        <span className="kbd">{keys}</span>
      </button>
      <IconButton className="narrow-search" name={t.search} keys={keys} aria-haspopup="dialog" onClick={openPalette}>
        <Search className="i" aria-hidden="true" />
      </IconButton>
    </>
  )
}

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

/** The languages that the user can change to. */
const useOtherLanguages = () => codes.filter((code) => code !== useLanguage())

export function LanguageItems() {
  return useOtherLanguages().map((code) => (
    <MenuItem key={code} icon={<Languages className="i" aria-hidden="true" />} onSelect={() => chooseLanguage(code)}>
      <span lang={code}>{factsOf(code).name}</span>
    </MenuItem>
  ))
}

export function LanguageButton() {
  const t = useWords(uiWords)
  const [other, ...more] = useOtherLanguages()
  const icon = <Languages className="i" aria-hidden="true" />
  if (!other) return null
  if (more.length > 0) {
    return (
      <Menu
        label={t.language}
        button={(opener) => (
          <IconButton name={t.language} {...opener}>
            {icon}
          </IconButton>
        )}
      >
        <LanguageItems />
      </Menu>
    )
  }
  return (
    <IconButton name={factsOf(other).name} lang={other} onClick={() => chooseLanguage(other)}>
      {icon}
    </IconButton>
  )
}
