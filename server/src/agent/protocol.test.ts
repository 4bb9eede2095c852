import { estimateTokens } from '@sheaf/markdown/tokens'
import { beforeAll, describe, expect, it } from 'vitest'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { offerOf } from './offers.ts'
import { call, connect, post, tokenOf } from './test/client.ts'

const READING = ['about', 'browse', 'search', 'fetch', 'changes', 'history']
const PROPOSING = ['propose_edit', 'propose_page', 'suggestions']

it('the list of tools costs a model at most 1,800 tokens', () => {
  expect(estimateTokens(JSON.stringify({ tools: offerOf('/mcp', 4).listed }))).toBeLessThanOrEqual(1800)
})

onEachDatabase('the client library of the protocol', (product) => {
  let emma: TestUser
  let item_id: string
  let page_id: string
  let tokens: Record<'1' | '2' | '3', string>
  beforeAll(async () => {
    emma = await product.user('emma')
    item_id = await anItem(emma, { item_name: 'Orders', password: 'seal' })
    page_id = await aPage(emma, item_id, { page_title: 'Create an order', page_content: '# Request\n\nSend qty.\n' })
    const [one, two, three] = await Promise.all(['1', '2', '3'].map((level) => tokenOf(emma, { level })))
    tokens = { 1: one ?? '', 2: two ?? '', 3: three ?? '' }
  })

  describe.each(['legacy', 'auto', { pin: '2026-07-28' }] as const)('in the mode %o', (mode) => {
    it('lists the tools of the level, searches, reads, proposes and saves', async () => {
      const lists = { 1: READING, 2: [...READING, ...PROPOSING], 3: [...READING, ...PROPOSING, 'save_page'] }
      for (const level of ['1', '2', '3'] as const) {
        const { tools } = await (await connect(product, tokens[level], { mode })).listTools()
        expect(tools.map(({ name }) => name)).toEqual(lists[level])
        expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual(READING)
      }
      const client = await connect(product, tokens[3], { mode })
      expect(client.getServerVersion()).toMatchObject({ name: 'sheaf' })
      expect(client.getInstructions()).toContain('never orders')
      expect((await call(client, 'search', { query: 'qty' })).data).toMatchObject({ results: [{ id: page_id }] })
      const before = await call(client, 'fetch', { id: page_id })
      const base_version = (before.data as never as { metadata: { version: number } }).metadata.version
      const edits = [{ old_text: 'qty.', new_text: `qty. Mode ${JSON.stringify(mode)}.` }]
      const proposed = await call(client, 'propose_edit', { id: page_id, base_version, edits, reason: 'v2' })
      expect(proposed.text).toMatch(/^Suggestion \d+ is open: \/page\/suggestion\/\d+\n\+1 −1/)
      const saved = await call(client, 'save_page', {
        id: page_id,
        base_version,
        content: `# Request\n\nSend qty.\n\n${JSON.stringify(mode)}\n`,
      })
      expect(saved.text).toContain(`Saved: page ${page_id} is now at version ${base_version + 1}`)
      expect((await call(client, 'suggestions', { withdraw: Number(/^Suggestion (\d+)/.exec(proposed.text)?.[1]) })).text).toContain(
        'withdrawn',
      )
      await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32602 })
      await expect(client.callTool({ name: 'fetch', arguments: { id: ['x'] } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('id: is missing or has the wrong type'),
      })
    })

    it('reads resources, fills in prompts and completes names', async () => {
      const client = await connect(product, tokens[1], { mode })
      const { resources } = await client.listResources()
      expect(resources).toContainEqual(expect.objectContaining({ uri: `sheaf://item/${item_id}`, name: 'Orders' }))
      const { resourceTemplates } = await client.listResourceTemplates()
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['sheaf://page/{id}'])
      const [item] = (await client.readResource({ uri: `sheaf://item/${item_id}` })).contents
      expect(item).toMatchObject({ text: expect.stringContaining(`[Create an order](/${item_id}/${page_id}.md)`) })
      const [page] = (await client.readResource({ uri: `sheaf://page/${page_id}` })).contents
      expect(page).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('title: Create an order') })
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['answer', 'review', 'document'])
      const { messages } = await client.getPrompt({ name: 'answer', arguments: { question: 'Which fields?', item: 'Orders' } })
      expect(JSON.stringify(messages)).toContain('Which fields?')
      await expect(client.getPrompt({ name: 'answer', arguments: {} })).rejects.toMatchObject({ code: -32602 })
      const complete = (name: string, value: string) =>
        client.complete({ ref: { type: 'ref/prompt', name: 'answer' }, argument: { name, value } })
      expect((await complete('item', 'ord')).completion.values).toEqual(['Orders'])
      expect((await complete('page', 'create')).completion.values).toEqual([`${page_id} Create an order`])
      const typed = await call(client, 'fetch', { id: `${page_id} Create an order` })
      expect(typed.data).toMatchObject({ id: page_id })
    })
  })

  it.each([
    ['resources/read', { uri: 5 }, 'uri'],
    ['resources/list', { cursor: {} }, 'cursor'],
    ['prompts/get', { name: 'review', arguments: { page: { a: 1 } } }, 'arguments.page'],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'answer' }, argument: { name: 'item', value: 5 } }, 'argument.value'],
    ['tools/list', { cursor: 5 }, 'cursor'],
    ['prompts/get', undefined, 'params'],
  ])('names the field of a malformed request: %s %j', async (method, params, field) => {
    const token = await tokenOf(emma)
    for (const accept of ['application/json', 'application/json, text/event-stream']) {
      const { body } = await post(product, token, { jsonrpc: '2.0', id: 1, method, params }, { accept })
      const { error } = JSON.parse(/\{.*\}/.exec(body)?.[0] ?? '') as { error: { code: number; message: string } }
      expect(error).toEqual({ code: -32602, message: `${field}: is missing or has the wrong type` })
    }
  })

  it('W30: leaves a row per tool call, with the item and the page that it was about', async () => {
    const token = await tokenOf(emma, { level: '3' })
    const client = await connect(product, token)
    await call(client, 'fetch', { id: page_id })
    await call(client, 'save_page', { item: 'Orders', title: 'Second', content: 'Text' })
    await call(client, 'save_page', { id: page_id, base_version: 1, content: 'x' })
    const grants = await emma.api.token.getList({})
    const grant_id = grants[0]?.grant_id ?? ''
    const rows = async () =>
      (await emma.api.token.calls({ grant_id })).list.map(({ call, item_id, page_id, outcome }) => [call, item_id, page_id, outcome])
    const second = (await emma.api.search.all({ keyword: 'Second' })).pages[0]?.page_id
    await expect.poll(rows).toContainEqual(['save_page', item_id, second, '0'])
    await expect.poll(rows).toContainEqual(['fetch', item_id, page_id, '0'])
  })

  it('W30: leaves a row too where it lists items or completes the names of items and pages', async () => {
    const client = await connect(product, await tokenOf(emma))
    const grant_id = (await emma.api.token.getList({}))[0]?.grant_id ?? ''
    await client.listResources()
    await client.complete({ ref: { type: 'ref/prompt', name: 'answer' }, argument: { name: 'item', value: 'Ord' } })
    const calls = async () => (await emma.api.token.calls({ grant_id })).list.map(({ call }) => call)
    await expect.poll(calls).toEqual(['completion/complete', 'resources/list'])
  })

  it('W29: the history names the program that saved', async () => {
    const client = await connect(product, tokens[3])
    const page = await aPage(emma, item_id, { page_title: 'By a program' })
    await call(client, 'save_page', { id: page, base_version: 1, content: 'New' })
    await call(client, 'save_page', { id: page, base_version: 2, content: 'Newer' })
    expect((await emma.api.page.history({ page_id: page }))[0]).toMatchObject({ via: 'Cursor' })
    expect((await call(client, 'history', { id: page })).text).toMatch(/version 3[\s\S]*state \d+ · saved/)
    const states = (await call(client, 'history', { id: page })).text.match(/state (\d+)/)?.[1]
    expect((await call(client, 'history', { id: page, from: states })).text).toContain('-New\n')
  })
})
