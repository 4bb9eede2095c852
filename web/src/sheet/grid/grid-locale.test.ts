import { locale } from '@fortune-sheet/core'
import { expect, it } from 'vitest'
import './grid-locale.ts'

/* What a menu, a question or a refusal of the grid says. */
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

it('speaks Chinese as the rest of the product does', () => {
  const all = locale({ lang: 'zh' } as Parameters<typeof locale>[0]) as unknown as Record<string, Record<string, unknown>>
  const texts = parts.flatMap((part) => Object.values(all[part] ?? {})).filter((text) => typeof text === 'string')
  expect(texts.length).toBeGreaterThan(150)
  // No blank within a word, no punctuation of half width, and 筛选 for what a filter does.
  expect(texts.filter((text) => /\p{Script=Han} \p{Script=Han}|\p{Script=Han}[,:;!?]|过滤/u.test(text))).toEqual([])
})
