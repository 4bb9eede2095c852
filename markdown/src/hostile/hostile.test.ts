import { afterAll, describe, expect, it } from 'vitest'
import { render } from '../index.ts'
import { htmlLimitFor } from '../page-bounds.ts'
import { hostilePages, longPages } from './pages.ts'
import { pageRunner } from './run.ts'

const LENGTH = 10_000
/** These exceed a limit only at twice the length. `npm run bench -- hostile-pages` renders all pages at this length. */
const LONGER = [
  'pictures in pictures',
  'one long definition referred to often',
  'boxes in boxes that close',
  'elements that are not allowed, closed',
  'fonts',
]
/** The time limit only stops the test: on an idle machine no page takes a hundredth of it. */
const hostile = pageRunner({ megabytes: 64, milliseconds: 240_000 })
const long = pageRunner({ megabytes: 512, milliseconds: 240_000 })
afterAll(async () => {
  await hostile.stop()
  await long.stop()
})

describe('a hostile page is rendered within the limits', () => {
  it.each(Object.keys(hostilePages))('%s', async (name) => {
    const length = LONGER.includes(name) ? 2 * LENGTH : LENGTH
    const took = await hostile.run({ name, length })
    if (took === 'ended') expect.fail('it took more time or memory than it may')
    expect(took.characters).toBeLessThanOrEqual(htmlLimitFor(length))
    expect(took.depth).toBeLessThanOrEqual(200)
    expect(took.nodes).toBeLessThanOrEqual(length * 10)
  })
})

describe('a long realistic page is rendered completely', () => {
  it.each(Object.keys(longPages))('%s', async (name) => {
    expect(await long.run({ name, length: 200_000 })).toMatchObject({ plain: false })
  })
})

describe('a page that exceeds the limits', () => {
  const hard = `${'> '.repeat(200)}**deep** <b>\n`
  it('is shown as its complete source text', async () => {
    const { html, headings, needs, plain } = await render(`# Title\n\n${hard}`)
    expect({ headings, needs, plain }).toEqual({ headings: [], needs: [], plain: true })
    expect(html).toBe(`<pre class="as-written">\n# Title\n\n${hard.replaceAll('>', '&gt;').replaceAll('<', '&lt;').trimEnd()}</pre>\n`)
  })
  it('is split at line breaks when it is long', async () => {
    const text = hard + 'one line\n'.repeat(20_000)
    const { html } = await render(text)
    const boxes = [...html.matchAll(/<pre class="as-written">\n([\s\S]*?)<\/pre>/g)].map(([, box]) => box)
    expect(boxes.length).toBeGreaterThan(2)
    expect(boxes.join('\n').replaceAll('&gt;', '>').replaceAll('&lt;', '<')).toBe(text.trimEnd())
  })
})

describe('a table with many columns and short rows', () => {
  const head = (columns: number) => `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n`
  const emptyCells = (html: string) => html.match(/<td[^>]*><\/td>/g)?.length ?? 0

  it.each(['a', 'name|type|description|a'])('gets a limited number of empty cells: header %s', async (first) => {
    const text = head(140).replace('a|', `${first}|`).replace('-|', first.replaceAll(/\w+/g, '-').concat('|')) + 'x\n'.repeat(9_000)
    const { html } = await render(text)
    expect(html.match(/<(?:td|div)[ >]/g)!.length).toBeLessThan(20_000)
    expect(html.match(/x/g)!.length).toBeGreaterThanOrEqual(9_000)
  })
  it('shares the limit with all other tables of the page', async () => {
    const text = `${head(140)}${'x\n'.repeat(50)}\n`.repeat(20)
    expect(emptyCells((await render(text)).html)).toBeLessThan(10_000 + text.length / 4)
  })
  it('is complete at a realistic size', async () => {
    const row = (n: number) => `|order ${n}|paid|`
    const text = head(30) + Array.from({ length: 300 }, (_, n) => `${row(n)}\n`).join('')
    const { html } = await render(`${text}\nafter it`)
    expect(html.match(/<tr>/g)).toHaveLength(301)
    expect(html.match(/<td>/g)).toHaveLength(300 * 30)
    expect(html).toContain('<p>after it</p>')
  })
})

describe('the contents of a page', () => {
  it('are rendered once, at the first [TOC]', async () => {
    const { html } = await render('[TOC]\n\n# a\n\n[TOC]\n\n[toc]\n\n## b\n')
    expect(html.match(/<nav/g)).toHaveLength(1)
    expect(html.indexOf('<nav')).toBe(0)
  })
})

describe('formulas', () => {
  it('are shown as source after megabytes of formula HTML', async () => {
    const high = (n: number) => `$${`\\frac{${n}}{a} + `.repeat(100)}b$\n\n`
    const { html, plain } = await render(`${Array.from({ length: 80 }, (_, n) => high(n)).join('')}the end`)
    expect(plain).toBeUndefined()
    expect(html).toContain('the end')
    expect(html.match(/<code>\\frac/g)?.length).toBeGreaterThan(5)
    expect(html.length).toBeLessThan(4_000_000)
  })
  it('are shown as source when they are nested too deeply, without affecting the page', async () => {
    const deep = (levels: number) => `$${'\\sqrt{'.repeat(levels)}a${'}'.repeat(levels)}$`
    const { html, plain } = await render(`**before**\n\n${deep(10)}\n\n${deep(300)}`)
    expect(plain).toBeUndefined()
    expect(html).toContain('<strong>before</strong>')
    expect(html).toContain('katex')
    expect(html).toContain('<code>\\sqrt{')
  })
  it('with too many table cells are shown as source', async () => {
    const table = (cells: number) => `$\\begin{matrix}${'a&'.repeat(cells)}\\end{matrix}$`
    expect((await render(table(300))).html).toContain('katex')
    expect((await render(table(1500))).html).toContain('<code>\\begin{matrix}')
  })
})

describe('an HTTP response', () => {
  it('has its body highlighted as JSON', async () => {
    const { html } = await render('```http\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{"id": 7}\n```')
    expect(html).toContain('<span class="hljs-attr">')
    expect(html).toContain('<span class="hljs-number">7</span>')
  })
})
