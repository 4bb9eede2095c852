import { locale } from '@fortune-sheet/core'
import { expect, it } from 'vitest'
import { localizeGrid } from './grid-locale.ts'

/* The texts of menus, dialogs and messages of the grid. */
const parts = [
  'filter',
  'rightclick',
  'sort',
  'comment',
  'findAndReplace',
  'sheetconfig',
  'insertLink',
  'drag',
  'dataVerification',
  'freezen',
  'merge',
]

it('uses the same Chinese terms and punctuation as the product', () => {
  localizeGrid('zh')
  const all = locale({ lang: 'zh' } as Parameters<typeof locale>[0]) as unknown as Record<string, Record<string, unknown>>
  const texts = parts.flatMap((part) => Object.values(all[part] ?? {})).filter((text) => typeof text === 'string')
  expect(texts.length).toBeGreaterThan(150)
  // No space between Chinese characters, no half-width punctuation, and 筛选 for filters.
  expect(texts.filter((text) => /\p{Script=Han} \p{Script=Han}|\p{Script=Han}[,:;!?]|过滤/u.test(text))).toEqual([])
})
