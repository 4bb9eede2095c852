import { beforeEach, describe, expect, it } from 'vitest'
import { writtenDay } from '../runtime/days.ts'
import { aCatalog, aMember, anItem, aPage, archive } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { addWebhook } from '../test/webhooks.ts'
import { makeNews } from '../watch/news/news.service.ts'
import { kindOfStep, LEFT_STEP, stepAt } from './due.rules.ts'
import { informOfReviews } from './due.service.ts'

const DAY = 86_400

describe('the steps of a reminder', () => {
  it('are 14 days before, the day, eight weeks, and then the owner', () => {
    const due = 1000 * DAY
    const steps = [-15, -14, -1, 0, 6, 7, 55, 56, 62, 63, 400].map((days) => stepAt(due, due + days * DAY))
    expect(steps).toEqual([0, 1, 1, 2, 2, 3, 9, 10, 10, 11, 11])
    expect([1, 2, 3, LEFT_STEP - 1, LEFT_STEP].map(kindOfStep)).toEqual([
      'reviewSoon',
      'reviewDue',
      'reviewLate',
      'reviewLate',
      'reviewLeft',
    ])
  })
})

onEachDatabase('reminders of reviews', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let cat_id: string
  let page_id: string
  const run = (days: number, at: number) => informOfReviews({ ...product.server.services, now: () => at + days * DAY })
  const rowsOf = (who: TestUser) =>
    product.server.services.store.db
      .selectFrom('notice')
      .select(['kind', 'page_id'])
      .where('uid', '=', Number(who.uid))
      .where('item_id', '=', Number(item_id))
      .where('kind', 'like', 'review%')
      .orderBy('notice_id')
      .execute()
  /** A team of the item whose members can edit there. */
  async function aLargeTeam(members: number) {
    const { db } = product.server.services.store
    const { uid: _, ...same } = await db.selectFrom('user').selectAll().where('uid', '=', Number(bob.uid)).executeTakeFirstOrThrow()
    const names = Array.from({ length: members }, (_none, n) => `crew-${item_id}-${n}`)
    const people = names.map((username) => ({ ...same, username, username_key: username, email: '', email_key: null, email_verify: 0 }))
    const made = await db.insertInto('user').values(people).returning('uid').execute()
    const team = { uid: Number(alice.uid), team_name: 'Crew', addtime: 1, last_update_time: 1 }
    const { id: team_id } = await db.insertInto('team').values(team).returning('id').executeTakeFirstOrThrow()
    const bound = { team_id, item_id: Number(item_id), addtime: 1 }
    await db.insertInto('team_item').values(bound).execute()
    const rows = made.map(({ uid }) => ({ ...bound, member_uid: uid, member_group_id: 1, cat_id: 0 }))
    await db.insertInto('team_item_member').values(rows).execute()
    return { team_id, uids: made.map(({ uid }) => uid).sort((one, other) => one - other) }
  }
  const kinds = async (who: TestUser) => (await rowsOf(who)).map(({ kind }) => kind)
  const set = (more: Record<string, string>, kind = 'page', subject_id = page_id) =>
    alice.api.review.set({ item_id, subjects: JSON.stringify([{ kind, subject_id }]), ...more })

  beforeEach(async () => {
    const { db } = product.server.services.store
    await db.deleteFrom('stewardship').execute()
    alice = await product.user('alice')
    bob = await product.user('bob')
    item_id = await anItem(alice, { item_name: 'Shop', password: 'sesame' })
    cat_id = await aCatalog(alice, item_id, 'Orders')
    page_id = await aPage(alice, item_id, { cat_id, page_title: 'Refunds' })
    await aMember(product, item_id, bob, { cat_id })
  })

  it('come 14 days before, on the day and weekly for eight weeks; then the owner is informed once', async () => {
    const now = product.server.services.now()
    await set({ uid: bob.uid, days: '20' })
    for (const day of [0, 5, 6.1, 7, 19, 20.1, 21, 27.1, 27.5]) await run(day, now)
    expect(await kinds(bob)).toEqual(['reviewSoon', 'reviewDue', 'reviewLate'])
    const [last] = await bob.api.notice.getList({})
    const day = writtenDay(now + 20 * DAY, 'UTC', 'en')
    expect(last).toMatchObject({ page_id, group: 'due', notice_content: `“Refunds” in “Shop” has been due for review since ${day}.` })
    for (let week = 2; week < 14; week++) await run(20.1 + 7 * week, now)
    expect((await kinds(bob)).length).toBe(2 + 8)
    expect(await kinds(alice)).toEqual(['reviewLeft'])
    // Verified: it begins again with the next day.
    await bob.api.review.verify({ page_id, version: '1', until: String(now + 400 * DAY), note: '' })
    await run(200, now)
    expect((await kinds(bob)).length).toBe(10)
    await run(390, now)
    expect((await kinds(bob)).at(-1)).toBe('reviewSoon')
  })

  it('are one notice for many pages of an item, with mail by the settings of its group', async () => {
    const now = product.server.services.now()
    for (const page_title of ['A', 'B']) await aPage(alice, item_id, { cat_id, page_title })
    await set({ uid: bob.uid, days: '20' }, 'catalog', cat_id)
    await bob.api.watch.saveSettings({ rows: '{"due":{"list":true,"mail":"weekly"}}' })
    await run(21, now)
    expect(await rowsOf(bob)).toEqual([{ kind: 'reviewDue', page_id: 0 }])
    expect((await bob.api.notice.getList({}))[0]?.notice_content).toBe(
      '“Refunds” in “Shop” and 2 other pages are due for review. You are responsible. Read them and say what is still true.',
    )
    const { store, log } = product.server.services
    await makeNews({ store, log }, 'test', () => now + 21 * DAY)
    const tellRows = store.db.selectFrom('tell').select(['news_group', 'kind', 'mail']).where('uid', '=', Number(bob.uid))
    expect(await tellRows.where('kind', '=', 'reviewDue').execute()).toEqual([{ news_group: 'due', kind: 'reviewDue', mail: 'weekly' }])
  })

  it('reach the first two hundred members of a team, without a mail soon for those of a large one', async () => {
    const now = product.server.services.now()
    const { db } = product.server.services.store
    const { team_id, uids } = await aLargeTeam(210)
    await set({ team_id: String(team_id), days: '20' })
    await run(21, now)
    const notices = db.selectFrom('notice').select(['uid', 'notice_content']).where('item_id', '=', Number(item_id))
    const rows = await notices.where('kind', '=', 'reviewDue').orderBy('uid').execute()
    expect(rows.map(({ uid }) => uid)).toEqual(uids.slice(0, 200))
    expect(rows.every(({ notice_content }) => JSON.parse(notice_content).is_many === true)).toBe(true)
    // A member of their own right is informed as before.
    await set({ uid: bob.uid, team_id: '0', days: '10' })
    await run(60, now)
    expect(
      (await notices.where('uid', '=', Number(bob.uid)).execute()).some(({ notice_content }) => 'is_many' in JSON.parse(notice_content)),
    ).toBe(false)
  })

  it('go to no one without the right, who then is not responsible; the owner is informed once', async () => {
    const now = product.server.services.now()
    const { db } = product.server.services.store
    await set({ uid: bob.uid, days: '20' })
    await db.deleteFrom('item_member').where('uid', '=', Number(bob.uid)).execute()
    for (const day of [21, 22, 23]) await run(day, now)
    expect(await kinds(bob)).toEqual([])
    const gone = (await alice.api.notice.getList({})).filter((one) => one.item_id === item_id)
    expect(gone.map((one) => one.notice_content)).toEqual([`1 page of “Shop” has no one responsible since ${bob.username} left.`])
    expect(await alice.api.review.info({ kind: 'page', subject_id: page_id })).toMatchObject({
      own: { is_gone: true },
      steward: { uid: '0' },
    })
    expect(await alice.api.review.getList({ item_id, state: 'unowned' })).toMatchObject({ total: '1' })
    // The next above is responsible, and an archived item is left alone.
    await set({ uid: alice.uid }, 'item', item_id)
    expect(await alice.api.review.info({ kind: 'page', subject_id: page_id })).toMatchObject({ steward: { uid: alice.uid } })
    await archive(product, item_id)
    await run(40, now)
    expect(await kinds(alice)).toEqual([])
  })

  it('W53: webhooks get page.verified, and review.due once a week and item', async () => {
    const now = product.server.services.now()
    const { db } = product.server.services.store
    const events = JSON.stringify(['page.verified', 'review.due'])
    const { webhook_id } = await addWebhook(product.server.services, db, { item_id: Number(item_id), uid: Number(alice.uid), at: 1 })
    await db.updateTable('webhook').set({ events, is_on: 1 }).where('webhook_id', '=', Number(webhook_id)).execute()
    await set({ uid: bob.uid, days: '20' })
    await bob.api.review.verify({ page_id, version: '1', until: String(now + DAY), note: '' })
    for (const day of [2, 3, 10]) await run(day, now)
    const sent = db.selectFrom('webhook_event').select(['type', 'title', 'change_id']).where('item_id', '=', Number(item_id))
    const rows = await sent.where('type', 'in', ['page.verified', 'review.due']).orderBy('addtime').execute()
    expect(rows).toEqual([
      { type: 'page.verified', title: 'Refunds', change_id: null },
      { type: 'review.due', title: 'Refunds', change_id: null },
      { type: 'review.due', title: 'Refunds', change_id: null },
    ])
  })
})
