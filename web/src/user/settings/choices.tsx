import { useSyncExternalStore } from 'react'
import type { Theme } from '../../lib/boot.ts'
import { chooseLanguage, chooseTheme } from '../../lib/preferences.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { uiWords } from '../../ui/ui.words.ts'
import { SettingRow } from './row.tsx'
import { settingWords } from './setting.words.ts'

const languages = [
  ['en', 'English'],
  ['zh', '中文'],
] as const
const themes = ['light', 'dark', 'system'] as const satisfies Theme[]

/** The bar has the same choice: both show what the document has. */
function followTheme(tell: () => void) {
  const watch = new MutationObserver(tell)
  watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => watch.disconnect()
}
const chosenTheme = () => document.documentElement.dataset['theme'] ?? 'system'

/** Language and theme of this reader. */
export function SettingChoices() {
  const t = useWords(settingWords)
  const ui = useWords(uiWords)
  const language = useLanguage()
  const theme = useSyncExternalStore(followTheme, chosenTheme, () => 'system')
  const languageChoice = (
    <fieldset className="seg" aria-label={t.language}>
      {languages.map(([one, name]) => (
        <button key={one} type="button" lang={one} aria-pressed={language === one} onClick={() => language !== one && chooseLanguage(one)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
  const themeChoice = (
    <fieldset className="seg" aria-label={t.theme}>
      {themes.map((one) => (
        <button key={one} type="button" aria-pressed={theme === one} onClick={() => chooseTheme(one)}>
          {ui[one]}
        </button>
      ))}
    </fieldset>
  )
  return (
    <>
      <SettingRow title={t.language} end={languageChoice}>
        <p>{t.languageText}</p>
      </SettingRow>
      <SettingRow title={t.theme} end={themeChoice}>
        <p>{t.themeText}</p>
      </SettingRow>
    </>
  )
}
