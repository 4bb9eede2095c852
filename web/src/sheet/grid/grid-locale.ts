import { locale } from '@fortune-sheet/core'
import { fonts } from '../book/styles.ts'
import { componentWords, currenciesIn, linkTypesIn, unitsIn } from './grid.words.ts'

type Parts = Record<string, object>

/** The component keeps its texts in its own objects; this overwrites them once. */
for (const lang of ['en', 'zh'] as const) {
  const own = locale({ lang } as Parameters<typeof locale>[0]) as unknown as Parts & { fontarray: string[] }
  for (const [part, texts] of Object.entries(componentWords[lang])) own[part] = Object.assign(own[part] ?? {}, texts)
  // Its first font is the default of every cell; all of them form its menu.
  own.fontarray.splice(0, 99, ...fonts)
  ;(own['currencyDetail'] as object[]).splice(0, 999, ...currenciesIn(lang))
  ;(own['linkTypeList'] as object[]).splice(0, 99, ...linkTypesIn(lang))
  ;(own['numberFmtList'] as object[]).splice(0, 99, ...unitsIn(lang))
}
