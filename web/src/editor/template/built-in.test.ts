import { render } from '@sheaf/markdown'
import { expect, it } from 'vitest'
import { textWidth } from '../table/text.ts'
import { type BuiltIn, builtIn } from './built-in.ts'

const all = (['en', 'zh'] as const).flatMap((language) =>
  (Object.keys(builtIn[language]) as BuiltIn[]).map((kind) => [language, kind, builtIn[language][kind]] as const),
)

it.each(all)('the %s template %s has even table columns in the source and renders without leftovers', async (language, kind, text) => {
  const { html, headings } = await render(text, { base: '', language })
  expect(headings.length).toBeGreaterThan(1)
  expect(html).toContain(kind === 'errors' ? '<table' : 'class="fields"')
  expect(html).not.toMatch(/''|&lt;br|\|/)
  for (const table of text.match(/(?:^\|.*\n?)+/gm) ?? []) {
    const bars = table
      .trim()
      .split('\n')
      .map((line) => textWidth(line.slice(0, line.lastIndexOf('|', line.length - 2))))
    expect(new Set(bars).size, table).toBe(1)
  }
})
