import { beforeAll, expect, it } from 'vitest'
import { siteSettings } from '../../common/settings.store.ts'
import { anItem, aPage, deleteItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { addressesIn, problemsOfSitemap } from '../test/sitemap-check.ts'
import { elementsNamed, parseXml } from '../test/xml.ts'
import { sitemaps } from './sitemap.ts'

const ROOT = 'https://docs.example.com'
const PER_PART = 100
const PAGES = 1100

onEachDatabase(
  'sitemaps',
  (product) => {
    let alice: TestUser
    /** Listed, with many pages, the other half of which are in a closed item. */
    let many: string
    let page: string
    beforeAll(async () => {
      alice = await product.user('alice')
      await product.admin.api.adminSetting.saveConfig({ site_index: '1', index_default: 'kind' })
      many = await anItem(alice, { item_domain: 'many' })
      const closed = await anItem(alice, { password: 'sesame' })
      page = await aPage(alice, await anItem(alice, { item_domain: 'other' }), { page_title: 'Saved' })
      const row = { cat_id: 0, page_content: '', page_comments: '', s_number: 99, author_uid: null, author_username: '', creator_uid: null }
      const old = { addtime: 1_700_000_000, created: 1 }
      // The pages of both items have ids in turns, as when two people write at the same time.
      const rows = Array.from({ length: PAGES * 2 }, (_, n) => ({
        ...row,
        ...old,
        item_id: Number(n % 2 ? closed : many),
        page_title: `P ${n}`,
      }))
      for (let at = 0; at < rows.length; at += 500)
        await product.server.services.store.db
          .insertInto('page')
          .values(rows.slice(at, at + 500))
          .execute()
    })

    /** The files of a server that has just started: nothing is kept from before. */
    async function readAll() {
      const { services } = product.server
      const settings = await siteSettings(services)
      const maps = sitemaps(services, PER_PART)
      const index = (await maps.index(settings)) ?? ''
      const parts = new Map<number, string>()
      for (const address of addressesIn(index)) {
        const n = Number(new RegExp(`^${ROOT}/sitemap/(\\d+)\\.xml$`).exec(address)?.[1])
        parts.set(n, (await maps.part(settings, n)) ?? '')
      }
      return { index, parts }
    }
    const idsIn = (xml: string) => addressesIn(xml).map((address) => Number(address.split('/').at(-1)))

    it('have every listed page once, in valid parts by id', async () => {
      const { index, parts } = await readAll()
      expect([index, ...parts.values()].flatMap(problemsOfSitemap)).toEqual([])
      for (const [n, part] of parts) {
        const ids = idsIn(part)
        expect([n, ids.length > PER_PART, ids.some((id) => id <= n * PER_PART || id > (n + 1) * PER_PART)]).toEqual([n, false, false])
        expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      }
      const { db } = product.server.services.store
      const all = await db
        .selectFrom('page')
        .innerJoin('item', 'item.item_id', 'page.item_id')
        .select(['page_id', 'item_domain'])
        .where('password_hash', '=', '')
        .orderBy('page_id')
        .execute()
      expect(all.length).toBeGreaterThan(PAGES)
      expect(parts.size).toBeGreaterThan(15)
      expect([...parts.values()].flatMap(addressesIn)).toEqual(all.map(({ page_id, item_domain }) => `${ROOT}/${item_domain}/${page_id}`))
      expect((await product.send({ url: '/sitemap.xml' })).body).toContain('<sitemapindex ')
    })

    it('change by a save in one part and its line of the index, and in nothing else', async () => {
      const before = await readAll()
      const lines = (xml: string) =>
        new Map(elementsNamed(parseXml(xml), 'sitemap').map(({ children: [loc, at] }) => [loc?.text, at?.text]))
      await product.server.services.store.db
        .updateTable('page')
        .set({ addtime: 1_700_000_000 })
        .where('page_id', '=', Number(page))
        .execute()
      const old = await readAll()
      await alice.api.page.save({ page_id: page, page_title: 'Saved', page_content: 'Changed.' })
      const after = await readAll()
      const own = Math.floor((Number(page) - 1) / PER_PART)
      expect([...after.parts.keys()]).toEqual([...before.parts.keys()])
      expect([...after.parts].flatMap(([n, part]) => (part === old.parts.get(n) ? [] : n))).toEqual([own])
      const changed = [...lines(after.index)].filter(([address, time]) => lines(old.index).get(address) !== time)
      expect(changed.map(([address]) => address)).toEqual([`${ROOT}/sitemap/${own}.xml`])
    })

    it('are kept for ten minutes, and no longer than the same items are listed', async () => {
      const { services } = product.server
      const settings = await siteSettings(services)
      const maps = sitemaps(services, PER_PART)
      const before = await maps.index(settings)
      const added = await aPage(alice, many)
      expect(await maps.index(settings)).toBe(before)
      const n = Math.floor((Number(added) - 1) / PER_PART)
      expect((await maps.part(settings, n)) ?? '').not.toContain(`/${added}<`)
      await alice.api.publish.save({ item_id: many, is_indexed: '0' })
      expect(await maps.part(settings, n)).toBeUndefined()
      await alice.api.publish.save({ item_id: many, is_indexed: '1' })
      expect(await maps.part(settings, n)).toContain(`/${added}<`)
      await deleteItem(product, many)
      expect(await maps.part(settings, n)).toBeUndefined()
    })
  },
  { PUBLIC_URL: ROOT },
)
