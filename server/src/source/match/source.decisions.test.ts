import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aMember, anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { description, orders } from '../test/orders.ts'

type Report = Record<'version_id' | 'seq' | 'state', string> & Record<'breaking' | 'breaking_accepted' | 'risky' | 'binned', number>
interface Answer {
  error_name?: string
  data: Report
}

onEachDatabase('what people decide about versions of a source', (product) => {
  let alice: TestUser
  let item_id: string
  let source_id: string
  let keys: { api_key: string; api_token: string }
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
    const file = { name: 'orders.json', bytes: description() }
    const added = await product.upload(alice, 'source/add', { item_id, name: 'orders', title: 'Orders API' }, file)
    source_id = added.json<{ data: { source_id: string } }>().data.source_id
    const { api_key, api_token } = await alice.api.item.getKey({ item_id })
    keys = { api_key, api_token }
  })

  const push = async (bytes: Buffer, fields: Record<string, string> = {}) => {
    const file = { name: 'o.json', bytes }
    return (await product.upload(product.visitor(), 'open/pushSource', { ...keys, name: 'orders', ...fields }, file)).json<Answer>().data
  }
  const titles = async (who = alice) => {
    const { menu } = await who.api.item.info({ item_id })
    const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
    return new Map(pages.map((page) => [page.page_title, page.page_id]))
  }
  const result = (who = alice) => who.api.source.result({ source_id, language: 'en' })
  /** The refund has another path and another operationId. */
  const renamed = (summary = 'Refund an order') =>
    description(orders.map((one) => (one.id === 'refund' ? { ...one, id: 'repay', path: '/repayments', summary } : one)))
  const notices = async (who: TestUser) =>
    (await who.api.notice.getList({ notice_type: 'all' }))
      .filter((one) => one.source_id === source_id)
      .map(({ notice_title, notice_content }) => ({ notice_title, notice_content }))

  it('a part that was renamed gets its former page back when a person says so, with its words, its names and its links', async () => {
    const page_id = (await titles()).get('Refund an order') ?? ''
    await alice.api.source.saveWords({ page_id, path: 'body.quantity', words: 'At most 9.', mode: 'add' })
    const guide = await aPage(alice, item_id, { page_title: 'Guide', page_content: '```operation orders refund\n```\n' })
    await push(renamed('Repay an order'))
    const made = (await titles()).get('Repay an order') ?? ''
    expect(made).not.toBe(page_id)
    const [match, ...others] = (await result()).matches
    expect(others).toEqual([])
    expect(match).toMatchObject({ from_path: '/refunds', from_page_id: page_id, to_path: '/repayments', to_page_id: made })
    expect((await result()).gone).toMatchObject([{ page_id, path: '/refunds', seq: '2', writer: alice.username }])
    const choose = (choice: string, who = alice) => who.api.source.decideMatch({ source_id, match_id: match?.match_id ?? '', choice })
    const reader = await product.user('reader')
    await aMember(product, item_id, reader, { edit: false })
    await expect(choose('yes', reader)).rejects.toMatchObject({ code: 10103 })
    expect(await choose('yes')).toEqual({ page_id, kept_page_id: '0' })
    expect((await titles()).get('Repay an order')).toBe(page_id)
    expect((await titles()).has('Refund an order')).toBe(false)
    expect((await alice.api.recycle.getList({ item_id })).map((one) => one.page_id)).toEqual([made])
    const page = await alice.api.page.info({ page_id })
    expect(page.page_content).toMatch(/POST \/repayments/)
    expect(page.page_content).toContain('At most 9.')
    expect(page.page_content).not.toContain('no longer')
    expect((await alice.api.page.info({ page_id, raw: 1 })).page_content).toContain('operation orders refund\n')
    expect((await alice.api.page.info({ page_id: guide })).page_content).toBe(
      `[Repay an order](/${item_id}/${page_id}) · \`POST /repayments\`\n`,
    )
    expect(await result()).toMatchObject({ matches: [], gone: [] })
    await expect(choose('no')).rejects.toMatchObject({ code: 10101 })
    // The next version finds the part at the former page.
    await push(renamed('Give money back'))
    expect((await titles()).get('Give money back')).toBe(page_id)
  })

  it('a page that people have changed stays and is named, a page in the recycle bin comes back, and a no is not asked again', async () => {
    const page_id = (await titles()).get('Refund an order') ?? ''
    expect(await push(renamed())).toMatchObject({ binned: 1 })
    const made = (await titles()).get('Refund an order') ?? ''
    await alice.api.source.saveWords({ page_id: made, path: 'summary', words: 'Repaid', mode: 'add' })
    const [match] = (await result()).matches
    expect(match).toMatchObject({ from_page_id: '0', to_page_id: made })
    expect(await alice.api.source.decideMatch({ source_id, match_id: match?.match_id ?? '', choice: 'yes' })).toEqual({
      page_id,
      kept_page_id: made,
    })
    expect((await alice.api.page.info({ page_id })).page_content).toContain('POST /repayments')
    expect((await alice.api.page.info({ page_id: made })).page_content).toContain(`](/${item_id}/${page_id})`)
    const back = description(orders.map((one) => (one.id === 'refund' ? { ...one, id: 'again', path: '/again' } : one)))
    await push(back)
    const [asked] = (await result()).matches
    expect(asked).toMatchObject({ from_path: '/repayments', to_path: '/again' })
    await alice.api.source.decideMatch({ source_id, match_id: asked?.match_id ?? '', choice: 'no' })
    await push(renamed())
    await push(back)
    expect((await result()).matches).toEqual([])
  })

  it('a breaking change that a manager accepts is not held against a build, until it is taken back', async () => {
    const fewer = description(orders.slice(0, 3))
    const check = () => push(fewer, { mode: 'check', branch: 'fewer', commit: 'f00d' })
    expect(await check()).toMatchObject({ state: 'checked', breaking: 1, breaking_accepted: 0 })
    const [found] = (await result()).checks
    expect(found).toMatchObject({ branch: 'fewer', commit: 'f00d', changes: [{ class: 'breaking', accepted_by: '', reason: '' }] })
    const seal = found?.changes[0]?.seal ?? ''
    const editor = await product.user('editor')
    await aMember(product, item_id, editor)
    const accept = (who: TestUser, more: object = {}) => who.api.source.accept({ source_id, seal, reason: 'No client uses it', ...more })
    await expect(accept(editor)).rejects.toMatchObject({ code: 10303 })
    await expect(accept(alice, { reason: '  ' })).rejects.toThrow()
    await expect(accept(alice, { seal: `${'0'.repeat(63)}%` })).rejects.toThrow()
    await expect(accept(alice, { seal: '0'.repeat(64) })).rejects.toThrow()
    await accept(alice)
    expect(await check()).toMatchObject({ breaking: 1, breaking_accepted: 1, changes: [{ is_accepted: 1 }] })
    // The version that has the change shows it as accepted, and the comparison is over.
    await push(fewer, { branch: 'main' })
    expect((await alice.api.source.changes({ source_id }))[0]).toMatchObject({
      seal,
      accepted_by: alice.username,
      reason: 'No client uses it',
    })
    expect((await result()).checks).toEqual([])
    expect(await notices(alice)).toEqual([])
    await push(description())
    await alice.api.source.unaccept({ source_id, seal })
    expect(await check()).toMatchObject({ breaking: 1, breaking_accepted: 0 })
    await expect(alice.api.source.unaccept({ source_id, seal })).rejects.toThrow()
    // Another source of the same item does not have the change.
    const file = { name: 'o.json', bytes: description() }
    const other = (await product.upload(alice, 'source/add', { item_id, name: 'other' }, file)).json<{ data: { source_id: string } }>().data
    await expect(alice.api.source.accept({ source_id: other.source_id, seal, reason: 'x' })).rejects.toThrow()
  })

  it('the owner is notified of a held version and of breaking changes, and those whose words wait are, once for a version', async () => {
    const bob = await product.user('bob')
    await aMember(product, item_id, bob)
    const pages = await titles()
    for (const title of ['Create an order', 'Refund an order'])
      await bob.api.source.saveWords({ page_id: pages.get(title) ?? '', path: 'body.quantity', words: 'Ours.', mode: 'replace' })
    const described = orders.map((one) => ({ ...one, quantity: one.quantity ? 'Number of pieces' : 'Pieces' }))
    await push(description(described.filter((one) => one.id !== 'getOrder')))
    expect(await notices(bob)).toEqual([
      {
        notice_title: 'Your words wait for a look',
        notice_content: expect.stringMatching(/^API changed “Orders API” in “Manual”, which now says something new where you wrote on “/),
      },
    ])
    const broke = await notices(alice)
    expect(broke).toMatchObject([{ notice_title: 'A source has breaking changes' }])
    expect(broke[0]?.notice_content).toMatch(/^API changed “Orders API” in “Manual”: 1 breaking change, GET \/orders\/\{id\}/)
    // The words wait already, so a further version sends no notice.
    await push(description(described.map((one) => ({ ...one, quantity: 'Count' }))))
    expect(await notices(bob)).toHaveLength(1)
    for (const _ of [1, 2]) expect(await push(description([]))).toMatchObject({ state: 'held', seq: '4' })
    const held = (await notices(alice)).filter(({ notice_title }) => notice_title === 'A version is on hold')
    expect(held).toMatchObject([{ notice_content: expect.stringContaining('no longer has 4 parts') }])
    // What waits is in the list for editors alone.
    const reader = await product.user('reader')
    await aMember(product, item_id, reader, { edit: false })
    expect(await bob.api.source.list({ item_id })).toMatchObject([{ state: 'held', held_seq: '4', held_gone: '4' }])
    expect(await reader.api.source.list({ item_id })).toMatchObject([{ state: 'held', held_seq: '0', held_gone: '0' }])
  })
})
