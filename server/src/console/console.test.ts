import { beforeEach, describe, expect, it } from 'vitest'
import { aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, onOneDatabase, type Product, type TestUser } from '../test/product.ts'
import { baseUrlOf, workerPolicy } from './console.rules.ts'

const SECRET = 'canary-of-a-secret'

const document = Buffer.from(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders API', version: '1' },
    servers: [
      { url: 'https://{region}.api.test/v2/', description: 'Production', variables: { region: { default: 'eu' } } },
      { url: '/relative' },
      { url: "https://evil.test;script-src 'unsafe-inline'" },
    ],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
    security: [{ token: [] }, { key: [] }],
    paths: {
      '/orders/{id}': {
        put: {
          operationId: 'putOrder',
          summary: 'Put an order',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
            { name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer', default: 20 } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['lines'],
                  properties: { lines: { type: 'array', items: { $ref: '#/components/schemas/x' } } },
                },
              },
            },
          },
          responses: {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
            },
          },
        },
      },
    },
  }),
)

const withSource = async (product: Product, owner: TestUser, more: Record<string, string> = {}) => {
  const item_id = await anItem(owner, more)
  const answer = await product.upload(
    owner,
    'source/add',
    { item_id, name: 'orders', title: 'Orders' },
    { name: 'o.json', bytes: document },
  )
  expect(answer.json()).toMatchObject({ error_code: 0 })
  const { menu } = await owner.api.item.info({ item_id })
  const all = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  const page_id = all.find((page) => page.page_title === 'Put an order')?.page_id ?? ''
  return { item_id, page_id }
}

const env = { env_id: '0', env_name: 'Staging', base_url: 'https://api.test/v2/', is_shown: '1', variables: '[]' }

