import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { nearestAt } from '../content/review/nearest.store.ts'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

const DAY = 86_400
const PAGES = 5
const COUNT = process.env['FULL'] === '1' ? 1000 : 120

const acts = ['save', 'small', 'tick', 'verify', 'title', 'steward', 'period', 'place', 'move', 'catalog', 'bin', 'page'] as const
const changes = fc.array(fc.record({ act: fc.constantFrom(...acts, 'verify', 'tick', 'period'), page: fc.nat(PAGES - 1), n: fc.nat(7) }), {
  minLength: COUNT,
  maxLength: COUNT,
})

onEachDatabase('random changes of pages with stewards, periods and marks', (product) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
  })

  it('leave the marks that follow from the trail, and the nearest steward and period', { timeout: 600_000 }, () =>
    assertProperty(
      fc.asyncProperty(changes, async (drawn) => {
        const { api } = alice
        const items = [await anItem(alice, { item_name: 'One' }), await anItem(alice, { item_name: 'Two' })]
        const tree: string[][] = []
        for (const item_id of items) {
          const top = await aCatalog(alice, item_id, 'Top')
          tree.push(['0', top, await aCatalog(alice, item_id, 'Below', top)])
          await aMember(product, item_id, bob)
          await api.review.set({ item_id, subjects: JSON.stringify([{ kind: 'item', subject_id: item_id }]), days: '90' })
        }
        const pages: string[] = []
        for (let n = 0; n < PAGES; n++) pages.push(await aPage(alice, items[n % 2] as string, { page_title: `page ${n}` }))
        /** What is expected of each page: the last verification, and whether it ended. */
        const expected = new Map<string, { version: string; isChanged: boolean }>()
        const inBin = new Set<string>()
        let text = 0
        // Three pages have a mark at first, so that no run has only pages without one.
        const list = [...[0, 1, 2].map((page) => ({ act: 'verify' as const, page, n: 0 })), ...drawn]

        for (const { act, page: at, n } of list) {
          const page_id = pages[at] as string
          if (inBin.has(page_id)) {
            const { db } = product.server.services.store
            const row = await db.selectFrom('page').select('item_id').where('page_id', '=', Number(page_id)).executeTakeFirstOrThrow()
            await api.recycle.recover({ item_id: String(row.item_id), page_id })
            inBin.delete(page_id)
            continue
          }
          const { item_id, cat_id, page_title, version, page_content } = await api.page.info({ page_id })
          const there = items.indexOf(item_id)
          const cats = tree[there] as string[]
          const known = expected.get(page_id)
          const saved = { page_id, page_title, page_content: `text ${++text}` }
          const hasPeriod = async () => (await api.review.info({ kind: 'page', subject_id: page_id })).period.days !== '0'
          const subjectAt = () =>
            n % 3 === 0
              ? { kind: 'page', subject_id: page_id }
              : n % 3 === 1
                ? { kind: 'item', subject_id: item_id }
                : { kind: 'catalog', subject_id: cats[1 + (n % 2)] }
          const set = (more: Record<string, string>) => api.review.set({ item_id, subjects: JSON.stringify([subjectAt()]), ...more })
          if (act === 'save') {
            await api.page.save(saved)
            if (known) known.isChanged = true
          } else if (act === 'small') await api.page.save({ ...saved, is_minor: '1' })
          else if (act === 'tick') {
            const isVerified = await hasPeriod()
            const row = await bob.api.page.save({ ...saved, is_checked: '1' })
            if (isVerified) expected.set(page_id, { version: row.version, isChanged: false })
            else if (known) known.isChanged = true
          } else if (act === 'verify') {
            if (!(await hasPeriod())) continue
            await bob.api.review.verify({ page_id, version, until: '0', note: '' })
            expected.set(page_id, { version, isChanged: false })
          } else if (act === 'title') {
            const title = await api.page.save({ page_id, page_title: `page ${at} ${text}`, page_content })
            if (known) known.isChanged = true
            expect(title.version).not.toBe(version)
          } else if (act === 'steward') await set({ uid: [bob.uid, alice.uid, '0'][n % 3] as string })
          else if (act === 'period')
            await set([{ days: '30' }, { days: '0' }, { days: '365' }, { no_period: '1' }][(n >> 1) % 4] as Record<string, string>)
          else if (act === 'place') {
            const to = cats[n % 3] as string
            if (to !== cat_id) await api.catalog.arrange({ item_id, cat_id: '0', page_id, parent_cat_id: to, before_id: '0' })
          } else if (act === 'move') {
            const to = 1 - there
            const lines = JSON.stringify([{ page_id }])
            const target = { to_item_id: items[to] as string, to_cat_id: (tree[to] as string[])[n % 3] as string }
            await api.tree.move({ item_id, lines, ...target, checked: '', password: '' })
          } else if (act === 'catalog') {
            const parent_cat_id = n % 2 === 0 ? '0' : (cats[1] as string)
            await api.catalog.save({ item_id, cat_id: cats[2] as string, cat_name: 'Below', parent_cat_id })
          } else if (act === 'bin') {
            await api.page.delete({ page_id })
            inBin.add(page_id)
          } else if (n === 0) await aPage(alice, item_id, { cat_id: cats[2] as string })
        }

        const { services } = product.server
        const { db } = services.store
        const rows = await db.selectFrom('page').selectAll().where('item_id', 'in', items.map(Number)).where('is_del', '=', 0).execute()
        expect(rows.length).toBeGreaterThanOrEqual(PAGES - inBin.size)
        for (const page of rows) {
          const own = await db.selectFrom('page_review').selectAll().where('page_id', '=', page.page_id).executeTakeFirst()
          const trail = db.selectFrom('verification').selectAll().where('page_id', '=', page.page_id)
          const last = await trail.orderBy('verification_id', 'desc').limit(1).executeTakeFirst()
          const { steward, period } = await nearestAt(services, page)
          const days = Math.max(0, period?.row.days ?? 0)
          const due = days === 0 ? 0 : (last?.until ?? Math.max(page.created, period?.row.set_time ?? 0) + days * DAY)
          const found = own && { ...own, changed_time: Math.sign(own.changed_time) }
          const after = {
            uid: steward?.row.uid ?? 0,
            team_id: steward?.row.team_id ?? 0,
            days,
            due,
            item_id: page.item_id,
            cat_id: page.cat_id,
          }
          if (!last && !steward && days === 0) expect(own).toBeUndefined()
          else
            expect(found).toMatchObject({
              ...after,
              is_del: 0,
              verified_version: last?.version ?? 0,
              verified_until: last?.until ?? 0,
              verified_time: last?.addtime ?? 0,
              changed_time: last && last.ended_time > 0 ? 1 : 0,
            })
          const wanted = expected.get(String(page.page_id))
          expect(last && { version: String(last.version), isChanged: last.ended_time > 0 }).toEqual(wanted)
        }
        const open = await db.selectFrom('verification').select('page_id').where('ended_time', '=', 0).execute()
        expect(new Set(open.map((row) => row.page_id)).size).toBe(open.length)
        expect(expected.size).toBeGreaterThan(2)
      }),
      { numRuns: 1, endOnFailure: true },
    ),
  )
})
