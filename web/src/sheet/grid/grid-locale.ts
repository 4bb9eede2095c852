import { locale } from '@fortune-sheet/core'
import { factsOf, type Language } from '@sheaf/contract/languages'
import { fonts } from '../book/styles.ts'
import { componentWords, currencyWords, linkTypeWords, unitWords } from './grid.words.ts'

type Parts = Record<string, Record<string, unknown>>

/** Texts of the component that are left out in every language. */
const EMPTY = ['format.format', 'conditionformat.yesterday']
/** Signs that follow the amount. */
const SIGNS_AFTER = ['kr', 'zł', '₫', '₽']

const replaceIn = (list: unknown, entries: unknown[]) => (list as unknown[]).splice(0, 999, ...entries)

/**
 * Writes the texts of a language into the component, which keeps them in its own objects. Returns the language of the component to use;
 * it knows fewer than the product.
 */
export function localizeGrid(language: Language): 'en' | 'zh' {
  const lang = factsOf(language).han ? 'zh' : 'en'
  const own = locale({ lang } as Parameters<typeof locale>[0]) as unknown as Parts
  const texts = [...Object.entries(componentWords[language]), ...EMPTY.map((key) => [key, ''] as const)]
  for (const [key, text] of texts) {
    const [part = '', name = ''] = key.split('.')
    own[part] ??= {}
    own[part][name] = text
  }
  const { currency } = factsOf(language)
  const currencies = Object.entries(currencyWords[language]).sort(([one], [other]) => Number(other === currency) - Number(one === currency))
  // Its first font is the default of every cell; all of them form its menu.
  replaceIn(own['fontarray'], [...fonts])
  replaceIn(
    own['currencyDetail'],
    currencies.map(([value, name]) => ({ name, pos: SIGNS_AFTER.includes(value) ? 'after' : 'before', value })),
  )
  replaceIn(
    own['linkTypeList'],
    Object.entries(linkTypeWords[language]).map(([value, text]) => ({ text, value })),
  )
  replaceIn(
    own['numberFmtList'],
    Object.entries(unitWords[language]).map(([value, name]) => ({ name, pos: 'after', value })),
  )
  return lang
}
