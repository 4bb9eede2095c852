import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { passDays } from '../test/reviews.ts'
import { makeNews } from '../watch/news/news.service.ts'

const DAY = 86_400

onEachDatabase('responsible people and reviews', (product) => {
  let alice: TestUser
  let bob: TestUser
  let reader: TestUser
  let item_id: string
  let cat_id: string
  let page_id: string
  const info = (who: TestUser = alice, subject_id = page_id) => who.api.review.info({ kind: 'page', subject_id })
  const set = (kind: string, subject_id: string, more: Record<string, string>, who = alice) =>
    who.api.review.set({ item_id, subjects: JSON.stringify([{ kind, subject_id }]), ...more })
  const noticesOf = async (who: TestUser) =>
    (await who.api.notice.getList({})).filter((one) => one.item_id === item_id).map((one) => one.notice_content)

  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    reader = await product.user('reader')
  })
  beforeEach(async () => {
    item_id = await anItem(alice, { item_name: 'Shop' })
    cat_id = await aCatalog(alice, item_id, 'Orders')
    page_id = await aPage(alice, item_id, { cat_id, page_title: 'Refunds' })
    await aMember(product, item_id, bob)
  })

  it('the nearest steward and the nearest period count, each for itself', async () => {
    expect(await info()).toMatchObject({
      mark: { state: '' },
      steward: { uid: '0', from_kind: '' },
      period: { days: '0' },
      is_unowned: true,
    })
    await set('item', item_id, { uid: alice.uid, days: '365' })
    await set('catalog', cat_id, { uid: bob.uid })
    expect(await info()).toMatchObject({
      steward: { username: bob.username, from_kind: 'catalog', from_id: cat_id, from_name: 'Orders' },
      period: { days: '365', from_kind: 'item', from_name: 'Shop' },
      own: { uid: '0', days: '0' },
      is_unowned: false,
    })
    await set('page', page_id, { days: '30' })
    expect(await info()).toMatchObject({
      steward: { from_kind: 'catalog' },
      period: { days: '30', from_kind: 'page', from_name: 'Refunds' },
    })
    await set('catalog', cat_id, { uid: '0' })
    expect(await info()).toMatchObject({ steward: { username: alice.username, from_kind: 'item' }, own: { days: '30' } })
    expect(await alice.api.review.info({ kind: 'catalog', subject_id: cat_id })).toMatchObject({
      steward: { username: alice.username },
      own: { uid: '0' },
      may_set: true,
      may_verify: false,
    })
    await set('page', page_id, { days: '0' })
    expect(await info()).toMatchObject({ period: { days: '365' }, own: { days: '0' } })
    expect(await noticesOf(bob)).toEqual([`${alice.username} made you responsible for pages of “Shop”.`])
  })

  it('a place says that its pages have no period, even below one', async () => {
    await set('item', item_id, { days: '90' })
    await bob.api.review.verify({ page_id, version: '1', until: '0', note: '' })
    const [below, above] = [await aPage(alice, item_id, { cat_id, page_title: 'Below' }), await aPage(alice, item_id)]
    await set('catalog', cat_id, { no_period: '1' })
    for (const id of [page_id, below])
      expect(await info(alice, id)).toMatchObject({
        period: { days: '0', from_kind: 'catalog', from_name: 'Orders' },
        mark: { state: '', due: '0' },
        may_verify: false,
      })
    expect(await info(alice, above)).toMatchObject({ period: { days: '90', from_kind: 'item' } })
    await areRefused([bob.api.review.verify({ page_id, version: '1', until: '0', note: '' })], 10101, 'No review is planned')
    const catalog = () => alice.api.review.info({ kind: 'catalog', subject_id: cat_id })
    expect(await catalog()).toMatchObject({ own: { days: '0', no_period: true, uid: '0' } })
    expect(await alice.api.review.getList({ item_id, state: 'never' })).toMatchObject({ total: '1', list: [{ page_id: above }] })
    // The steward is another question: one is set and removed, and there is still no period.
    await set('catalog', cat_id, { uid: bob.uid })
    expect(await info()).toMatchObject({ steward: { uid: bob.uid, from_kind: 'catalog' }, period: { days: '0' } })
    await set('catalog', cat_id, { uid: '0' })
    expect(await catalog()).toMatchObject({ own: { no_period: true } })
    // What is nearer counts again, in both directions.
    await set('page', below, { days: '30' })
    expect(await info(alice, below)).toMatchObject({ period: { days: '30', from_kind: 'page' }, own: { days: '30', no_period: false } })
    await set('page', below, { no_period: '1' })
    await set('catalog', cat_id, { days: '0' })
    expect(await info(alice, below)).toMatchObject({ period: { days: '0', from_kind: 'page' } })
    expect(await info()).toMatchObject({ period: { days: '90', from_kind: 'item' }, mark: { state: 'verified' } })
    expect(await info(reader, below)).toMatchObject({ period: { days: '0', from_kind: '' }, own: { no_period: false } })
    // Managers alone choose it, and one thing at a time.
    await areRefused([set('page', page_id, { no_period: '1' }, bob)], 10303)
    await areRefused([set('page', page_id, { no_period: '1', days: '30' }), set('page', page_id, { days: '-1' })], 10101)
  })

  it('S153: no one else sets them, and none for others than editors, in another item or at another time', async () => {
    const outsider = await product.user('outsider')
    await aMember(product, item_id, reader, { edit: false })
    const team = await anItem(alice, { item_name: 'Other' })
    await areRefused([set('page', page_id, { days: '30' }, bob), set('page', page_id, { days: '30' }, reader)], 10303)
    await areRefused(
      [set('page', page_id, { uid: outsider.uid }), set('page', page_id, { uid: reader.uid }), set('page', page_id, { uid: '2147483647' })],
      10101,
      'cannot edit here',
    )
    await areRefused([set('page', page_id, { team_id: '2147483647' })], 10101)
    await areRefused([set('page', page_id, { days: '1826' })], 10101, '1825')
    const elsewhere = await aPage(alice, team)
    await areRefused([set('page', elsewhere, { days: '30' }), set('item', team, { days: '30' })], 10103)
    // One of many is foreign: nothing is set.
    const subjects = JSON.stringify([page_id, elsewhere].map((subject_id) => ({ kind: 'page', subject_id })))
    await areRefused([alice.api.review.set({ item_id, subjects, days: '30' })], 10103)
    expect(await info()).toMatchObject({ period: { days: '0' } })
    // Members of a catalog are stewards there only.
    const carol = await product.user('carol')
    await aMember(product, item_id, carol, { cat_id })
    await set('catalog', cat_id, { uid: carol.uid })
    await areRefused([set('item', item_id, { uid: carol.uid })], 10101)
    expect(await carol.api.review.people({ item_id, cat_id, page_id: '0', text: '' })).toMatchObject({ teams: [] })
    const able = async (at: Record<string, string>) =>
      (await alice.api.review.people({ item_id, cat_id: '0', page_id: '0', text: '', ...at })).people.map(({ uid }) => uid).sort()
    expect(await able({})).toEqual([alice.uid, bob.uid].sort())
    expect(await able({ page_id })).toEqual([alice.uid, bob.uid, carol.uid].sort())
    await areRefused([carol.api.review.people({ item_id, cat_id: await aCatalog(alice, item_id), page_id: '0', text: '' })], 10103)
  })

  it('a page is verified at the version that was read, until the day that was chosen', async () => {
    await areRefused([bob.api.review.verify({ page_id, version: '1', until: '0', note: '' })], 10101, 'No review is planned')
    await set('item', item_id, { days: '90' })
    const now = product.server.services.now()
    for (const version of ['0', '2', '999']) await areRefused([bob.api.review.verify({ page_id, version, until: '0', note: '' })], 10109)
    await areRefused([bob.api.review.verify({ page_id, version: '-1', until: '0', note: '' })], 10101)
    for (const until of [now - DAY, now + 1826 * DAY])
      await areRefused([bob.api.review.verify({ page_id, version: '1', until: String(until), note: '' })], 10101, '1825')
    await areRefused([reader.api.review.verify({ page_id, version: '1', until: '0', note: '' })], 10103)
    const first = await bob.api.review.verify({ page_id, version: '1', until: '0', note: ' Compared with the contract ' })
    expect(first.mark).toMatchObject({ state: 'verified', verified_version: '1', verified_username: bob.username })
    expect(Number(first.mark.verified_until) - now - 90 * DAY).toBeLessThan(100)
    const until = String(now + 7 * DAY)
    expect((await bob.api.review.verify({ page_id, version: '1', until, note: '' })).mark).toMatchObject({
      verified_until: until,
      due: until,
    })
    const { list, total } = await bob.api.review.trail({ page_id, page: '1', count: '10' })
    expect([total, list.map(({ note, ended_reason }) => [note, ended_reason])]).toEqual([
      '2',
      [
        ['', ''],
        ['Compared with the contract', 'verified'],
      ],
    ])
    await passDays(product, item_id, 8)
    expect((await info()).mark).toMatchObject({ state: 'due', verified_version: '1' })
    await areRefused([reader.api.review.trail({ page_id, page: '1', count: '10' })], 10103)
  })

  it('W15: a verification that is repeated after its answer was lost is once in the trail', async () => {
    await set('item', item_id, { days: '90' })
    const verify = () => bob.api.review.verify({ page_id, version: '1', until: '0', note: 'Compared', request_id: 'verify-again-1' })
    expect(await verify()).toEqual(await verify())
    expect((await bob.api.review.trail({ page_id, page: '1', count: '10' })).total).toBe('1')
  })

  it('more pages than the database has connections are verified at the same time', async () => {
    await set('item', item_id, { days: '90' })
    const pages = await Promise.all(Array.from({ length: 24 }, () => aPage(alice, item_id)))
    const ends = await Promise.allSettled(pages.map((id) => bob.api.review.verify({ page_id: id, version: '1', until: '0', note: '' })))
    expect(ends.map(({ status }) => status)).toEqual(pages.map(() => 'fulfilled'))
  })

  it('S141: readers see marks and not who did not sign in, names, trails or settings', async () => {
    await set('page', page_id, { uid: bob.uid, days: '90' })
    await bob.api.review.verify({ page_id, version: '1', until: '0', note: 'canary note' })
    const visitor = product.visitor()
    const seen = await info(reader)
    expect(seen).toMatchObject({ mark: { state: 'verified', verified_username: bob.username }, steward: { username: bob.username } })
    expect(seen).toMatchObject({
      own: { uid: '0' },
      period: { days: '90', from_kind: '' },
      may_verify: false,
      may_set: false,
      version: '0',
    })
    const open = await visitor.api.review.info({ kind: 'page', subject_id: page_id })
    expect(open.mark).toMatchObject({ state: 'verified', verified_uid: '0', verified_username: '' })
    const views = [open, await visitor.api.page.view({ page_id }), (await product.send({ url: `/${item_id}/${page_id}.md` })).body]
    for (const one of views) expect(JSON.stringify(one)).not.toMatch(new RegExp(`${bob.username}|canary`))
    expect((await visitor.api.page.view({ page_id })).review).toMatchObject({ state: 'verified', verified_version: '1', is_unowned: false })
    await areRefused(
      [reader.api.review.info({ kind: 'catalog', subject_id: cat_id }), reader.api.review.info({ kind: 'item', subject_id: item_id })],
      10103,
    )
    await alice.api.review.saveSettings({ item_id, review_show: '0' })
    const hidden = await info(reader)
    expect(hidden).toMatchObject({ mark: { state: '', due: '0', verified_until: '0' }, steward: { uid: '0' }, period: { days: '0' } })
    expect((await visitor.api.page.view({ page_id })).review).toBeUndefined()
    expect((await bob.api.page.view({ page_id })).review).toMatchObject({ state: 'verified' })
    await areRefused([bob.api.review.saveSettings({ item_id, review_show: '1' })], 10303)
  })

  it('W54: programs read whether to doubt a page', async () => {
    await set('page', page_id, { days: '90' })
    const text = async () => (await product.send({ url: `/${item_id}/${page_id}.md` })).body
    expect(await text()).toMatch(/^stale: no$/m)
    expect(await text()).not.toContain('verified_')
    await bob.api.review.verify({ page_id, version: '1', until: '0', note: '' })
    expect(await text()).toMatch(/\nverified_until: \d{4}-\d\d-\d\dT[\d:]+Z\nverified_version: 1\nstale: no\n---/)
    await alice.api.page.save({ page_id, page_title: 'Refunds', page_content: 'Other' })
    expect(await text()).toMatch(/^stale: changed$/m)
    await passDays(product, item_id, 91)
    expect(await text()).toMatch(/^stale: due$/m)
    await alice.api.review.saveSettings({ item_id, review_show: '0' })
    expect(await text()).not.toContain('stale')
  })

  it('a team of the item is a steward, until it leaves the item', async () => {
    await aTeamMember(product, item_id, bob)
    const { db } = product.server.services.store
    const bound = await db.selectFrom('team_item').selectAll().where('item_id', '=', Number(item_id)).executeTakeFirstOrThrow()
    await set('item', item_id, { team_id: String(bound.team_id), days: '30' })
    expect((await info()).steward).toMatchObject({ uid: '0', team_name: 'Team', from_kind: 'item' })
    expect(await bob.api.review.getList({ item_id, state: 'mine' })).toMatchObject({ counts: { unowned: '0' } })
    await alice.api.teamItem.delete({ id: String(bound.id) })
    expect(await info()).toMatchObject({ steward: { team_id: '0' }, period: { days: '30' }, is_unowned: true })
  })

  it('a steward hands pages on to someone who accepts', async () => {
    const carol = await product.user('carol')
    await aMember(product, item_id, carol)
    const other = await aPage(alice, item_id, { cat_id })
    await set('catalog', cat_id, { uid: bob.uid })
    const offer = (page_ids: string[], uid = carol.uid, who = bob) =>
      who.api.review.handOn({ item_id, page_ids: JSON.stringify(page_ids), uid })
    const unowned = await aPage(alice, item_id)
    await areRefused([offer([page_id], bob.uid, alice), offer([page_id, unowned])], 10303)
    await areRefused([offer([page_id], reader.uid), offer([page_id], bob.uid)], 10101)
    expect(await offer([page_id, other])).toEqual({ offers: '2' })
    expect(await noticesOf(carol)).toEqual([
      `${bob.username} would like to hand “Refunds” in “Shop” and 1 other page on to you. Accept or decline under “Due”.`,
    ])
    expect((await info()).steward).toMatchObject({ uid: bob.uid })
    const { to_me } = await carol.api.review.offers({})
    const idOf = (id: string) => to_me.find((one) => one.page_id === id)?.offer_id ?? ''
    expect(await info(carol)).toMatchObject({ offer: { offer_id: idOf(page_id), is_mine: false } })
    await areRefused(
      [
        alice.api.review.answerOffer({ offer_id: idOf(page_id), yes: '1' }),
        bob.api.review.answerOffer({ offer_id: idOf(page_id), yes: '1' }),
      ],
      10101,
    )
    await carol.api.review.answerOffer({ offer_id: idOf(page_id), yes: '1' })
    expect((await info()).steward).toMatchObject({ uid: carol.uid, from_kind: 'page' })
    await areRefused([carol.api.review.answerOffer({ offer_id: idOf(page_id), yes: '1' })], 10101)
    await carol.api.review.answerOffer({ offer_id: idOf(other), yes: '0' })
    expect((await info(alice, other)).steward).toMatchObject({ uid: bob.uid })
    const answers = (await noticesOf(bob)).filter((text) => text.startsWith(carol.username))
    expect(answers.sort()).toEqual([
      `${carol.username} did not take over “Start” in “Shop”.`,
      `${carol.username} is responsible for “Refunds” in “Shop” now.`,
    ])
    // A manager decides otherwise meanwhile.
    await offer([other])
    await set('page', other, { uid: alice.uid })
    expect((await carol.api.review.offers({})).to_me).toEqual([])
  })

  it('S147: an offer names no page that is closed to the person now', async () => {
    const carol = await product.user('carol')
    item_id = await anItem(alice, { item_name: 'Shop', password: 'sesame' })
    cat_id = await aCatalog(alice, item_id, 'Orders')
    page_id = await aPage(alice, item_id, { cat_id })
    await aMember(product, item_id, bob)
    await aMember(product, item_id, carol, { cat_id })
    await set('page', page_id, { uid: bob.uid })
    await bob.api.review.handOn({ item_id, page_ids: JSON.stringify([page_id]), uid: carol.uid })
    const offers = async () => (await carol.api.review.offers({})).to_me.map(({ page_title }) => page_title)
    expect(await offers()).toEqual(['Start'])
    const closed = await aCatalog(alice, item_id, 'Board')
    await alice.api.page.save({ page_id, cat_id: closed, page_title: 'Secret', page_content: 'x' })
    expect(await offers()).toEqual([])
    expect((await bob.api.review.offers({})).by_me).toMatchObject([{ page_title: 'Secret' }])
    await alice.api.page.save({ page_id, cat_id, page_title: 'Refunds', page_content: 'x' })
    expect(await offers()).toEqual(['Refunds'])
    const [{ item_member_id = '' } = {}] = (await alice.api.member.getList({ item_id })).filter(({ uid }) => uid === carol.uid)
    await alice.api.member.delete({ item_id, item_member_id })
    expect(await offers()).toEqual([])
  })

  it('“Needs work” begins a thread and notifies the steward', async () => {
    await set('page', page_id, { uid: bob.uid })
    const { thread_id } = await alice.api.review.flag({ page_id, content: 'The refund takes 14 days now.' })
    expect((await bob.api.comment.getList({ page_id })).threads).toMatchObject([{ thread_id }])
    expect(await noticesOf(bob)).toContain(`${alice.username} says that “Refunds” in “Shop” needs work. You are responsible.`)
    await areRefused([reader.api.review.flag({ page_id, content: 'x' })], 10103)
  })

  it('“Needs work” reaches the members of a team that can edit there, of a large one in their digest', async () => {
    const [carol, dave] = [await product.user('carol'), await product.user('dave')]
    await aTeamMember(product, item_id, carol)
    const { services } = product.server
    const { db } = services.store
    const { team_id } = await db.selectFrom('team_item').selectAll().where('item_id', '=', Number(item_id)).executeTakeFirstOrThrow()
    const row = { team_id, item_id: Number(item_id), cat_id: 0, addtime: 1 }
    await db
      .insertInto('team_item_member')
      .values({ ...row, member_uid: Number(dave.uid), member_group_id: 0 })
      .execute()
    await set('catalog', cat_id, { team_id: String(team_id) })
    const flag = () => alice.api.review.flag({ page_id, content: 'The refund takes 14 days now.' })
    const mails = async () => {
      await makeNews(services, 'test', services.now)
      const rows = db.selectFrom('tell').select('mail').where('item_id', '=', Number(item_id)).where('kind', '=', 'reviewFlagged')
      return (await rows.where('uid', '=', Number(carol.uid)).orderBy('tell_id').execute()).map(({ mail }) => mail)
    }
    await flag()
    const text = `${alice.username} says that “Refunds” in “Shop” needs work. You are responsible.`
    expect([await noticesOf(carol), await noticesOf(dave)]).toEqual([[text], []])
    expect(await mails()).toEqual(['soon'])
    const user = await db.selectFrom('user').selectAll().where('uid', '=', Number(carol.uid)).executeTakeFirstOrThrow()
    const { uid: _, ...same } = user
    const names = Array.from({ length: 220 }, (_none, n) => `crew-${item_id}-${n}`)
    const crew = await db
      .insertInto('user')
      .values(names.map((username) => ({ ...same, username, username_key: username, email: '', email_verify: 0 })))
      .returning('uid')
      .execute()
    const members = crew.map(({ uid }) => ({ ...row, member_uid: uid, member_group_id: 1 }))
    await db.insertInto('team_item_member').values(members).execute()
    await flag()
    expect(await mails()).toEqual(['soon', 'daily'])
    const sent = await db
      .selectFrom('notice')
      .select('uid')
      .where('item_id', '=', Number(item_id))
      .where('kind', '=', 'reviewFlagged')
      .execute()
    // The first two hundred members, of whom one cannot edit; one of them was informed before.
    expect(sent.length).toBe(1 + 199)
  })
})