onEachDatabase('the console', (product) => {
  let alice: TestUser
  let reader: TestUser
  let item_id: string
  let page_id: string
  beforeEach(async () => {
    alice = await product.user('alice')
    reader = await product.user('reader')
    ;({ item_id, page_id } = await withSource(product, alice, { password: 'sesame' }))
    await aMember(product, item_id, reader, { edit: false })
  })
  const save = (fields: Record<string, string> = {}, who = alice) => who.api.console.saveEnvironment({ ...env, item_id, ...fields })
  const worker = (who: TestUser, id = item_id) => product.server.app.inject({ url: `/console/${id}/worker.js`, headers: who.headers })

  it('shows environments to managers, and to readers those with an address that are shown', async () => {
    expect(await reader.api.console.environments({ item_id })).toEqual([])
    const { env_id } = await save({ variables: JSON.stringify([{ name: 'region', value: 'eu' }]) })
    const hidden = await save({ env_name: 'Inside', base_url: 'http://10.0.0.1:8080', is_shown: '' })
    await save({ env_name: 'For clients', base_url: '' })
    const shown = {
      env_id,
      env_name: 'Staging',
      base_url: 'https://api.test/v2',
      is_shown: true,
      by_server: false,
      variables: [{ name: 'region', value: 'eu', is_secret: false }],
    }
    expect(await reader.api.console.environments({ item_id })).toEqual([shown])
    expect((await alice.api.console.environments({ item_id })).map((one) => one.env_name)).toEqual(['Staging', 'Inside', 'For clients'])
    await save({ env_id: hidden.env_id, env_name: 'Inside', base_url: 'http://10.0.0.1:8080' })
    expect(await reader.api.console.environments({ item_id })).toHaveLength(2)
    await areRefused([product.visitor().api.console.environments({ item_id })], 10303)
  })

  it('gives the operation of a page, and says on the page whether it can be tried', async () => {
    expect((await reader.api.page.view({ page_id })).has_console).toBe(false)
    await save({ is_shown: '' })
    expect((await reader.api.page.view({ page_id })).has_console).toBe(false)
    await save()
    expect((await reader.api.page.view({ page_id })).has_console).toBe(true)
    expect(await reader.api.console.call({ page_id })).toMatchObject({
      method: 'PUT',
      path: '/orders/{id}',
      schemes: [
        { kind: 'bearer', key: '' },
        { kind: 'header', key: 'X-Key' },
      ],
      in_path: [{ name: 'id', type: 'integer', required: true, example: '7' }],
      in_query: [{ name: 'limit', required: false, example: '20', about: 'How many' }],
      bodies: [{ content_type: 'application/json', fields: [{ name: 'lines', required: true }] }],
      responses: [{ status: '200', contents: [{ fields: [{ name: 'a', type: 'string' }] }] }],
      is_cut: false,
      editable: false,
    })
    expect((await alice.api.console.call({ page_id })).editable).toBe(true)
    const plain = await aPage(alice, item_id)
    expect((await reader.api.page.view({ page_id: plain })).has_console).toBe(false)
    await areRefused([reader.api.console.call({ page_id: plain })], 10101)
    await areRefused([product.visitor().api.console.call({ page_id })], 10303)
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })) as { unique_key: string }
    expect((await reader.api.page.view({ page_id: '0', unique_key })).has_console).toBe(false)
  })

  it('shows several environments in the endpoint of the page, and nothing of them in its text or by a link to the page alone', async () => {
    const endpoint = async (input: { page_id: string; unique_key?: string }, who = reader) => {
      const { html } = await who.api.page.view({ language: 'en', ...input })
      return /<div class="endpoint[\s\S]*?<section class="call-side">/.exec(html)?.[0] ?? ''
    }
    const before = await reader.api.page.info({ page_id })
    expect(await endpoint({ page_id })).toContain('<i>https://eu.api.test</i>/v2/orders/{id}')
    await save()
    await save({ env_name: 'Hidden', base_url: 'https://hidden.test', is_shown: '' })
    expect(await endpoint({ page_id })).toContain('aria-label="Server"')
    const { env_id } = await save({ env_name: 'Production', base_url: 'https://live.test' })
    const shown = await endpoint({ page_id })
    expect(shown).toContain('aria-label="Environment"')
    expect(shown).toMatch(/<option value="0" selected>Staging<\/option><option value="1">Production<\/option><\/select>/)
    expect(shown).toContain('<i>https://api.test</i>/v2/orders/{id}')
    expect(shown).not.toMatch(/hidden\.test|Hidden/)
    expect((await reader.api.page.view({ page_id, language: 'zh' })).html).toContain('aria-label="环境"')
    await save({ env_id, env_name: 'Live', base_url: 'https://live.test' })
    expect(await endpoint({ page_id })).toContain('>Live</option>')
    expect(await reader.api.page.info({ page_id })).toEqual(before)
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })) as { unique_key: string }
    const alone = await endpoint({ page_id: '0', unique_key }, product.visitor())
    expect(alone).toContain('aria-label="Server"')
    expect(alone).not.toMatch(/Staging|Live|live\.test/)
    await alice.api.console.deleteEnvironment({ item_id, env_id })
    expect(await endpoint({ page_id })).toContain('aria-label="Server"')
  })

  it('offers the servers that the sources name, except those that cannot be an address', async () => {
    expect(await alice.api.console.addresses({ item_id })).toMatchObject([
      { title: 'Orders', base_url: 'https://eu.api.test/v2', about: 'Production' },
    ])
    await areRefused([reader.api.console.addresses({ item_id })], 10303)
  })

  it('offers a server that a new version names, and sends nothing there before a manager makes it an environment (T11)', async () => {
    await save({ base_url: 'https://eu.api.test/v2' })
    const { source_id } = (await alice.api.source.list({ item_id }))[0] ?? { source_id: '' }
    const next = JSON.parse(document.toString()) as { servers: object[] }
    next.servers.push({ url: 'https://new.api.test', description: 'New' })
    const bytes = Buffer.from(JSON.stringify(next))
    const pushed = await product.upload(alice, 'source/push', { source_id }, { name: 'o.json', bytes })
    expect(pushed.json()).toMatchObject({ error_code: 0 })
    expect((await alice.api.console.addresses({ item_id })).map((one) => one.base_url)).toEqual([
      'https://eu.api.test/v2',
      'https://new.api.test',
    ])
    expect((await worker(reader)).headers['content-security-policy']).toBe("default-src 'none'; connect-src https://eu.api.test")
    expect((await reader.api.console.environments({ item_id })).map((one) => one.base_url)).toEqual(['https://eu.api.test/v2'])
  })

  it('never gives or records the value of a secret', async () => {
    const { env_id } = await save()
    await alice.api.itemVariable.save({ item_id, env_id, var_name: 'api_token', var_value: SECRET })
    await save({ env_id, variables: JSON.stringify([{ name: 'api_token', value: '' }]) })
    const answers = await Promise.all([
      reader.api.console.environments({ item_id }),
      alice.api.console.environments({ item_id }),
      reader.api.page.view({ page_id }),
      product.admin.api.adminLog.getList({ page: 1, count: 50 }),
    ])
    expect(JSON.stringify(answers)).not.toContain(SECRET)
    expect(answers[0]).toMatchObject([{ variables: [{ name: 'api_token', value: '', is_secret: true }] }])
    // API clients keep what they stored.
    expect(await alice.api.itemVariable.getList({ item_id, env_id })).toMatchObject([{ var_name: 'api_token', var_value: SECRET }])
    await areRefused([save({ env_id, variables: JSON.stringify([{ name: 'password', value: SECRET }]) })], 10101, 'password')
    await save({ env_id, variables: '[]' })
    expect(await alice.api.itemVariable.getList({ item_id, env_id })).toEqual([])
  })

  it('leaves the answers to API clients as they are', async () => {
    const { env_id } = await save()
    const [first, ...others] = await alice.api.runapi.getEnvList({ item_id })
    expect(others).toEqual([])
    expect(Object.keys(first ?? {}).sort()).toEqual(['addtime', 'env_name', 'id', 'item_id', 'last_update_time', 'uid'])
    await alice.api.runapi.updateEnv({ item_id, env_id, env_name: 'Renamed' })
    expect(await reader.api.console.environments({ item_id })).toMatchObject([{ env_name: 'Renamed', base_url: 'https://api.test/v2' }])
    await alice.api.runapi.delEnv({ env_id })
    expect(await reader.api.console.environments({ item_id })).toEqual([])
  })

  it('is managed by managers of items that are not archived, and the log names it', async () => {
    const { env_id } = await save()
    const editor = await product.user('editor')
    await aMember(product, item_id, editor)
    await areRefused([save({}, reader), save({}, editor)], 10303)
    const elsewhere = await anItem(alice)
    await areRefused([save({ item_id: elsewhere, env_id }), alice.api.console.deleteEnvironment({ item_id: elsewhere, env_id })], 10101)
    await alice.api.console.deleteEnvironment({ item_id, env_id })
    const log = JSON.stringify(await product.admin.api.adminLog.getList({ page: 1, count: 10 }))
    for (const word of ['environmentSaved', 'environmentDeleted', 'Staging']) expect(log).toContain(word)
    await archive(product, item_id)
    await expect(save()).rejects.toMatchObject({ code: 10103 })
    expect(await alice.api.console.environments({ item_id })).toEqual([])
  })

  it('takes 50 environments', async () => {
    const row = { item_id: Number(item_id), uid: Number(alice.uid), addtime: 1, last_update_time: 1 }
    const rows = Array.from({ length: 49 }, (_, n) => ({ ...row, env_name: `e${n}`, base_url: `https://h${n}.test`, is_shown: 1 }))
    await product.server.services.store.db.insertInto('runapi_env').values(rows).execute()
    const { env_id } = await save()
    await areRefused([save()], 10101, '50')
    expect(await save({ env_id })).toEqual({ env_id })
  })

  it.each([
    'api.test',
    'ftp://api.test',
    'https://user@api.test',
    'https://user:secret@api.test',
    'https://api.test?x=1',
    'https://api.test#x',
    'https://api.test/\r\nx: y',
    "https://api.test;script-src 'unsafe-inline'",
    'https://*.api.test',
    'https://api.test/a;b',
    'https://api.test/"',
    'https://[::1]/',
    'https://api.test\\@evil.test',
    `https://api.test/${'a'.repeat(500)}`,
  ])('refuses the address %j', async (base_url) => {
    await expect(save({ base_url })).rejects.toMatchObject({ code: 10101 })
  })

  it('serves a worker whose policy lists the origins of shown environments alone (S207)', async () => {
    const nothing = await worker(reader)
    expect(nothing.statusCode).toBe(200)
    expect(nothing.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    await save()
    await save({ base_url: 'https://API.test/other' })
    await save({ base_url: 'http://127.0.0.1:8080' })
    await save({ base_url: 'https://hidden.test', is_shown: '' })
    const expected = "default-src 'none'; connect-src https://api.test http://127.0.0.1:8080"
    for (const who of [reader, alice]) expect((await worker(who)).headers['content-security-policy']).toBe(expected)
    const other = await worker(alice, await anItem(alice))
    expect(other.body).toBe(nothing.body)
    for (const refused of [await worker(product.visitor()), await worker(reader, 'x'), await worker(reader, '2147483647')]) {
      expect(refused.headers['content-security-policy'] ?? '').not.toContain('api.test')
      expect(refused.json()).toMatchObject({ error_code: 10303 })
    }
  })
})

