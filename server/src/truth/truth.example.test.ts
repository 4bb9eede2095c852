import { beforeEach, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { setReview } from '../test/reviews.ts'

const example = (info: string, request: string) => `\`\`\`http ${info}\n${request}\n\`\`\`\n`
const LIST = example('[List] env=staging expect=200', 'GET {{host}}/orders\nauthorization: Bearer {{token}}')
const ANSWER = '\n```json response\n{ "orders": [] }\n```\n'

onEachDatabase('examples that run', (product) => {
  let alice: TestUser
  let item_id: string
  let keys: { api_key: string; api_token: string }
  beforeEach(async () => {
    open = product.visitor().api.open
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_name: 'Shop', password: 'sesame' })
    keys = await alice.api.item.getKey({ item_id })
  })

  let open: TestUser['api']['open']
  const page = (page_content: string, more: Record<string, string> = {}) => aPage(alice, item_id, { page_content, ...more })
  const save = (page_id: string, page_content: string) => alice.api.page.save({ page_id, page_title: 'Start', page_content })
  const examples = (fields: Record<string, string> = {}) => open.getExamples({ env: 'staging', ...fields, ...keys })
  const truth = (page_id: string, who = alice) => who.api.truth.page({ page_id })
  const html = async (page_id: string, language = 'en') => (await alice.api.page.view({ page_id, language })).html

  /** Reports the same about all examples of the environment. */
  async function run(state: 'passing' | 'failing', more: object = {}, { env = 'staging', pair = keys } = {}) {
    const results = (await examples({ env })).list.map(({ page_id, name, env: written, seal }) => ({
      ...{ page_id, name, env: written, seal, state, status: state === 'passing' ? 200 : 500, ms: 12 },
      ...more,
    }))
    return open.reportExamples({ env, ref: 'c1', results: JSON.stringify(results), ...pair })
  }

  it('are given to a build with their requests, of an environment and of all, in the order of the text', async () => {
    const cat_id = await aCatalog(alice, item_id, 'Orders')
    const page_id = await page(LIST + ANSWER + example('expect=2xx', 'GET {{host}}/health') + example('env=live', 'GET {{host}}/'))
    const other = await page(example('env=staging run=unsafe', 'POST {{host}}/orders\n\n{}'), { cat_id })
    await page('```http\nGET /plain\n```\n')
    const { list, total } = await examples()
    expect(total).toBe('3')
    expect(list).toMatchObject([
      {
        page_id,
        page_title: 'Start',
        name: 'List',
        env: 'staging',
        expect: '200',
        is_unsafe: '0',
        method: 'GET',
        address: '{{host}}/orders',
        headers: [{ name: 'authorization', value: 'Bearer {{token}}' }],
        body: '',
        response: '{ "orders": [] }',
        url: expect.stringMatching(new RegExp(`/${item_id}/${page_id}$`)),
      },
      { name: 'GET /health', env: '', expect: '2xx', response: '' },
      { page_id: other, is_unsafe: '1', body: '{}' },
    ])
    expect((await examples({ count: '1', page: '2' })).list.map(({ name }) => name)).toEqual(['GET /health'])
    expect((await examples({ cat_name: 'Orders' })).list.map((one) => one.page_id)).toEqual([other])
    expect((await examples({ env: 'live' })).list.map(({ name }) => name)).toEqual(['GET /health', 'GET /'])
    await areRefused([examples({ cat_name: 'None' }), examples({ env: '' }), examples({ env: 'a b' })], 10101)
    await areRefused([open.getExamples({ env: 'staging', ...keys, api_token: 'x' })], 10306)
    await alice.api.page.delete({ page_id })
    expect((await examples()).total).toBe('1')
  })

  it('make a page stale while one fails, and a passing run ends it', async () => {
    const page_id = await page(LIST)
    expect(await truth(page_id)).toMatchObject({ state: '', reasons: [] })
    expect(await html(page_id)).toContain('>Not run yet<')
    expect(await run('passing')).toMatchObject({
      passing: '1',
      failing: '0',
      refused: '0',
      results: [{ page_id, name: 'List', state: 'passing' }],
    })
    expect(await truth(page_id)).toMatchObject({ state: '' })
    expect(await html(page_id)).toMatch(/class="tag ok">Passes · \d{4}-\d\d-\d\d</)
    expect(await run('failing', { paths: [{ path: 'orders[].id', problem: 'missing' }] })).toMatchObject({ failing: '1' })
    expect(await truth(page_id)).toMatchObject({
      state: 'stale',
      reasons: [{ kind: 'example', state: 'stale', target: 'List', heading: 'staging', count: 1 }],
    })
    expect((await alice.api.truth.list({ item_id, kind: 'example' })).list.map((row) => row.page_id)).toEqual([page_id])
    expect(await html(page_id, 'zh')).toMatch(/class="tag bad">未通过 · \d{4}-\d\d-\d\d</)
    await run('passing')
    expect(await truth(page_id)).toMatchObject({ state: '', reasons: [] })
  })

  it('stay with the page while their text does; one that changes has not run', async () => {
    const page_id = await page(LIST)
    await run('failing')
    await save(page_id, `Text\n\n${example('env=staging', 'GET {{host}}/new')}${LIST}`)
    expect((await truth(page_id)).reasons).toMatchObject([{ target: 'List' }])
    expect((await examples()).list.map(({ name }) => name)).toEqual(['GET /new', 'List'])
    await save(page_id, LIST.replace('expect=200', 'expect=201'))
    expect(await truth(page_id)).toMatchObject({ state: '', reasons: [] })
    expect(await html(page_id)).toContain('>Not run yet<')
    await run('failing')
    await save(page_id, 'Text')
    expect(await truth(page_id)).toMatchObject({ state: '' })
    expect((await examples()).total).toBe('0')
  })

  it('run in their own item only: other pairs, names, environments and earlier texts are refused', async () => {
    const page_id = await page(LIST)
    const [one] = (await examples()).list
    const other = await anItem(alice)
    const pair = await alice.api.item.getKey({ item_id: other })
    expect(await run('failing', {}, { pair })).toMatchObject({ failing: '0', refused: '1' })
    const result = { page_id, name: 'List', env: 'staging', seal: one?.seal, state: 'failing', status: 500, ms: 1 }
    const report = (more: object, env = 'staging') =>
      open.reportExamples({ env, ref: '', results: JSON.stringify([{ ...result, ...more }]), ...keys })
    for (const refused of [
      report({ name: 'Other' }),
      report({ env: '' }),
      report({ seal: 'x' }),
      report({}, 'live'),
      report({ page_id: '2147483647' }),
    ])
      expect(await refused).toMatchObject({ refused: '1', results: [{ state: 'refused' }] })
    await save(page_id, LIST + ANSWER)
    expect(await report({})).toMatchObject({ refused: '1' })
    expect(await truth(page_id)).toMatchObject({ state: '' })
    const tooMany = JSON.stringify(Array.from({ length: 1001 }, () => result))
    const send = (results: string) => open.reportExamples({ env: 'staging', ref: '', results, ...keys })
    const paths = Array.from({ length: 21 }, () => ({ path: 'a', problem: 'type' }))
    const wrong = [
      { ...result, state: 'fresh' },
      { ...result, paths },
      { ...result, status: 1000 },
    ]
    await areRefused([send(tooMany), send('[]'), ...wrong.map((one) => send(JSON.stringify([one])))], 10101)
    await archive(product, item_id)
    await areRefused([send(JSON.stringify([result]))], 10103)
  })

  it('name to editors where the answer differed, on the page and in the list, and to no reader', async () => {
    const page_id = await page(LIST)
    const paths = [{ path: '$.orders[0].id', problem: 'missing' }]
    await run('failing', { paths })
    expect((await truth(page_id)).reasons).toMatchObject([{ kind: 'example', target: 'List', paths }])
    expect((await alice.api.truth.list({ item_id })).list[0]?.reasons).toMatchObject([{ paths }])
    const reader = await product.user('reader')
    await aMember(product, item_id, reader, { edit: false })
    const seen = await truth(page_id, reader)
    expect(seen.reasons).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toContain('orders[0]')
  })

  it('keep no more than 4 KB of what differs', async () => {
    const page_id = await page(LIST)
    await run('failing', { paths: Array.from({ length: 20 }, () => ({ path: '界'.repeat(200), problem: 'type' })) })
    const { detail } = await product.server.services.store.db
      .selectFrom('example_run')
      .select('detail')
      .where('page_id', '=', Number(page_id))
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail).paths.length).toBeGreaterThan(3)
    expect(Buffer.byteLength(detail)).toBeLessThanOrEqual(4096)
  })

  it('show readers no badge where the item hides states', async () => {
    const page_id = await page(LIST)
    await run('failing')
    const reader = await product.user('reader')
    await aMember(product, item_id, reader, { edit: false })
    const seen = async (who: TestUser) => (await who.api.page.view({ page_id })).html.includes('class="tag bad"')
    expect([await seen(reader), await seen(alice)]).toEqual([true, true])
    await alice.api.publish.save({ item_id, truth_badge: '0' })
    expect([await seen(reader), await seen(alice)]).toEqual([false, true])
  })

  it('notify the owner when one that passed fails, once a day', async () => {
    const bob = await product.user('bob')
    await aMember(product, item_id, bob)
    const noticesOf = async (who: TestUser) =>
      (await who.api.notice.getList({})).filter((one) => one.item_id === item_id && one.from_name === 'Sheaf')
    const page_id = await page(LIST, { page_title: 'Orders' })
    await setReview(alice, item_id, { page_id }, { uid: bob.uid })
    await run('failing')
    expect(await noticesOf(bob)).toEqual([])
    await run('passing')
    await run('failing')
    await run('failing')
    await run('passing')
    await run('failing')
    expect(await noticesOf(bob)).toMatchObject([
      {
        notice_title: 'An example fails',
        notice_content:
          'A build found that the API no longer answers as “Orders” in “Shop” shows in the example “List”. You are responsible. Correct the page, or report the change of the API.',
        page_id,
        setting: 'truth',
      },
    ])
    expect(await noticesOf(alice)).toEqual([])
  })

  it('of a page that moves to another item have not run there', async () => {
    const page_id = await page(LIST)
    await run('failing')
    const to = await anItem(alice)
    await alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: to, to_cat_id: '0' })
    expect(await truth(page_id)).toMatchObject({ state: '' })
    expect((await examples()).total).toBe('0')
    const { list } = await open.getExamples({ env: 'staging', ...(await alice.api.item.getKey({ item_id: to })) })
    expect(list.map((one) => one.page_id)).toEqual([page_id])
  })
})
