import { beforeAll, expect, it } from 'vitest'
import { tidy } from '../retention/retention.ts'
import { later } from '../test/clock.ts'
import { aFile, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { countDay, startReadCounter } from './day-count.ts'

onEachDatabase('site figures', (product) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_name: 'Read often' })
    page_id = await aPage(alice, item_id)
  })
  const services = () => product.server.services
  const info = (days = '') => product.admin.api.adminOverview.info({ days })

  it('start with the current figures of today', async () => {
    const { now, days, most_read } = await info()
    expect(now).toMatchObject({ users: '2', users_new: '2', items: '1', items_archived: '0', pages: '1', pages_more: '0', files: '0' })
    expect(days).toMatchObject([{ users: '2', pages: '1', views: '0', fetched: '0' }])
    expect(most_read).toEqual([])
  })

  it('count reads in memory until they are flushed', async () => {
    await alice.api.page.info({ page_id })
    await alice.api.page.view({ page_id })
    expect((await info()).days[0]?.views).toBe('0')
    const end = startReadCounter(services())
    await end()
    await alice.api.page.info({ page_id })
    await Promise.all([countDay(services()), countDay(services())])
    const { days, most_read } = await info()
    expect(days[0]?.views).toBe('3')
    expect(most_read).toEqual([{ item_id, item_name: 'Read often', views: '3' }])
  })

  it('cover every day; a day without a server repeats the previous one', async () => {
    await countDay(services())
    const sign = await aFile(product, item_id, Buffer.from('x'.repeat(1000)), { owner: alice, page_id })
    const undo = later(product, 3 * 86_400)
    await aPage(alice, item_id)
    for (let n = 0; n < 2; n++) await product.send({ url: `/api/attachment/visitFile?sign=${sign}`, headers: alice.headers })
    await countDay(services())
    const { days, now } = await info('7').finally(undo)
    expect(now).toMatchObject({ pages: '2', pages_more: '1', stored: '1000', files: '1' })
    expect(days.map((day) => [day.pages, day.stored, day.fetched])).toEqual([
      ['1', '0', '0'],
      ['1', '0', '0'],
      ['1', '0', '0'],
      ['2', '1000', '2000'],
    ])
    expect(days.map((day) => day.day)).toEqual([...days.map((day) => day.day)].sort())
  })

  it('exclude deleted items', async () => {
    const gone = await anItem(alice)
    await aPage(alice, gone)
    await alice.api.page.info({ page_id: await aPage(alice, gone) })
    await countDay(services())
    const before = await info()
    await alice.api.item.delete({ item_id: gone, password: PASSWORD })
    const after = await info()
    expect(Number(before.now.pages) - Number(after.now.pages)).toBe(2)
    expect(after.most_read.map((row) => row.item_id)).not.toContain(gone)
  })

  it('and the audit log are kept for the configured time', async () => {
    const { db } = services().store
    await db.insertInto('item_read').values({ day: '2020-01-01', item_id: 1, reads: 5 }).execute()
    const entry = { uid: 1, username: 'x', action: 'login', subject: '', address: '' }
    await db
      .insertInto('audit')
      .values([2, 40].map((days) => ({ ...entry, addtime: services().now() - days * 86_400 })))
      .execute()
    const kept = async () => (await db.selectFrom('audit').select('id').where('username', '=', 'x').execute()).length
    await tidy(services())
    expect([await kept(), await db.selectFrom('item_read').select('day').where('day', '=', '2020-01-01').execute()]).toEqual([2, []])
    await product.admin.api.adminSetting.saveConfig({ audit_days: '30' })
    await tidy(services())
    expect(await kept()).toBe(1)
  })
})
