import { beforeAll, describe, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { countQueries } from '../test/queries.ts'
import { passDays } from '../test/reviews.ts'
import { medianOf, monthBounds } from './review.report.service.ts'

describe('figures', () => {
  it('have the lower median of days', () => {
    expect([
      medianOf(new Map()),
      medianOf(new Map([[3, 1]])),
      medianOf(
        new Map([
          [9, 1],
          [2, 1],
        ]),
      ),
      medianOf(
        new Map([
          [1, 1],
          [5, 2],
        ]),
      ),
    ]).toEqual([0, 3, 2, 5])
  })

  it('have the months of the site', () => {
    const { names, bounds } = monthBounds(Date.UTC(2027, 0, 31, 20) / 1000, 'Asia/Shanghai')
    expect([names.length, names[0], names[11], bounds.length]).toEqual([12, '2026-03', '2027-02', 13])
    expect(new Date((bounds[12] ?? 0) * 1000).toISOString()).toBe('2027-02-28T16:00:00.000Z')
  })
})

onEachDatabase('lists and figures of reviews', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let cat_id: string
  let below: string
  let pages: string[]
  const idsIn = async (who: TestUser, filter: Record<string, string>) =>
    (await who.api.review.getList({ item_id, count: '100', ...filter })).list.map((row) => row.page_id)

  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    item_id = await anItem(alice, { item_name: '=1+1', password: 'sesame' })
    cat_id = await aCatalog(alice, item_id, 'Orders')
    below = await aCatalog(alice, item_id, 'Refunds', cat_id)
    await aMember(product, item_id, bob, { cat_id })
    pages = []
    for (const place of ['0', cat_id, below, below])
      pages.push(await aPage(alice, item_id, { cat_id: place, page_title: `Page ${pages.length}` }))
    const set = (kind: string, subject_id: string, more: Record<string, string>) =>
      alice.api.review.set({ item_id, subjects: JSON.stringify([{ kind, subject_id }]), ...more })
    await set('item', item_id, { days: '100' })
    await set('catalog', cat_id, { uid: bob.uid })
    for (const page_id of pages.slice(1)) await bob.api.review.verify({ page_id, version: '1', until: '0', note: '' })
    await passDays(product, item_id, 80)
    // Page 2 is due for some days, page 3 was changed.
    await set('page', pages[2] ?? '', { days: '100' })
    const { db } = product.server.services.store
    const late = product.server.services.now() - 5 * 86_400
    await db.updateTable('page_review').set({ due: late, verified_until: late }).where('page_id', '=', Number(pages[2])).execute()
    await alice.api.page.save({ page_id: pages[3] ?? '', page_title: 'Page 3', page_content: 'Other' })
  })

  it('list pages by the state of their review, the day first', async () => {
    const { counts, next, stewards, has_report } = await alice.api.review.getList({ item_id })
    expect(counts).toEqual({ mine: '0', due: '1', soon: '3', changed: '1', unowned: '1', never: '1' })
    expect(stewards.map(({ uid }) => uid)).toEqual([bob.uid])
    expect([has_report, next.page_id]).toEqual([true, pages[0]])
    expect(await idsIn(alice, {})).toEqual([pages[2], ...(await idsIn(alice, { state: 'soon' }))])
    expect(await idsIn(alice, { state: 'changed' })).toEqual([pages[3]])
    expect(await idsIn(alice, { state: 'unowned' })).toEqual([pages[0]])
    expect(await idsIn(alice, { cat_id: below })).toEqual([pages[2], pages[3]])
    expect(await idsIn(alice, { uid: alice.uid })).toEqual([])
    expect((await alice.api.review.getList({ item_id, state: 'due' })).list).toMatchObject([
      {
        page_id: pages[2],
        cat_name: 'Refunds',
        item_name: '=1+1',
        steward: { username: bob.username },
        mark: { state: 'due', verified_version: '1', verified_username: bob.username },
        may_set: true,
      },
    ])
    await areRefused([alice.api.review.getList({ item_id, state: 'other' }), alice.api.review.getList({ item_id: '0', cat_id })], 10101)
  })

  it('show a member of one catalog these pages, and the same over all items', async () => {
    expect((await idsIn(bob, {})).toSorted()).toEqual(pages.slice(1).toSorted())
    const everywhere = await bob.api.review.getList({ item_id: '0', state: 'mine' })
    expect(everywhere).toMatchObject({ total: '3', has_report: false, counts: { unowned: '0' }, stewards: [{ uid: bob.uid }] })
    expect(everywhere.list[0]?.may_set).toBe(false)
    const reader = await product.user('reader')
    expect(await reader.api.review.getList({ item_id: '0' })).toMatchObject({ total: '0', list: [], stewards: [] })
  })

  it('of all items take as many queries as those of one', async () => {
    const carol = await product.user('carol')
    const queriesFor = async () => {
      const work = countQueries(product.server.services.store)
      await carol.api.review.report({ item_id: '0' }).finally(work.end)
      return work.queries
    }
    const more = async () => {
      const id = await anItem(carol)
      await aPage(carol, id, { cat_id: await aCatalog(carol, id) })
      await carol.api.review.set({ item_id: id, subjects: JSON.stringify([{ kind: 'item', subject_id: id }]), days: '100' })
    }
    await more()
    const once = await queriesFor()
    await more()
    await more()
    expect(await queriesFor()).toBe(once)
  })

  it('S154: figures are for managers, of their items alone, and their file has no formulas', async () => {
    const { rows, people, months } = await alice.api.review.report({ item_id })
    const names = rows.map((row) => [
      row.cat_name,
      row.pages,
      row.listed,
      row.unowned,
      row.with_steward,
      row.with_period,
      row.verified,
      row.changed,
      row.due,
      row.median_days,
    ])
    expect(names).toEqual([
      ['', '4', '4', '1', '3', '4', '1', '1', '1', '5'],
      ['Orders', '3', '3', '0', '3', '3', '1', '1', '1', '5'],
      ['Refunds', '2', '2', '0', '2', '2', '0', '1', '1', '5'],
    ])
    expect(people).toMatchObject([{ uid: bob.uid, pages: '3', due: '1', verified: '1' }])
    expect(months).toHaveLength(12)
    expect(months.at(-1)).toMatchObject({ ended: '1' })
    await areRefused([bob.api.review.report({ item_id })], 10103)
    expect(await bob.api.review.report({ item_id: '0' })).toMatchObject({ rows: [], people: [] })
    const other = await product.user('other')
    const own = await anItem(other, { item_name: 'Own' })
    await other.api.review.set({ item_id: own, subjects: JSON.stringify([{ kind: 'item', subject_id: own }]), days: '30' })
    expect((await other.api.review.report({ item_id: '0' })).rows.map((row) => row.item_id)).toEqual([own])
    expect((await product.admin.api.review.report({ item_id: '0' })).rows.map((row) => row.item_id)).toEqual(
      expect.arrayContaining([own, item_id]),
    )
    const file = await product.send({ url: `/api/review/report?item_id=${item_id}&csv=1`, headers: alice.headers })
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.body).toContain(`"'=1+1"`)
    expect(file.body.split('\r\n')).toHaveLength(1 + 3 + 1)
  })
})
