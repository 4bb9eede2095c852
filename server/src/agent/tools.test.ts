import type { Client } from '@modelcontextprotocol/client'
import { estimateTokens } from '@sheaf/markdown/tokens'
import { beforeAll, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { aCatalog, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { call, connect, tokenOf } from './test/client.ts'

const DAY = 86_400

interface Page {
  text: string
  unchanged?: boolean
  metadata: { version: number; tokens: number; truncated: boolean; next_offset?: number; path: string; age_days: number; updated: string }
}

onEachDatabase('tools of agents', (product) => {
  let emma: TestUser
  let client: Client
  let item_id: string
  beforeAll(async () => {
    emma = await product.user('emma')
    item_id = await anItem(emma, { item_name: 'Order Service', item_domain: 'orders7' })
    client = await connect(product, await tokenOf(emma, { level: '3' }))
  })
  const read = async (args: Record<string, unknown>) => (await call(client, 'fetch', args)).data as never as Page
  const save = (args: Record<string, unknown>) => call(client, 'save_page', args)

  it('about names the person, the level, the items and the end', async () => {
    const limited = await connect(product, await tokenOf(emma, { level: '2', item_ids: [item_id] }))
    const { text } = await call(limited, 'about')
    for (const part of [`act as ${emma.username}`, '“Cursor”', 'Level 2', `Order Service (${item_id})`, 'ends 20'])
      expect(text).toContain(part)
    const zh = await connect(product, await tokenOf(emma), { headers: { 'accept-language': 'zh-CN' } })
    expect((await call(zh, 'about')).text).toContain('级别 1：只读')
    expect((await call(zh, 'fetch', { id: '7' })).text).toBe('页面“7”不存在，或您无权查看')
  })

  it('an item is found by number, domain, address and name, and several of one name are listed', async () => {
    for (const item of [item_id, Number(item_id), 'ORDERS7', 'https://docs.example.com/orders7', `/orders7/12`, 'order service'])
      expect([item, (await call(client, 'browse', { item })).text.split('\n')[0]]).toEqual([item, `Order Service (${item_id}) /orders7`])
    const twins = [await anItem(emma, { item_name: 'Twin' }), await anItem(emma, { item_name: 'Twin' })]
    expect(await call(client, 'browse', { item: 'twin' })).toMatchObject({ isError: true, text: expect.stringContaining(twins[1] ?? '') })
  })

  it('R24: save_page at the same time: one save of a version wins, and one page of a title and path is made', async () => {
    const page_id = await aPage(emma, item_id, { page_title: 'Contested', page_content: 'one' })
    const versions = [1, 2, 3, 4, 5]
    const saves = await Promise.all(versions.map((n) => save({ id: page_id, base_version: 1, content: `text ${n}` })))
    expect(saves.filter(({ isError }) => !isError)).toHaveLength(1)
    expect(saves.filter(({ isError, text }) => isError && text.includes('version'))).toHaveLength(4)
    expect(await emma.api.page.info({ page_id })).toMatchObject({ version: '2' })
    const made = await Promise.all(versions.map((n) => save({ item: item_id, title: 'Once only', content: `text ${n}` })))
    expect(made.filter(({ isError }) => !isError)).toHaveLength(1)
    const { menu } = await emma.api.item.info({ item_id })
    expect(menu.pages.filter(({ page_title }) => page_title === 'Once only')).toHaveLength(1)
  })

  it('browse lists catalogs and pages in order within the budget, and goes on with a cursor', async () => {
    const item = await anItem(emma, { item_name: 'Long' })
    const cat_id = await aCatalog(emma, item, 'Guides')
    const pages: string[] = []
    for (let n = 0; n < 30; n++)
      pages.push(await aPage(emma, item, { cat_id, page_title: `Page number ${n}`, page_content: 'word '.repeat(n + 1) }))
    const seen: string[] = []
    let cursor: string | undefined
    for (let calls = 0; calls < 20; calls++) {
      const { text } = await call(client, 'browse', { item, budget: 200, ...(cursor ? { cursor } : {}) })
      expect(estimateTokens(text)).toBeLessThanOrEqual(200 * 1.05 + 20)
      seen.push(...[...text.matchAll(/page (\d+) /g)].map(([, id]) => id ?? ''))
      cursor = /cursor (\w+)/.exec(text)?.[1]
      if (!cursor) break
    }
    expect(seen).toEqual(pages)
    expect((await call(client, 'browse', { item })).text).toMatch(
      /catalog \d+ Guides\n {2}page \d+ Page number 0 · \d{4}-\d\d-\d\d · \d+ tokens/,
    )
    expect((await call(client, 'browse', { cat_id })).text).toContain('\npage ')
    expect((await call(client, 'browse', { item, cursor: 'p1' })).text).toContain('cursor is no longer valid')
  })

  it('fetch reads a section, from an offset, within a budget, and says when nothing has changed', async () => {
    const blocks = Array.from({ length: 40 }, (_, n) => `Paragraph ${n} has some words.\n\n`)
    const page_content = `# One\n\n${blocks.join('')}## Sub part\n\nInside.\n\n# Two\n\n\`\`\`\n# no heading\n\`\`\`\n`
    const id = await aPage(emma, item_id, { page_title: 'Long', page_content })
    expect((await read({ id, section: 'Sub part' })).text).toBe('## Sub part\n\nInside.\n\n')
    expect((await read({ id, section: '# two' })).text).toBe('# Two\n\n```\n# no heading\n```\n')
    expect(await call(client, 'fetch', { id, section: 'Three' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('One | Sub part | Two'),
    })
    let text = ''
    let offset: number | undefined = 0
    for (let calls = 0; offset !== undefined && calls < 40; calls++) {
      const answer = await call(client, 'fetch', { id, offset, budget: 250 })
      const part = answer.data as never as Page
      expect(estimateTokens(answer.text)).toBeLessThanOrEqual(250 * 1.05)
      // A part ends behind a paragraph.
      expect(part.metadata.truncated ? part.text.endsWith('\n\n') : true).toBe(true)
      text += part.text
      offset = part.metadata.next_offset
    }
    expect(text).toBe(page_content)
    const { metadata } = await read({ id })
    expect(metadata).toMatchObject({ truncated: false, tokens: estimateTokens(page_content), version: 1 })
    expect(await read({ id, if_version: 1 })).toMatchObject({ unchanged: true, text: '' })
    expect((await read({ id, if_version: 2 })).text).toBe(page_content)
    await expect(client.callTool({ name: 'fetch', arguments: { id, offset: 1_000_000 } })).rejects.toMatchObject({ code: -32602 })
  })

  it('fetch says where a page is and how old it is', async () => {
    const cat_id = await aCatalog(emma, item_id, 'Below', await aCatalog(emma, item_id, 'Guides'))
    const id = await aPage(emma, item_id, { cat_id, page_title: 'Old' })
    const back = later(product, 3 * DAY + 60)
    const page = await read({ id }).finally(back)
    expect(page.metadata).toMatchObject({
      path: 'Guides / Below',
      age_days: 3,
      updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    for (const address of [
      `https://docs.example.com/orders7/${id}`,
      `/orders7/${id}.md`,
      `/page/${id}`,
      `/web/#/orders7/${id}`,
      `sheaf://page/${id}`,
    ])
      expect([address, (await call(client, 'fetch', { id: address })).data]).toEqual([
        address,
        expect.objectContaining({ id, title: 'Old' }),
      ])
  })

  it('search keeps to its limit, its budget and its time', async () => {
    const item = await anItem(emma, { item_name: 'Found' })
    for (let n = 0; n < 12; n++)
      await aPage(emma, item, { page_title: `Melon ${n}`, page_content: `About the melon ${'and more '.repeat(40)}` })
    const results = async (args: Record<string, unknown>) =>
      (await call(client, 'search', { query: 'melon', item, ...args })).data as never as { results: object[]; omitted?: number }
    expect((await results({})).results).toHaveLength(10)
    expect((await results({ limit: '3' })).results).toHaveLength(3)
    const small = await call(client, 'search', { query: 'melon', item, limit: 12, budget: 500 })
    expect(estimateTokens(small.text)).toBeLessThanOrEqual(500 * 1.05)
    const { results: kept, omitted } = small.data as never as { results: object[]; omitted: number }
    expect(kept.length + omitted).toBe(12)
    expect((await results({ changed_after: '2020-01-01' })).results).toHaveLength(10)
    expect((await results({ changed_after: '2100-01-01' })).results).toHaveLength(0)
    await expect(results({ changed_after: 'soon' })).rejects.toMatchObject({ code: -32602 })
  })

  it('save_page edits exactly what was read, and shows a newer version instead of overwriting it', async () => {
    const id = await aPage(emma, item_id, { page_title: 'Fields', page_content: 'a\nqty int\nb\nqty int\n' })
    const edit = (old_text: string, new_text: string) => ({ old_text, new_text })
    const twice = await save({ id, base_version: 1, edits: [edit('qty int', 'qty long')] })
    expect(twice).toMatchObject({ isError: true, text: expect.stringMatching(/occurs 2 times \(lines 2, 4\)/) })
    expect((await save({ id, base_version: 1, edits: [edit('none', 'x')] })).text).toContain('does not occur')
    expect((await save({ id, base_version: 1, edits: [edit('a\nqty', 'x'), edit('qty int\nb', 'y')] })).text).toContain('overlaps')
    const dry = await save({ id, base_version: 1, edits: [edit('b\nqty int', 'b\nqty long')], dry_run: true })
    expect(dry).toMatchObject({ isError: false, text: expect.stringMatching(/^Dry run[\s\S]*-qty int\n\+qty long/) })
    expect((await emma.api.page.info({ page_id: id })).version).toBe('1')
    await save({ id, base_version: 1, edits: [edit('b\nqty int', 'b\nqty long')], reason: 'v2' })
    expect(await emma.api.page.info({ page_id: id })).toMatchObject({
      version: '2',
      page_content: 'a\nqty int\nb\nqty long\n',
      page_comments: 'v2',
    })
    const late = await save({ id, base_version: 1, content: 'Mine' })
    expect(late).toMatchObject({ isError: true, text: expect.stringMatching(/It is at version 2[\s\S]*\+qty long/) })
    expect((await emma.api.page.info({ page_id: id })).version).toBe('2')
    expect((await save({ id, base_version: 2, title: 'All fields' })).text).toContain('version 3')
    expect(await emma.api.page.info({ page_id: id })).toMatchObject({ page_title: 'All fields', page_content: 'a\nqty int\nb\nqty long\n' })
    expect((await save({ id, base_version: 3, content: 'a\nqty int\nb\nqty long\n' })).text).toContain('Nothing was saved')
    for (const args of [
      { id, content: 'x' },
      { id, base_version: 3 },
      { id, base_version: 3, content: 'x', edits: [edit('a', 'b')] },
      { content: 'x' },
    ])
      await expect(client.callTool({ name: 'save_page', arguments: args })).rejects.toMatchObject({ code: -32602 })
  })

  it('save_page and propose_page find the catalog by its path, and name a page of the same title', async () => {
    const guides = await aCatalog(emma, item_id, 'How to')
    const made = await save({ item: 'orders7', path: 'how to', title: 'Install', content: '# Steps\n' })
    const id = /page (\d+) is now at version 1/.exec(made.text)?.[1] ?? ''
    expect(await emma.api.page.info({ page_id: id })).toMatchObject({ cat_id: guides, page_title: 'Install', page_content: '# Steps\n' })
    expect(await save({ item: 'orders7', path: 'How to', title: 'install', content: 'x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining(id),
    })
    expect(await save({ item: 'orders7', path: 'Nowhere', title: 'A', content: 'x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Nowhere'),
    })
    const proposed = await call(client, 'propose_page', {
      item: 'orders7',
      path: 'How to',
      title: 'Install',
      content: 'Other',
      dry_run: true,
    })
    expect(proposed.text).toMatch(new RegExp(`^A page with this title is there already: page ${id}[\\s\\S]*Dry run`))
    const sent = await call(client, 'propose_page', { item: 'orders7', path: 'How to', title: 'Remove', content: 'Text', reason: 'asked' })
    expect(sent.text).toMatch(/^Suggestion \d+ is open/)
    expect((await call(client, 'suggestions', { state: 'open' })).text).toMatch(/\d+ open · Remove · /)
    // Another program of the same person does not see it.
    const other = await connect(product, await tokenOf(emma, { level: '2' }))
    expect((await call(other, 'suggestions')).text).toBe('There are no suggestions of yours.')
  })

  it('a suggestion is made once per page, and replaced by its number', async () => {
    const id = await aPage(emma, item_id, { page_title: 'Once', page_content: 'One\n' })
    const propose = (args: Record<string, unknown>) => call(client, 'propose_edit', { id, base_version: 1, ...args })
    const first = await propose({ content: 'Two\n', reason: 'because' })
    const suggestion_id = Number(/Suggestion (\d+)/.exec(first.text)?.[1])
    expect(await propose({ content: 'Three\n' })).toMatchObject({ isError: true, text: expect.stringContaining(String(suggestion_id)) })
    expect((await propose({ content: 'Three\n', suggestion_id })).text).toContain(`Suggestion ${suggestion_id} is open`)
    expect((await emma.api.suggestion.info({ suggestion_id: String(suggestion_id) })).page_content).toBe('Three\n')
    expect((await propose({ content: 'Four\n', dry_run: true })).text).toMatch(
      /^Dry run: nothing was suggested\.\n\+1 −1, \d+ tokens\. Version 1 is still the newest\.\n@@/,
    )
  })
})
