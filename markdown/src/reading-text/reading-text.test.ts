import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hostilePages, longPages } from '../hostile/pages.ts'
import { render } from '../index.ts'
import { createOrder, getUser, loginStored } from '../test/api-pages.ts'
import { documentOf } from '../test/page-node.ts'
import { offsetInBlock, placeInElements, readingOf, readingOfElements } from './index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

async function agree(text: string, language = 'en') {
  const { html } = await render(text, { language })
  const found = readingOfElements(documentOf(html))
  const reading = readingOf(text, { language })
  const same = found.map(({ kind, headings, text, start }) => ({ kind, headings, text, start }))
  // Vitest takes a hundred times as long for its own comparison, which is needed only for its message.
  if (JSON.stringify(same) !== JSON.stringify(reading.blocks)) expect(same).toEqual(reading.blocks)
  for (const block of reading.blocks) expect(reading.text.slice(block.start, block.start + block.text.length)).toBe(block.text)
  return reading
}

describe('the reading text agrees with the rendered page (W42)', () => {
  const pages = ['testdata/vue-docs-zh', 'testdata/openapi-examples', 'docs/manual', 'docs/example'].flatMap(markdownIn)
  it.each(pages)('%s', async (name) => {
    expect((await agree(read(name))).blocks.length).toBeGreaterThan(0)
  })
  it.each([JSON.stringify(createOrder), JSON.stringify(getUser), loginStored])('a page of an API client (%#)', async (text) => {
    for (const language of ['en', 'zh']) expect((await agree(text, language)).blocks.length).toBeGreaterThan(5)
  })
  /** Its coloured code is too deep, so `render` shows the page as written. A comparison of both texts shows it. */
  const apart = ['code of quotes']
  it.each(Object.keys(hostilePages).filter((name) => !apart.includes(name)))('hostile: %s', async (name) => {
    await agree(hostilePages[name]!(1500))
  })
  it.each(Object.keys(longPages))('long: %s', async (name) => {
    expect((await agree(longPages[name]!(10_000))).text.length).toBeGreaterThan(2000)
  })
})

describe('the reading text', () => {
  const blocksOf = (text: string) => readingOf(text).blocks.map(({ kind, text }) => `${kind}: ${text}`)

  it('has one block for each thing that a reader sees', () => {
    const text = [
      '# Orders',
      'Send  **one**\nrequest, see [here](/x) and ![Screen](a.png) for more.[^1]',
      '- a\n- b\n  - c',
      '| A | B |\n|-|-|\n| 1 | `x` ![](b.png) |',
      '```js [a.js]\nlet a  = 1\n\nb()\n```',
      '```mermaid\ngraph TD; A-->B\n```',
      '::: tip Keep it\nHere\n:::',
      '::: details\nInside $x^2$\n:::',
      '```operation  orders   createOrder\n409: Taken\n```',
      '[^1]: A note',
    ].join('\n\n')
    expect(blocksOf(text)).toEqual([
      'heading: Orders',
      'paragraph: Send one request, see here and for more.',
      'picture: a.png',
      'item: a',
      'item: b',
      'item: c',
      'row: A\tB',
      'row: 1\tx',
      'picture: b.png',
      'code: let a  = 1\n\nb()',
      'diagram: graph TD; A-->B',
      'paragraph: Keep it',
      'paragraph: Here',
      'paragraph: Inside x^2',
      'view: operation orders createOrder',
      'item: A note',
    ])
  })

  it('reads a path in a heading as it is written', async () => {
    const { blocks } = await agree('## GET /v1/customers/{id} `a.example.com/orders`')
    expect(blocks.map(({ text }) => text)).toEqual(['GET /v1/customers/{id} a.example.com/orders'])
  })
  it('names the headings above each block', () => {
    const { blocks } = readingOf('# A\n\n## B\n\nx\n\n#### C\n\ny\n\n## D\n\nz')
    expect(blocks.map(({ text, headings }) => [text, headings.join('/')])).toEqual([
      ['A', ''],
      ['B', 'A'],
      ['x', 'A/B'],
      ['C', 'A/B'],
      ['y', 'A/B/C'],
      ['D', 'A'],
      ['z', 'A/D'],
    ])
  })

  it('is the same for composed and decomposed letters', () => {
    expect(readingOf('Cafe\u0301').text).toBe('Caf\u00e9')
  })

  it('is a view for every form in which a page shows a part', async () => {
    const text = 'a\n\n```schema orders Order\n```\n\nb'
    for (const options of [{}, { partCards: true }, { view: () => [{ kind: 'html' as const, html: '<h3>Order</h3><p>Fields</p>' }] }]) {
      const { html } = await render(text, options)
      expect(readingOfElements(documentOf(html)).map((block) => block.text)).toEqual(['a', 'schema orders Order', 'b'])
    }
  })

  it('leaves out the base path of the server', async () => {
    const { html } = await render('![](/a.png)', { base: '/docs/' })
    expect(readingOfElements(documentOf(html), { base: '/docs/' })[0]?.text).toBe('/a.png')
    expect(readingOf('![](/a.png)').text).toBe('/a.png')
  })
})

describe('an offset in a block', () => {
  it('has its place in the document, and back', async () => {
    const { html } = await render('One **two  three**\nfour `five`')
    const [block] = readingOfElements(documentOf(html))
    const at = block!.text.indexOf('three')
    expect(block!.text).toBe('One two three four five')
    const [from, to] = [placeInElements(block!, at, 'start')!, placeInElements(block!, at + 5, 'end')!]
    expect(from.node.nodeValue?.slice(from.offset)).toMatch(/^three/)
    expect(to.node.nodeValue?.slice(0, to.offset)).toMatch(/three$/)
    expect(offsetInBlock(block!, from.node, from.offset)).toBe(at)
    for (let offset = 0; offset < block!.text.length; offset++) {
      const place = placeInElements(block!, offset, 'start')!
      expect(offsetInBlock(block!, place.node, place.offset)).toBe(offset)
    }
    expect(offsetInBlock(block!, documentOf('x').childNodes[0]!, 0)).toBeUndefined()
  })
})
