import { beforeAll, describe, expect, it } from 'vitest'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { sheetHtml } from './sheet-html.ts'

const cells = (...texts: unknown[]) => ({
  cells: Object.fromEntries(texts.map((text, c) => [c, typeof text === 'object' ? text : { text }])),
})
const sheet = (name: string, rows: object, more: object = {}) => ({ name, rows, ...more })
const content = (...sheets: object[]) => JSON.stringify(sheets)

onEachDatabase('a spreadsheet item', (product) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  const save = (page_content: string) => alice.api.page.save({ page_id, page_title: 'Hosts', page_content })
  beforeAll(async () => {
    alice = await product.user('alice')
    ;({ item_id } = await alice.api.item.add({ item_type: '4', item_name: 'Hosts' }))
    page_id = (await alice.api.item.info({ item_id })).menu.pages[0]!.page_id
  })

  it('starts as an empty spreadsheet', async () => {
    expect(await alice.api.page.view({ page_id })).toMatchObject({ page_title: 'Hosts', headings: [], needs: ['sheet'] })
  })

  it('is rendered as tables, also for a single-page link', async () => {
    await save(
      content(
        sheet('Hosts', { 0: cells('name', 'port'), 1: cells('billing-db', '5432'), len: 500 }),
        sheet('Certs', { 0: cells('2027-01-01') }),
      ),
    )
    const { html, needs } = await alice.api.page.view({ page_id })
    expect(needs).toEqual(['sheet'])
    expect(html.match(/data-name="[^"]*"/g)).toEqual(['data-name="Hosts"', 'data-name="Certs"'])
    expect(html).toContain('<td>billing-db</td>')
    expect(html.match(/<tr/g)).toHaveLength(5)
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: '1' })) as { unique_key: string }
    expect(await alice.api.page.view({ unique_key })).toMatchObject({ html, needs, item_id: '0' })
  })

  it('is found by the words of its cells, not by its JSON', async () => {
    await save(
      content(
        sheet(
          'Hosts',
          { 0: cells('quarterly budget', '预算表'), 1: cells({ text: '=SUM(A1:A9)', sheaf: { v: 4711 } }) },
          { validations: [] },
        ),
      ),
    )
    const found = async (keyword: string) => (await alice.api.item.search({ item_id, keyword })).pages
    expect(await found('预算')).toMatchObject([{ page_id, search_content: expect.stringContaining('quarterly budget 预算表') }])
    expect(await found('4711')).toHaveLength(1)
    expect(await found('validations')).toEqual([])
  })

  it('R: renders JSON pages of other items as text', async () => {
    const { item_id: other } = await alice.api.item.add({ item_type: '1', item_name: 'Docs' })
    const page = await alice.api.page.save({ item_id: other, page_title: 'J', page_content: content(sheet('x', { 0: cells('y') })) })
    expect((await alice.api.page.view({ page_id: page.page_id })).html).not.toContain('<table')
  })
})

describe('the tables of a spreadsheet', () => {
  it('escape all content of the cells', () => {
    const nasty = '"><img src=x onerror=alert(1)><script>'
    const { html } = sheetHtml(
      content(
        sheet(
          nasty,
          { 0: cells({ text: nasty, style: 0, sheaf: { note: nasty } }, { text: 'a', style: 1 }, 'javascript:alert(1)') },
          {
            styles: [
              { color: 'red;background:url(//x)', bgcolor: '"><b>', border: { top: ['thin', nasty] } },
              { color: '#900b09', font: { size: 14, bold: true } },
            ],
            sheaf: { links: { '0_1': { linkType: 'webpage', linkAddress: 'javascript:alert(1)' } } },
          },
        ),
      ),
    )
    expect(html.replace(/&lt;/g, '')).not.toMatch(/<(img|script|b)\b|url\(|href/)
    expect(html).toContain('style="color:#900b09;font-weight:600;font-size:14pt"')
  })

  it('show merged cells, sizes, hidden rows, links and formats', () => {
    const { html } = sheetHtml(
      content(
        sheet(
          's',
          {
            0: { ...cells({ text: 'wide', merge: [1, 1] }, 'covered', { text: '1234.5', style: 0 }), height: 60 },
            1: cells('x', 'y', 'https://a.example/?q=1&r=2'),
            2: { ...cells('z'), hide: true },
          },
          {
            styles: [{ format: 'rmb', align: 'right' }],
            cols: { len: 5, 1: { width: 180 } },
          },
        ),
      ),
    )
    expect(html).toContain(
      '<tr style="height:60px"><th scope="row">1</th><td rowspan="2" colspan="2">wide</td><td style="text-align:right">￥1,234.50</td></tr>',
    )
    expect(html).toContain('href="https://a.example/?q=1&amp;r=2"')
    expect(html).toContain('style="min-width:180px">B')
    expect(html).not.toMatch(/covered|>z</)
  })

  it('have as many columns in each row, also where a hidden column or row is in a merged cell', () => {
    const rows = {
      0: cells({ text: 'wide', merge: [0, 2] }, 'a', 'b', 'end'),
      1: cells({ text: 'tall', merge: [2, 0] }, 'c', 'd', 'e'),
      2: { ...cells('f', 'g', 'h', 'i'), hide: true },
      3: cells('j', 'k', 'l', 'm'),
    }
    const { html } = sheetHtml(content(sheet('s', rows, { cols: { len: 4, 1: { hide: true } } })))
    expect(html).toContain('<th scope="row">1</th><td colspan="2">wide</td><td>end</td>')
    expect(html).toContain('<th scope="row">2</th><td rowspan="2">tall</td><td>d</td><td>e</td>')
    expect(html).toContain('<th scope="row">4</th><td>l</td><td>m</td>')
  })

  it('leave large spreadsheets and formulas without values to the grid', () => {
    const many = Object.fromEntries(
      Array.from({ length: 9000 }, (_, r) => [r, cells(...Array.from({ length: 10 }, (_c, c) => `${r} ${c}`))]),
    )
    const { html, needs } = sheetHtml(content(sheet('big', many)))
    expect(needs).toEqual(['sheet', 'grid'])
    expect(html.match(/<tr/g)).toHaveLength(201)
    expect(html.length).toBeLessThan(100_000)
    expect(sheetHtml(content(sheet('f', { 0: cells('=A2+1') }))).needs).toEqual(['sheet', 'grid'])
    expect(sheetHtml(content(sheet('f', { 0: cells({ text: '=A2+1', sheaf: { v: 0.1 + 0.2, m: '0.3' } }) }))).html).toContain(
      '<td>0.3</td>',
    )
    expect(sheetHtml('{"a":1}').needs).toContain('grid')
  })

  it('are made without an error for invalid data', () => {
    for (const rows of [
      null,
      [],
      { 0: null },
      { 0: { cells: { 0: null, 1: { merge: [1e9, 1e9], text: {} } } } },
      { 999999999: cells('x') },
    ])
      expect(() => sheetHtml(JSON.stringify([{ name: 'x', rows, styles: [null], cols: [] }]))).not.toThrow()
  })
})
