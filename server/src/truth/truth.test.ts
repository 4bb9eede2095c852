import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { description, orders } from '../source/test/orders.ts'
import { type ShopTable, shop, snapshot } from '../source/test/shop.ts'
import { later } from '../test/clock.ts'
import { aCatalog, aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { addGrant } from '../test/grants.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { passDays, setReview, verifyNow } from '../test/reviews.ts'

const DAY = 86_400
const CREATE = 'shop:src/orders.ts#createOrder'
const proof = (target: string) => `<!-- source: ${target} -->`

onEachDatabase('still true', (product) => {
  let alice: TestUser
  let item_id: string
  let keys: { api_key: string; api_token: string }
  let back = () => {}
  afterEach(() => back())
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
    keys = await alice.api.item.getKey({ item_id })
  })

  const page = (page_content: string, more: Record<string, string> = {}) => aPage(alice, item_id, { page_content, ...more })
  const truth = (page_id: string, who = alice) => who.api.truth.page({ page_id })
  const states = async (page_id: string) => {
    const { state, proofs } = await truth(page_id)
    return [state, ...proofs.map((one) => one.state)]
  }
  const idsOf = async (page_id: string) => (await truth(page_id)).proofs.map(({ proof_id }) => proof_id)
  const report = (results: object[], { repo = 'shop', ref = 'c1', pair = keys } = {}) =>
    product.visitor().api.open.reportProofs({ repo, ref, results: JSON.stringify(results), ...pair })
  const seal = async (page_id: string, value: string, ref = 'c1') => {
    const { proofs } = await truth(page_id)
    const built = proofs.filter(({ repo }) => repo === 'shop')
    return report(
      built.map(({ proof_id, target }) => ({ proof_id, target, seal: value })),
      { ref },
    )
  }
  const save = (page_id: string, page_content: string, more: Record<string, string> = {}) =>
    alice.api.page.save({ page_id, page_title: 'Start', page_content, ...more })
  const stateOf = async (page_id: string) => (await alice.api.page.info({ page_id })).truth_state
  const byToken = async (path: string, fields: object) => {
    const { store, now } = product.server.services
    const { token } = await addGrant(store.db, { uid: Number(alice.uid), level: 3, at: now() })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const reply = await product.send({ method: 'POST', url: `/api/${path}`, headers, payload: JSON.stringify(fields) })
    return reply.json<{ error_code: number; error_name?: string; data: Record<string, string> }>()
  }

  it('is fresh while a build sees what a person accepted, and stale, gone or unknown otherwise', async () => {
    const page_id = await page(`# Orders\n\n${proof(CREATE)}\n\nFinal after 30 minutes.\n`)
    expect(await truth(page_id)).toMatchObject({
      state: 'unchecked',
      reasons: [{ kind: 'proof', state: 'unchecked', target: CREATE, heading: 'Orders' }],
      proofs: [{ kind: 'file', repo: 'shop', path: 'src/orders.ts', selector: 'createOrder', problem: 'pending', accepted_by: '' }],
      can_accept: '1',
    })
    expect(await product.visitor().api.open.getProofs({ repo: 'shop', ...keys })).toMatchObject({
      total: '1',
      list: [{ page_id, page_title: 'Start', heading: 'Orders', target: CREATE, accepted: '' }],
    })
    expect(await seal(page_id, 'a1')).toMatchObject({ fresh: '1', refused: '0' })
    expect(await truth(page_id)).toMatchObject({
      state: 'fresh',
      reasons: [],
      proofs: [{ accepted_by: alice.username, accepted_ref: 'c1' }],
    })
    expect(await stateOf(page_id)).toBe('fresh')
    expect(await seal(page_id, 'a2', 'c2')).toMatchObject({ stale: '1' })
    await alice.api.truth.repos({ item_id, repo: 'shop', pattern: 'https://git.test/shop/compare/{from}...{to}' })
    expect(await truth(page_id)).toMatchObject({ state: 'stale', proofs: [{ compare_url: 'https://git.test/shop/compare/c1...c2' }] })
    const [proof_id = ''] = await idsOf(page_id)
    const failed = async (problem: string) => report([{ proof_id, target: CREATE, problem }]).then(() => states(page_id))
    expect(await failed('ambiguous')).toEqual(['unchecked', 'unknown'])
    expect(await failed('missing')).toEqual(['gone', 'gone'])
    expect((await seal(page_id, 'a2', 'c3')).stale).toBe('1')
    expect(await alice.api.truth.accept({ page_id, proof_ids: `[${proof_id}]` })).toMatchObject({ state: 'fresh' })
    back = later(product, 31 * DAY)
    expect([await stateOf(page_id), await states(page_id)]).toEqual(['unchecked', ['unchecked', 'unchecked']])
    expect(await alice.api.truth.summary({ item_id })).toMatchObject({ unchecked: '1', fresh: '0', pages: '1' })
    back()
    expect(await alice.api.truth.summary({ item_id })).toMatchObject({ fresh: '1', repos: [{ repo: 'shop', seen_ref: 'c3' }] })
    back = later(product, 6 * DAY)
    const giveDays = (truth_days: string) => product.admin.api.adminSetting.saveConfig({ truth_days })
    await giveDays('5')
    const since = Number((await truth(page_id)).since)
    expect([await stateOf(page_id), await states(page_id)]).toEqual(['unchecked', ['unchecked', 'unchecked']])
    expect(await alice.api.truth.summary({ item_id })).toMatchObject({ unchecked: '1', fresh: '0' })
    await giveDays('6')
    expect(await alice.api.truth.list({ item_id })).toMatchObject({ list: [{ state: 'unchecked', since: String(since + DAY) }] })
    await giveDays('7')
    expect([await stateOf(page_id), await states(page_id)]).toEqual(['fresh', ['fresh', 'fresh']])
    expect(await alice.api.truth.list({ item_id, state: 'all' })).toMatchObject({ counts: { fresh: '1' }, list: [{ reasons: [] }] })
    await giveDays('30')
  })

  it('follows the text of every writer: a proof that stays keeps what was accepted', async () => {
    const page_id = await page(`# A\n${proof(CREATE)}\n\n# B\n\`${proof('shop:code.ts')}\`\n`)
    await seal(page_id, 'a1')
    const [first] = await idsOf(page_id)
    await save(page_id, `# B\n${proof('shop:b.ts')}\n${proof(CREATE)}\n`)
    const moved = await truth(page_id)
    expect(moved.proofs.map(({ target, heading, state }) => [target, heading, state])).toEqual([
      ['shop:b.ts', 'B', 'unchecked'],
      [CREATE, 'B', 'fresh'],
    ])
    expect(moved.proofs[1]?.proof_id).toBe(first)
    // A program writes proofs, too, but it accepts nothing (S220).
    const pushed = await product.visitor().api.open.updatePage({ page_title: 'Pushed', page_content: proof('shop:pushed.ts'), ...keys })
    await seal(pushed.page_id, 'p1')
    expect(await truth(pushed.page_id)).toMatchObject({ state: 'unchecked', proofs: [{ problem: 'unaccepted', accepted_by: '' }] })
    await alice.api.truth.accept({ page_id: pushed.page_id })
    expect(await states(pushed.page_id)).toEqual(['fresh', 'fresh'])
    // A page in the recycle bin counts nowhere, and is as it was when it is back.
    await alice.api.page.delete({ page_id })
    expect(await alice.api.truth.summary({ item_id })).toMatchObject({ pages: '1' })
    expect((await product.visitor().api.open.getProofs({ repo: 'shop', ...keys })).total).toBe('1')
    await alice.api.recycle.recover({ item_id, page_id })
    expect(await states(page_id)).toEqual(['unchecked', 'unchecked', 'fresh'])
    // Another item: with its proofs, which builds of the new item report.
    const other = await anItem(alice)
    await alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' })
    expect(await states(page_id)).toEqual(['unchecked', 'unchecked', 'fresh'])
    expect((await report([{ proof_id: first, target: CREATE, seal: 'x' }])).refused).toBe('1')
    expect((await product.visitor().api.open.getProofs({ repo: 'shop', ...(await alice.api.item.getKey({ item_id: other })) })).total).toBe(
      '2',
    )
    // Without proofs nothing is claimed.
    await save(page_id, 'Nothing', { item_id: other })
    expect([await stateOf(page_id), (await truth(page_id)).proofs]).toEqual(['', []])
    const imported = await product.upload(
      alice,
      'import/auto',
      { item_id },
      { name: 'guide.md', bytes: Buffer.from(`# Guide\n\n${proof('shop:i.ts')}`) },
    )
    expect(imported.json<{ error_code: number }>().error_code).toBe(0)
    expect(await alice.api.truth.list({ item_id, state: 'unchecked', keyword: 'shop:i' })).toMatchObject({ total: '1' })
  })

  it('writes, moves and removes a proof without typing, as a save of the page', async () => {
    const page_id = await page('Intro\n\n# Orders\nText\n')
    const write = (fields: Record<string, string>) =>
      alice.api.truth.saveProof({ page_id, proof_id: '0', heading: '', target: '', ...fields })
    expect(await write({ heading: 'Orders', target: CREATE, base_version: '1' })).toMatchObject({ page_id, version: '2' })
    expect((await alice.api.page.info({ page_id })).page_content).toBe(`Intro\n\n# Orders\n\n${proof(CREATE)}\n\nText\n`)
    await seal(page_id, 'a1')
    const [proof_id = ''] = await idsOf(page_id)
    await write({ proof_id, heading: '', target: CREATE })
    expect(await truth(page_id)).toMatchObject({ proofs: [{ proof_id, heading: '', state: 'fresh' }] })
    await write({ proof_id, heading: '', target: 'shop:src/cart.ts' })
    expect(await truth(page_id)).toMatchObject({ proofs: [{ target: 'shop:src/cart.ts', state: 'unchecked' }] })
    const [next = ''] = await idsOf(page_id)
    await write({ proof_id: next })
    expect((await alice.api.page.info({ page_id })).page_content).not.toContain('<!--')
    expect(await alice.api.page.history({ page_id, brief: '1' })).toHaveLength(4)
    await areRefused([write({ target: 'shop:../secret' }), write({ target: 'a: --> b' })], 10101, 'not a source')
    await areRefused([write({ target: CREATE, base_version: '1' })], 10109)
    await areRefused([write({ target: CREATE, heading: 'None' }), write({ proof_id: '2147483647', target: CREATE })], 10101)
    await save(page_id, Array.from({ length: 25 }, (_, n) => proof(`shop:${n}.ts`)).join('\n'))
    expect((await truth(page_id)).proofs).toHaveLength(20)
    await areRefused([write({ target: CREATE })], 10101, 'at most 20')
  })

  it('is accepted by persons only, and only on pages that they can edit', async () => {
    const page_id = await page(proof(CREATE))
    await seal(page_id, 'a1')
    await seal(page_id, 'a2')
    const [proof_id = ''] = await idsOf(page_id)
    expect(await byToken('truth/accept', { page_id })).toMatchObject({ error_name: 'sessionOnly' })
    await setReview(alice, item_id, { page_id }, { days: '30' })
    const verified = await byToken('review/verify', { page_id, version: '1', until: '0', note: '' })
    expect(verified).toMatchObject({ error_name: 'levelMissing' })
    const text = { page_id, page_title: 'Start', page_content: proof(CREATE) }
    expect(await byToken('page/save', { ...text, accepts: 'all' })).toMatchObject({ error_name: 'sessionOnly' })
    expect((await byToken('page/save', text)).error_code).toBe(0)
    expect((await byToken('truth/page', { page_id })).data).toMatchObject({ can_accept: '0', state: 'stale' })
    expect(await states(page_id)).toEqual(['stale', 'stale'])
    const [bob, elsewhere] = [await product.user('bob'), await page(proof('shop:other.ts'))]
    await aMember(product, item_id, bob, { edit: false })
    await areRefused([bob.api.truth.accept({ page_id }), verifyNow(bob, product, page_id)], 10103)
    await areRefused([alice.api.truth.accept({ page_id: elsewhere, proof_ids: `[${proof_id}]` })], 10101)
    expect(await truth(page_id, bob)).toMatchObject({ can_accept: '0', proofs: [{ accepted_by: '', accepted_name: '', compare_url: '' }] })
    await save(page_id, `${proof(CREATE)}\n\nSays it now.`, { accepts: 'all' })
    expect(await states(page_id)).toEqual(['fresh', 'fresh'])
    await archive(product, item_id)
    await areRefused([alice.api.truth.accept({ page_id }), verifyNow(alice, product, page_id)], 10103)
    await areRefused([report([{ proof_id, target: CREATE, seal: 'a1' }])], 10103)
  })

  it('S219: takes from a build what belongs to its repository and item, and nothing else', async () => {
    const page_id = await page(`${proof(CREATE)}\n${proof('web:app.ts')}\n${proof('https://example.com/terms')}`)
    const [shop = '', web = '', address = ''] = await idsOf(page_id)
    const foreign = await aPage(alice, await anItem(alice), { page_content: proof(CREATE) })
    const [other = ''] = await idsOf(foreign)
    const answer = await report([
      { proof_id: shop, target: CREATE, seal: 'a1' },
      { proof_id: shop, target: 'shop:changed.ts', seal: 'a1' },
      { proof_id: web, target: 'web:app.ts', seal: 'a1' },
      { proof_id: other, target: CREATE, seal: 'a1' },
      { proof_id: address, target: 'https://example.com/terms', seal: 'a1' },
      { proof_id: shop, target: CREATE },
    ])
    expect(answer).toMatchObject({ fresh: '1', refused: '5' })
    expect(await states(foreign)).toEqual(['unchecked', 'unchecked'])
    expect(await product.visitor().api.open.getProofs(keys)).toMatchObject({ total: '1', list: [{ target: 'https://example.com/terms' }] })
    const moved = { proof_id: address, target: 'https://example.com/terms', problem: 'moved' }
    expect(await report([moved], { repo: '' })).toMatchObject({ stale: '1' })
    await alice.api.truth.accept({ page_id, proof_ids: `[${address}]` })
    expect(await report([moved], { repo: '' })).toMatchObject({ fresh: '1' })
    await areRefused([report(Array.from({ length: 1001 }, () => moved))], 10101)
    await areRefused([report([moved], { pair: { ...keys, api_token: 'x'.repeat(32) } })], 10306)
    expect(await alice.api.truth.repos({ item_id })).toMatchObject([
      { repo: 'shop', seen_ref: 'c1' },
      { repo: 'web', seen_ref: '' },
    ])
    const wrong = [
      'javascript:alert(1)//{from}{to}',
      'https://{from}.test/{to}',
      'https://git.test/{from}',
      'https://a:b@git.test/{from}{to}',
    ]
    await areRefused(
      wrong.map((pattern) => alice.api.truth.repos({ item_id, repo: 'shop', pattern })),
      10101,
    )
  })

  it('knows the operations of descriptions without a build', async () => {
    const before = await page(proof('operation orders createOrder'))
    expect(await states(before)).toEqual(['unchecked', 'unknown'])
    const file = (all = orders) => ({ name: 'orders.json', bytes: description(all) })
    const added = await product.upload(alice, 'source/add', { item_id, name: 'orders' }, file())
    const { source_id } = added.json<{ data: { source_id: string } }>().data
    const page_id = await page(`# Orders\n${proof('operation orders createOrder')}\n${proof('operation orders none')}`)
    expect(await states(before)).toEqual(['fresh', 'fresh'])
    expect(await states(page_id)).toEqual(['unchecked', 'fresh', 'unknown'])
    await save(page_id, proof('operation orders createOrder'))
    // Other words of the description alone make no page stale; another shape does.
    const reworded = orders.map((one) => (one.id === 'createOrder' ? { ...one, quantity: 'Pieces' } : one))
    await product.upload(alice, 'source/push', { source_id }, file(reworded))
    expect(await states(page_id)).toEqual(['fresh', 'fresh'])
    const changed = reworded.map((one) => (one.id === 'createOrder' ? { ...one, maximum: 999 } : one))
    await product.upload(alice, 'source/push', { source_id }, file(changed))
    expect(await states(page_id)).toEqual(['stale', 'stale'])
    expect(await alice.api.truth.accept({ page_id })).toMatchObject({ state: 'fresh', proofs: [{ seen_ref: '3', accepted_ref: '3' }] })
    // Words of people whose place changes make the page of the operation stale; a part that is gone makes it gone.
    const view = (await alice.api.item.search({ item_id, keyword: 'Create an order' })).pages?.find(
      (one) => one.page_title === 'Create an order',
    )
    const own = view?.page_id ?? ''
    expect(await stateOf(own)).toBe('')
    await alice.api.source.saveWords({ page_id: own, path: 'body.quantity', words: 'At most 999', mode: 'replace' })
    expect(await stateOf(own)).toBe('fresh')
    await product.upload(alice, 'source/push', { source_id }, file(orders))
    expect(await truth(own)).toMatchObject({ state: 'stale', reasons: [{ kind: 'words', count: 1 }] })
    const decision = [{ page_id: Number(own), path: 'body.quantity', mode: 'replace', choice: 'ours' }]
    await alice.api.source.decide({ source_id, words: JSON.stringify(decision) })
    expect(await stateOf(own)).toBe('fresh')
    await product.upload(alice, 'source/push', { source_id }, file(orders.slice(1)))
    expect([await stateOf(own), await states(page_id), await states(before)]).toEqual(['gone', ['gone', 'gone'], ['gone', 'gone']])
    expect(await truth(own)).toMatchObject({ reasons: [{ kind: 'part', state: 'gone', target: 'Create an order' }] })
    expect(await alice.api.truth.list({ item_id, kind: 'part' })).toMatchObject({ total: '1', list: [{ page_id: own }] })
    await alice.api.source.delete({ source_id, pages: 'keep', password: alice.password })
    expect([await stateOf(own), await states(page_id)]).toEqual(['', ['unchecked', 'unknown']])
  })

  it('knows the tables of databases without a build', async () => {
    const file = (tables = shop) => ({ name: 'shop.json', bytes: snapshot(tables) })
    const before = await page(proof('table main public.orders'))
    expect(await states(before)).toEqual(['unchecked', 'unknown'])
    const added = await product.upload(alice, 'source/add', { item_id, name: 'main' }, file())
    const { source_id } = added.json<{ data: { source_id: string } }>().data
    // An operation and a table can have the same key.
    const page_id = await page(`${proof('table main public.orders')}\n${proof('operation main public.orders')}`)
    expect([await states(before), await states(page_id)]).toEqual([
      ['fresh', 'fresh'],
      ['unchecked', 'fresh', 'unknown'],
    ])
    await save(page_id, proof('table main public.orders'))
    const orders = (change: (table: ShopTable) => ShopTable) => shop.map((table) => (table.name === 'orders' ? change(table) : table))
    // Comments alone and keys of other tables make no page stale; a column does.
    await product.upload(alice, 'source/push', { source_id }, file(orders((table) => ({ ...table, comment: 'What was bought' }))))
    await product.upload(alice, 'source/push', { source_id }, file(shop.filter(({ name }) => name !== 'invoices')))
    expect(await states(page_id)).toEqual(['fresh', 'fresh'])
    const wider = orders((table) => ({ ...table, columns: [...table.columns, { name: 'note' }] }))
    await product.upload(alice, 'source/push', { source_id }, file(wider))
    expect(await states(page_id)).toEqual(['stale', 'stale'])
    expect(await alice.api.truth.list({ item_id, kind: 'table' })).toMatchObject({
      list: expect.arrayContaining([
        expect.objectContaining({ page_id, reasons: [expect.objectContaining({ target: 'table main public.orders' })] }),
      ]),
    })
    expect(await alice.api.truth.accept({ page_id })).toMatchObject({ state: 'fresh' })
    // A table that PostgreSQL has renamed is followed by its former name; its name alone makes the page stale.
    const renamed = wider.map((table) => (table.name === 'orders' ? { ...table, name: 'purchases' } : table))
    await product.upload(alice, 'source/push', { source_id }, file(renamed))
    expect(await states(page_id)).toEqual(['stale', 'stale'])
    await product.upload(alice, 'source/push', { source_id }, file(renamed.filter(({ name }) => name !== 'purchases')))
    expect(await states(page_id)).toEqual(['gone', 'gone'])
    await alice.api.source.delete({ source_id, pages: 'keep', password: alice.password })
    expect(await states(page_id)).toEqual(['unchecked', 'unknown'])
  })

  it('keeps what was accepted before shapes were known', async () => {
    const file = (title: string) => ({ name: 'orders.json', bytes: description(orders, title) })
    const added = await product.upload(alice, 'source/add', { item_id, name: 'orders' }, file('Orders API'))
    const { source_id } = added.json<{ data: { source_id: string } }>().data
    const page_id = await page(proof('operation orders createOrder'))
    const { db } = product.server.services.store
    const part = db.selectFrom('source_part').where('source_id', '=', Number(source_id)).where('part_key', '=', 'createOrder')
    const { seal } = await part.select('seal').executeTakeFirstOrThrow()
    await db.updateTable('proof').set({ accepted: seal, seen: seal }).where('page_id', '=', Number(page_id)).execute()
    await db.updateTable('source_part').set({ shape: '' }).where('source_id', '=', Number(source_id)).execute()
    await product.upload(alice, 'source/push', { source_id }, file('Orders'))
    expect(await states(page_id)).toEqual(['fresh', 'fresh'])
    const { shape } = await part.select('shape').executeTakeFirstOrThrow()
    expect(await db.selectFrom('proof').select('accepted').where('page_id', '=', Number(page_id)).execute()).toEqual([{ accepted: shape }])
  })

  it('has an owner and a review, of the page or of the nearest place above it', async () => {
    const cat_id = await aCatalog(alice, item_id)
    const below = await aCatalog(alice, item_id, 'Below', cat_id)
    const page_id = await page('Text', { cat_id: below })
    const other = await page('Text')
    const bob = await product.user('bob')
    const set = (at: { page_id?: string; cat_id?: string }, more: Record<string, string>, who = alice) => setReview(who, item_id, at, more)
    await areRefused([set({}, { uid: bob.uid }), set({}, { uid: '2147483647' })], 10101)
    await aMember(product, item_id, bob, { cat_id })
    // Managers choose who is responsible.
    await areRefused([set({ cat_id }, { days: '90' }, bob), set({ page_id }, { uid: '0', days: '0' }, bob)], 10303)
    await areRefused([set({}, { days: '1826' })], 10101)
    await set({ cat_id }, { uid: bob.uid, days: '30' })
    // A page that was never verified is not called up to date.
    expect(await truth(page_id)).toMatchObject({ state: '', review: { owner_username: bob.username, every_days: '30', from: 'catalog' } })
    expect([await stateOf(page_id), await stateOf(other)]).toEqual(['', ''])
    expect(await alice.api.truth.summary({ item_id })).toMatchObject({ fresh: '0', pages: '0' })
    await passDays(product, item_id, 31)
    expect(await stateOf(page_id)).toBe('due')
    expect(await alice.api.truth.list({ item_id, owner_uid: bob.uid })).toMatchObject({
      total: '1',
      counts: { due: '1' },
      list: [{ page_id, cat_name: 'Below', owner_username: bob.username, reasons: [{ kind: 'review', state: 'due' }] }],
    })
    await verifyNow(bob, product, page_id)
    expect(await truth(page_id)).toMatchObject({ state: 'fresh', review: { checked_name: bob.username } })
    await alice.api.page.save({ page_id, page_title: 'Start', page_content: 'By another hand' })
    expect(await truth(page_id)).toMatchObject({ state: '', review: { checked_time: '0', checked_name: '' } })
    await set({ page_id }, { uid: '0', days: '1' })
    expect(await truth(page_id)).toMatchObject({ review: { owner_uid: bob.uid, every_days: '1', from: 'page' } })
    await set({ page_id }, { uid: '0', days: '0' })
    expect(await truth(page_id)).toMatchObject({ review: { from: 'catalog' } })
  })

  it('S228: an owner who has lost the right to edit, or to read, cannot confirm it', async () => {
    const page_id = await page('<!-- source: shop:src/orders.ts -->')
    const bob = await product.user('bob')
    await aMember(product, item_id, bob)
    await setReview(alice, item_id, { page_id }, { uid: bob.uid, days: '30' })
    const members = product.server.services.store.db
    const [{ proof_id = '' } = {}] = (await alice.api.truth.page({ page_id })).proofs
    const writes = () => [
      bob.api.truth.accept({ page_id, proof_ids: JSON.stringify([proof_id]) }),
      verifyNow(bob, product, page_id),
      bob.api.truth.saveProof({ page_id, proof_id, target: '' }),
    ]
    await verifyNow(bob, product, page_id)
    expect(await truth(page_id)).toMatchObject({ review: { checked_name: bob.username } })
    await members.updateTable('item_member').set({ member_group_id: 0 }).where('uid', '=', Number(bob.uid)).execute()
    await areRefused(writes(), 10103)
    await members.deleteFrom('item_member').where('uid', '=', Number(bob.uid)).execute()
    await areRefused(writes(), 10103)
    expect(await truth(page_id)).toMatchObject({ review: { owner_username: bob.username } })
  })

  it('lists the same states, dates and owners as the pages show, with owners and reviews at each place', async () => {
    const top = await aCatalog(alice, item_id, 'Top')
    const middle = await aCatalog(alice, item_id, 'Middle', top)
    const bottom = await aCatalog(alice, item_id, 'Bottom', middle)
    const other = await aCatalog(alice, item_id, 'Other')
    const pages: string[] = []
    for (const cat_id of ['0', top, middle, bottom, other])
      for (const text of ['Text', proof(CREATE), proof('web:app.ts')]) pages.push(await page(text, { cat_id }))
    for (const [n, page_id] of pages.entries()) if (n % 3 === 1) await seal(page_id, 'a1')
    await seal(pages[7] ?? '', 'a2')
    const settings: { cat_id?: string; page_id?: string; uid: string; days: string }[] = [
      { cat_id: top, uid: '0', days: '30' },
      { cat_id: bottom, uid: alice.uid, days: '0' },
      { uid: alice.uid, days: '1' },
      { page_id: pages[9] ?? '', uid: '0', days: '30' },
      { cat_id: middle, uid: '0', days: '1' },
      { page_id: pages[10] ?? '', uid: alice.uid, days: '90' },
    ]
    const shown = async () => {
      const found = await Promise.all(pages.map((page_id) => truth(page_id)))
      const rows = found.flatMap(({ page_id, state, since, review }) =>
        state === '' ? [] : [{ page_id, state, since, owner_uid: review.owner_uid }],
      )
      return rows.sort((a, b) => Number(a.page_id) - Number(b.page_id))
    }
    const listed = async (filter: { cat_id?: string; owner_uid?: string } = {}) => {
      const { list } = await alice.api.truth.list({ item_id, state: 'all', count: '100', ...filter })
      const rows = list.map(({ page_id, state, since, owner_uid }) => ({ page_id, state, since, owner_uid }))
      return rows.sort((a, b) => Number(a.page_id) - Number(b.page_id))
    }
    const states = new Set<string>()
    for (const [n, { cat_id, page_id, ...more }] of settings.entries()) {
      await setReview(alice, item_id, { cat_id, page_id }, more)
      if (n === 3) await passDays(product, item_id, 31)
      if (n === 4) await verifyNow(alice, product, pages[5] ?? '')
      const rows = await shown()
      for (const { state } of rows) states.add(state)
      expect(await listed()).toEqual(rows)
      expect(await listed({ owner_uid: alice.uid })).toEqual(rows.filter(({ owner_uid }) => owner_uid === alice.uid))
      expect((await listed({ cat_id: middle })).map((row) => row.page_id)).toEqual(
        rows.map((row) => row.page_id).filter((page_id) => pages.indexOf(page_id) >= 6 && pages.indexOf(page_id) < 12),
      )
      const counts = Object.entries((await alice.api.truth.list({ item_id })).counts)
      for (const [state, count] of counts) expect(count).toBe(String(rows.filter((row) => row.state === state).length))
    }
    expect([...states].sort()).toEqual(['due', 'fresh', 'stale', 'unchecked'])
    expect(await alice.api.truth.list({ item_id, state: 'all', keyword: 'WEB:APP' })).toMatchObject({ total: '5' })
    expect(await alice.api.truth.list({ item_id, state: 'all', keyword: '100%_' })).toMatchObject({ total: '0' })
    expect(await alice.api.truth.list({ item_id, state: 'all', kind: 'file' })).toMatchObject({ total: '10' })
  })

  it('shows a member of one catalog nothing of other pages', async () => {
    const secret = await anItem(alice, { password: 'sesame' })
    const [own, other] = [await aCatalog(alice, secret, 'Own'), await aCatalog(alice, secret, 'Other')]
    const mine = await aPage(alice, secret, { cat_id: own, page_content: proof('shop:mine.ts') })
    const hidden = await aPage(alice, secret, {
      cat_id: other,
      page_title: 'Hidden',
      page_content: `# Canary\n${proof('vault:canary.ts')}`,
    })
    await product.upload(alice, 'source/add', { item_id: secret, cat_id: other, name: 'orders' }, { name: 'o.json', bytes: description() })
    const carol = await product.user('carol')
    await aMember(product, secret, carol, { cat_id: own })
    const seen = [
      await carol.api.truth.list({ item_id: secret, state: 'all' }),
      await carol.api.truth.summary({ item_id: secret }),
      await carol.api.truth.repos({ item_id: secret }),
    ]
    expect(seen).toMatchObject([{ total: '1', list: [{ page_id: mine }] }, { pages: '1', repos: [{ repo: 'shop' }] }, [{ repo: 'shop' }]])
    for (const one of seen) expect(JSON.stringify(one)).not.toMatch(/canary|vault|Hidden/i)
    await areRefused([carol.api.truth.page({ page_id: hidden }), product.visitor().api.truth.page({ page_id: hidden })], 10303)
    // A key of an operation cannot be tried out, neither now nor when the source changes.
    await carol.api.page.save({ page_id: mine, page_title: 'Mine', page_content: proof('operation orders createOrder') })
    expect(await truth(mine, carol)).toMatchObject({ proofs: [{ state: 'unknown' }] })
    const [{ source_id = '' } = {}] = await alice.api.source.list({ item_id: secret })
    await product.upload(alice, 'source/push', { source_id }, { name: 'o.json', bytes: description(orders.slice(0, 2)) })
    expect(await truth(mine, carol)).toMatchObject({ proofs: [{ state: 'unknown' }] })
    // By the link of a single page: the reasons without names.
    const made = await alice.api.page.createSinglePage({ page_id: hidden, isCreateSiglePage: '1' })
    const unique_key = 'unique_key' in made ? made.unique_key : ''
    await setReview(alice, secret, {}, { uid: alice.uid, days: '30' })
    const linked = await product.visitor().api.truth.page({ page_id: '0', unique_key })
    expect(linked).toMatchObject({ state: 'unchecked', review: { owner_username: '' }, can_accept: '0' })
    expect(JSON.stringify(linked)).not.toContain(alice.username)
    expect((await product.visitor().api.page.infoByKey({ page_id: '0', unique_key })).truth_state).toBe('unchecked')
    // An item can hide states from readers; its editors see them.
    const open = await page(proof(CREATE))
    const reads = async (who: Pick<TestUser, 'api'>) => [
      (await who.api.page.info({ page_id: open })).truth_state,
      (await who.api.page.view({ page_id: open })).truth_state,
      (await who.api.truth.page({ page_id: open })).proofs.length,
      (await who.api.truth.summary({ item_id })).pages,
    ]
    expect(await reads(product.visitor())).toEqual(['unchecked', 'unchecked', 1, '1'])
    await alice.api.publish.save({ item_id, truth_badge: '0' })
    expect(await reads(product.visitor())).toEqual(['', '', 0, '0'])
    expect(await reads(alice)).toEqual(['unchecked', 'unchecked', 1, '1'])
    expect(await reads(carol)).toEqual(['', '', 0, '0'])
  })

  it('lists the worst first, in pages and as a table without formulas', async () => {
    const stale = await page(proof(CREATE), { page_title: '=cmd()' })
    await seal(stale, 'a1')
    await seal(stale, 'a2')
    const gone = await page(proof('shop:gone.ts'))
    const [proof_id] = await idsOf(gone)
    await report([{ proof_id, target: 'shop:gone.ts', problem: 'missing' }])
    const fresh = await page(proof('shop:fresh.ts'))
    await seal(fresh, 'f1')
    const list = (fields: Record<string, string> = {}) => alice.api.truth.list({ item_id, ...fields })
    expect((await list()).list.map((one) => [one.page_id, one.state])).toEqual([
      [gone, 'gone'],
      [stale, 'stale'],
    ])
    expect(await list({ state: 'all', page: '2', count: '2' })).toMatchObject({
      total: '3',
      list: [{ page_id: fresh }],
      counts: { fresh: '1' },
    })
    await areRefused([list({ state: 'old' }), list({ kind: 'none' }), list({ format: 'xml' })], 10101)
    const reply = await product.send({
      method: 'POST',
      url: '/api/truth/list',
      headers: { ...alice.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ item_id, state: 'all', format: 'csv' }),
    })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.body).toContain(`"${stale}","'=cmd()","","stale"`)
    const { counts, stale: first } = await product.visitor().api.open.getTruth({ cat_name: '', ...keys })
    expect(counts).toMatchObject({ gone: '1', stale: '1', fresh: '1' })
    expect(first.map(({ page_id, url }) => [page_id, url])).toEqual([
      [gone, `/${item_id}/${gone}`],
      [stale, `/${item_id}/${stale}`],
    ])
  })
})