onOneDatabase('pages and their scripts', (product) => {
  it('keep connect-src to this site (S207)', async () => {
    const alice = await product.user('alice')
    const { item_id, page_id } = await withSource(product, alice)
    await alice.api.console.saveEnvironment({ ...env, item_id })
    for (const url of ['/', `/${item_id}/${page_id}`, '/item/index', '/assets/main.js']) {
      const { headers } = await product.server.app.inject({ url, headers: alice.headers })
      expect([url, headers['content-security-policy']]).toEqual([url, expect.stringContaining("connect-src 'self';")])
    }
  })
})

describe('a base address', () => {
  it('is stored without a slash at its end, in lower case and without the usual port', () => {
    expect(baseUrlOf('HTTPS://API.example.com:443/V2/')).toBe('https://api.example.com/V2')
    expect(baseUrlOf('http://localhost:8080')).toBe('http://localhost:8080')
    expect(baseUrlOf('http://bücher.example')).toBe('http://xn--bcher-kva.example')
  })

  it('gets into a policy as an origin only', () => {
    expect(workerPolicy(['https://a.test/x', 'https://a.test/y', "https://b.test; script-src 'unsafe-eval'", 'javascript:1', '*'])).toBe(
      "default-src 'none'; connect-src https://a.test",
    )
  })
})
