import { expect, it } from 'vitest'
import { render } from '../../../markdown/src/index.ts'
import { nameFilter } from '../database/read.ts'
import { secretMasker } from '../run.ts'
import { escapeCell, escapeLine, escapeParagraph, fenced, table } from './markdown.ts'

const specialTexts = [
  'a|b',
  '*x* _y_ __z__',
  '`code`',
  '<b>bold</b> &amp; &lt;',
  '$5 and $6',
  '[a](b) ![c](d)',
  'a\\b',
  '~~gone~~',
  'snake_case_name',
  '# no',
  '1. no',
  '- no',
]

const textOf = async (markdown: string) => {
  const { html } = await render(markdown, { base: '', language: 'en' })
  const text = html.replaceAll(/<br\s*\/?>/g, '\n').replaceAll(/<[^>]*>/g, '')
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
}

it.each(specialTexts)('%j appears unchanged in a cell and as a paragraph', async (text) => {
  expect(await textOf(table(['A', 'B'], [[escapeCell(text), 'x']]))).toContain(`${text}`)
  expect(await textOf(escapeParagraph(text))).toBe(text)
  expect(await textOf(`x ${escapeLine(text)}`)).toBe(`x ${text}`)
})

it('turns all line endings into breaks and keeps the table intact', async () => {
  const cell = escapeCell('\none\r\ntwo\rthree\u2028four\n')
  expect(cell).toBe('one<br>two<br>three<br>four')
  const { html } = await render(table(['A', 'B'], [[cell, 'x']]), { base: '', language: 'en' })
  expect(html.match(/<tr/g)).toHaveLength(2)
})

it('uses a fence that the text cannot close', () => {
  expect(fenced('a\n````\nb\n', 'sql')).toBe('`````sql\na\n````\nb\n`````')
})

it('matches name patterns case-insensitively', () => {
  const isWanted = nameFilter(['order*', 'app.user?'], ['*_log'])
  expect(['orders', 'Order_log', 'app.users', 'users'].map((name) => isWanted(name))).toEqual([true, false, true, false])
  expect(nameFilter([], [])('anything')).toBe(true)
})

it('replaces secrets with stars in every form', () => {
  expect(secretMasker(['p%40ss', undefined, ''])('p%40ss p@ss ab')).toBe('*** *** ab')
})
