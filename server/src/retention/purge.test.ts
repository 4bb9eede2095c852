import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asSystem, grant } from '../access/permission.ts'
import { linkFiles } from '../attachment/attachment.store.ts'
import type { Pace } from '../db/batches.ts'
import { removeItem } from '../item/item.service.ts'
import { aCatalog, aFile, aMember, anItem, aPage, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { aFullPage, seenByAddress } from '../test/samples/full-page.ts'
import { purge } from './retention.ts'

const [HOUR, DAY] = [3600, 86_400]

onEachDatabase('deleted content', (product) => {
  let alice: TestUser
  /** Days that the clock of this test is ahead of the real one. */
  let today = 0
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  /** Each test continues at the time of the previous one, and starts with a run. */
  beforeEach(() => runAt(today))

  const db = () => product.server.services.store.db
  const runAt = (day: number, pace: Pace = {}) =>
    purge({ ...product.server.services, now: () => product.server.services.now() + Math.round(day * DAY) }, pace)
  /** Hourly runs would make the test too slow; a few a day have the same result. */
  async function pass(days: number) {
    for (const end = today + days; today < end; ) {
      today = Math.min(end, today + 0.75)
      await runAt(today)
    }
  }
  const pageRows = async (page_id: string) => {
    const tables = ['page', 'page_history', 'page_link', 'page_lock', 'mock', 'recycle', 'attachment_page'] as const
    const counts = tables.map(async (table) => [table, await countIn(table, 'page_id', page_id)] as const)
    return Object.fromEntries((await Promise.all(counts)).filter(([, n]) => n > 0))
  }
  const countIn = async (table: string, column: string, id: string) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = ${Number(id)}`.execute(db())
    return Number(rows[0]?.n)
  }
  const fileOf = (sign: string) =>
    db().selectFrom('attachment').select(['file_id', 'path', 'item_id']).where('sign', '=', sign).executeTakeFirst()
  const bytesAt = (path = '') => existsSync(join(product.folder, 'files', path))
  const daysLeft = async (item_id: string) => (await alice.api.recycle.getList({ item_id }))[0]?.days_left
  async function inBin(item_id: string) {
    const page_id = await aPage(alice, item_id)
    await alice.api.page.delete({ page_id })
    return page_id
  }
  const isKept = async (page_id: string) => (await countIn('page', 'page_id', page_id)) === 1

  it('S40: a page is purged after 30 days with its rows and its file, and not earlier', async () => {
    const item_id = await anItem(alice)
    const page = await aFullPage(product, alice, item_id)
    const path = (await fileOf(page.sign))?.path
    await alice.api.page.delete({ page_id: page.page_id })
    const whole = await pageRows(page.page_id)
    expect(whole).toEqual({ page: 1, page_history: 2, page_link: 1, page_lock: 1, mock: 1, recycle: 1, attachment_page: 1 })
    await pass(0.75)
    expect(await daysLeft(item_id)).toBe('30')
    await pass(28.5)
    expect([await pageRows(page.page_id), bytesAt(path), await daysLeft(item_id)]).toEqual([whole, true, '2'])
    await pass(2)
    expect([await pageRows(page.page_id), bytesAt(path), await fileOf(page.sign)]).toEqual([{}, false, undefined])
    expect(await db().selectFrom('file_orphan').select('path').execute()).toEqual([])
    expect(await alice.api.recycle.getList({ item_id })).toEqual([])
    await expect(alice.api.recycle.recover({ item_id, page_id: page.page_id })).rejects.toMatchObject({ code: 10101 })
  })

  it('keeps a page that is there although a bin has it: earlier versions left such entries when a page was deleted and moved at once', async () => {
    const [item_id, other] = [await anItem(alice), await anItem(alice)]
    const page_id = await aPage(alice, other, { page_content: 'still read' })
    const entry = { page_id: Number(page_id), item_id: Number(item_id), page_title: 'Start', batch_id: 0 }
    await db()
      .insertInto('recycle')
      .values({ ...entry, del_by_uid: Number(alice.uid), del_by_username: alice.username, del_time: 1 })
      .execute()
    await pass(31)
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_content: 'still read' })
    expect(await alice.api.recycle.getList({ item_id })).toEqual([])
  })

  it('keeps files that another page shows, and personal files', async () => {
    const [item_id, other] = [await anItem(alice), await anItem(alice)]
    const [page_id, alive] = [await aPage(alice, item_id), await aPage(alice, item_id)]
    const waiting = await aPage(alice, other)
    const bytes = Buffer.from('0123456789')
    const [onAlive, onWaiting, free, elsewhere] = [
      await aFile(product, item_id, bytes, { owner: alice, page_id }),
      await aFile(product, item_id, bytes, { owner: alice, page_id }),
      await aFile(product, '0', bytes, { owner: alice, page_id }),
      await aFile(product, other, bytes, { owner: alice, page_id }),
    ]
    const link = async (sign: string, to: string) =>
      linkFiles(db(), grant(Number(item_id)), [{ file_id: (await fileOf(sign))?.file_id ?? 0, page_id: Number(to), addtime: 1 }])
    await link(onAlive, alive)
    await link(onWaiting, waiting)
    await alice.api.page.delete({ page_id })
    await pass(5)
    await alice.api.page.delete({ page_id: waiting })
    await pass(26)
    expect(await isKept(page_id)).toBe(false)
    for (const sign of [onAlive, onWaiting, free, elsewhere]) expect(bytesAt((await fileOf(sign))?.path ?? 'x')).toBe(true)
    await alice.api.recycle.recover({ item_id: other, page_id: waiting })
    expect((await alice.api.page.uploadList({ page_id: waiting })).length).toBe(1)
  })

  it('S40: an item is purged with its content; files that other pages show stay', async () => {
    const [item_id, stays] = [await anItem(alice, { item_domain: `d${alice.uid}` }), await anItem(alice)]
    const bob = await product.user('bob')
    await aMember(product, item_id, bob)
    await aTeamMember(product, item_id, bob)
    await alice.api.item.getKey({ item_id })
    const below = await aCatalog(alice, item_id, 'Below', await aCatalog(alice, item_id))
    const pages = [await aFullPage(product, alice, item_id, { cat_id: below }), await aFullPage(product, alice, item_id)]
    const binned = await inBin(item_id)
    const loose = await aFile(product, item_id, Buffer.from('x'), { owner: alice })
    const survivor = await aFullPage(product, alice, stays)
    // A copied page shows the files of its source.
    const { item_id: copy } = await alice.api.item.add({ item_name: 'Copy', copy_item_id: item_id })
    const paths = await Promise.all([pages[0]?.sign, pages[1]?.sign, loose].map(async (sign) => (await fileOf(sign ?? ''))?.path))
    await alice.api.item.delete({ item_id, password: alice.password })
    await pass(29)
    expect(await countIn('page', 'item_id', item_id)).toBe(3)
    await pass(2)

    for (const { page_id } of pages) expect(await pageRows(page_id)).toEqual({})
    expect(await pageRows(binned)).toEqual({})
    for (const table of [
      'item',
      'page',
      'catalog',
      'item_member',
      'team_item',
      'team_item_member',
      'item_key',
      'page_history',
      'mock',
      'recycle',
    ])
      expect([table, await countIn(table, 'item_id', item_id)]).toEqual([table, 0])
    expect(await countIn('attachment', 'item_id', item_id)).toBe(0)
    expect(paths.map(bytesAt)).toEqual([true, true, false])
    for (const page_id of (await alice.api.item.info({ item_id: copy })).menu.pages.map((row) => row.page_id))
      for (const { url } of await alice.api.page.uploadList({ page_id })) expect((await product.send({ url })).body).toBe('0123456789')
    expect(await seenByAddress(product, survivor)).toEqual({ file: true, mock: true, link: true })
    expect((await alice.api.item.search({ item_id: stays, keyword: 'unmistakable' })).pages).toHaveLength(1)
    await alice.api.item.update({ item_id: stays, item_name: 'Heir', item_description: '', item_domain: `d${alice.uid}` })
    const id = sql.ref(product.server.services.store.kind === 'sqlite' ? 'rowid' : 'page_id')
    const left = sql`select ${id} from page_words where ${id} in (${sql.join(pages.map((page) => Number(page.page_id)))})`
    expect((await left.execute(db())).rows).toEqual([])
  })

  describe('R24: a wrong clock', () => {
    it('that is 40 days ahead purges nothing, and its time is not counted', async () => {
      const item_id = await anItem(alice)
      const [page_id, deleted] = [await inBin(item_id), await anItem(alice)]
      await alice.api.item.delete({ item_id: deleted, password: alice.password })
      await pass(1.5)
      for (const ahead of [40, 40 + 1 / 24, 400]) await runAt(today + ahead)
      await runAt(today)
      expect([await isKept(page_id), await countIn('item', 'item_id', deleted), await daysLeft(item_id)]).toEqual([true, 1, '30'])
      await pass(27.75)
      expect([await isKept(page_id), await countIn('item', 'item_id', deleted)]).toEqual([true, 1])
      await pass(3)
      expect([await isKept(page_id), await countIn('item', 'item_id', deleted)]).toEqual([false, 0])
    })

    it('at the time of a deletion does not extend the retention', async () => {
      const item_id = await anItem(alice)
      const page_id = await inBin(item_id)
      const del_time = product.server.services.now() + 9000 * DAY
      await db().updateTable('recycle').set({ del_time }).where('page_id', '=', Number(page_id)).execute()
      await pass(32)
      expect(await isKept(page_id)).toBe(false)
    })

    it('that is set back permanently continues to count', async () => {
      const item_id = await anItem(alice)
      const page_id = await inBin(item_id)
      await pass(3)
      today -= 1000
      await pass(27)
      expect(await isKept(page_id)).toBe(true)
      await pass(3)
      expect(await isKept(page_id)).toBe(false)
      today += 1000
      await runAt(today)
    })

    it('on one of two servers shortens no retention', async () => {
      const page_id = await inBin(await anItem(alice))
      for (let hour = 0; hour < 24 * 8; hour++) {
        await runAt(today + hour / 24)
        await runAt(today + hour / 24 + (hour % 2 ? 20 / 24 : 40))
      }
      today += 8
      expect(await isKept(page_id)).toBe(true)
      const { counted } = await db().selectFrom('retention').select('counted').executeTakeFirstOrThrow()
      await pass(0.75)
      expect((await db().selectFrom('retention').select('counted').executeTakeFirstOrThrow()).counted - counted).toBeLessThanOrEqual(DAY)
    })
  })

  it('is kept for another 30 days when it is deleted again', async () => {
    const item_id = await anItem(alice)
    const page_id = await inBin(item_id)
    await alice.api.item.delete({ item_id, password: alice.password })
    await pass(20)
    // An operator can do this in the database; there is no API call for it.
    await db().updateTable('item').set({ is_del: 0 }).where('item_id', '=', Number(item_id)).execute()
    await alice.api.recycle.recover({ item_id, page_id })
    await alice.api.page.delete({ page_id })
    await alice.api.item.delete({ item_id, password: alice.password })
    await pass(20)
    expect([await isKept(page_id), await countIn('item', 'item_id', item_id)]).toEqual([true, 1])
    await pass(11)
    expect([await isKept(page_id), await countIn('item', 'item_id', item_id)]).toEqual([false, 0])
  })

  it('R24: is purged once by many servers in parallel', async () => {
    const [item_id, deleted] = [await anItem(alice), await anItem(alice)]
    const page_ids = [await inBin(item_id), await inBin(item_id), await inBin(item_id)]
    await aFullPage(product, alice, deleted)
    await aFullPage(product, alice, deleted, { cat_id: await aCatalog(alice, deleted) })
    await alice.api.item.delete({ item_id: deleted, password: alice.password })
    await pass(30)
    const before = await db().selectFrom('retention').select('counted').executeTakeFirstOrThrow()
    await Promise.all(Array.from({ length: 4 }, () => runAt(today + 0.5)))
    today += 0.5
    const after = await db().selectFrom('retention').select('counted').executeTakeFirstOrThrow()
    expect(Math.round((after.counted - before.counted) / HOUR)).toBe(12)
    await pass(1)
    for (const page_id of page_ids) expect(await isKept(page_id)).toBe(false)
    expect(await countIn('item', 'item_id', deleted)).toBe(0)
  })

  it('is either recovered or purged completely when both happen concurrently', async () => {
    const item_id = await anItem(alice)
    for (let round = 0; round < 4; round++) {
      const page = await aFullPage(product, alice, item_id)
      await alice.api.page.delete({ page_id: page.page_id })
      await runAt(today)
      await db()
        .updateTable('recycle')
        .set({ counted_from: -31 * DAY })
        .where('page_id', '=', Number(page.page_id))
        .execute()
      const [recovered] = await Promise.allSettled([alice.api.recycle.recover({ item_id, page_id: page.page_id }), runAt(today)])
      const rows = await pageRows(page.page_id)
      if (recovered.status === 'rejected') expect(rows).toEqual({})
      else expect(rows).toEqual({ page: 1, page_history: 2, page_link: 1, page_lock: 1, mock: 1, attachment_page: 1 })
    }
  })

  it('is not purged when it is recovered after the run has selected it', async () => {
    const item_id = await anItem(alice)
    const page = await aFullPage(product, alice, item_id)
    await alice.api.page.delete({ page_id: page.page_id })
    await runAt(today)
    await db()
      .updateTable('recycle')
      .set({ counted_from: -31 * DAY })
      .where('page_id', '=', Number(page.page_id))
      .execute()
    const { services } = product.server
    const write: typeof services.store.write = async (work) => {
      await alice.api.recycle.recover({ item_id, page_id: page.page_id }).catch(() => {})
      return services.store.write(work)
    }
    await purge({ ...services, store: { ...services.store, write }, now: () => services.now() + Math.round(today * DAY) }, {})
    expect(await seenByAddress(product, page)).toEqual({ file: true, mock: true, link: true })
  })

  it('removes the changes of an item some hundred at a time', async () => {
    const item_id = await anItem(alice)
    const change = { item_id: Number(item_id), page_id: 0, cat_id: 0, type: 'page.changed' as const, uid: null, username: '', title: '' }
    const rows = Array.from({ length: 400 }, () => ({ ...change, detail: '[]', addtime: 5, until_time: 5 }))
    for (let n = 0; n < 3; n++) await db().insertInto('change').values(rows).execute()
    const { services } = product.server
    const left: number[] = []
    const write = services.store.write.bind(services.store)
    const spy = vi.spyOn(services.store, 'write').mockImplementation(async (work) => {
      const result = await write(work)
      left.push(await countIn('change', 'item_id', item_id))
      return result
    })
    await removeItem(services, asSystem(Number(item_id), 'expired')).finally(() => spy.mockRestore())
    expect(left.slice(-4)).toEqual([expect.any(Number), expect.any(Number), 0, 0])
    expect(left.slice(-4, -2).map((count) => count > 0)).toEqual([true, true])
  })

  it('is purged in small steps, and the next run completes an interrupted one', async () => {
    const item_id = await anItem(alice)
    const author = { author_uid: Number(alice.uid), author_username: alice.username, creator_uid: Number(alice.uid) }
    const row = { item_id: Number(item_id), cat_id: 0, page_title: 'p', page_content: 'c'.repeat(2000), page_comments: '', s_number: 1 }
    for (let n = 0; n < 2; n++)
      await db()
        .insertInto('page')
        .values(Array.from({ length: 300 }, () => ({ ...row, ...author, addtime: 1, created: 1 })))
        .execute()
    await alice.api.item.delete({ item_id, password: alice.password })
    await pass(30)
    // Less than a day: together with the real seconds since the last run, a whole day would be a jump of the clock.
    today += 0.75
    const { services } = product.server
    const stop = new AbortController()
    let steps = 0
    const write: typeof services.store.write = async (work) => {
      const done = await services.store.write(work)
      steps++
      if (steps < 2) return done
      // Other requests are served between two steps.
      await alice.api.item.add({ item_name: 'Meanwhile' })
      stop.abort()
      return done
    }
    const later = () => services.now() + Math.round(today * DAY)
    await expect(purge({ ...services, store: { ...services.store, write }, now: later }, { signal: stop.signal })).rejects.toThrow()
    expect(steps).toBe(2)
    expect(await countIn('page', 'item_id', item_id)).toBeGreaterThan(0)
    expect(await countIn('item', 'item_id', item_id)).toBe(1)
    await runAt(today)
    expect([await countIn('page', 'item_id', item_id), await countIn('item', 'item_id', item_id)]).toEqual([0, 0])
  })
})
