import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { findMeanings } from './finding/finding.service.ts'

const action = fc.record({
  by: fc.integer({ min: 0, max: 1 }),
  kind: fc.constantFrom(
    'create',
    'text',
    'title',
    'same',
    'textAndPlace',
    'place',
    'arrange',
    'order',
    'batUpdate',
    'otherItem',
    'saveInOtherItem',
    'push',
    'delete',
    'recover',
    'deleteCatalog',
    'moveCatalog',
    'copyCatalog',
    'find',
  ),
  what: fc.nat(30),
  where: fc.nat(30),
})
type Action = typeof action extends fc.Arbitrary<infer R> ? R : never

interface PageState {
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
  page_content: string
  is_del: number
  version: number
}

onEachDatabase('R26: random writes', (product) => {
  const db = () => product.server.services.store.db
  const pick = <T>(all: T[], n: number): T | undefined => all[n % Math.max(1, all.length)]
  const pagesOf = (items: string[]): Promise<PageState[]> =>
    db()
      .selectFrom('page')
      .select(['page_id', 'item_id', 'cat_id', 'page_title', 'page_content', 'is_del', 'version'])
      .where('item_id', 'in', items.map(Number))
      .orderBy('page_id')
      .execute()
  const catalogsOf = (items: string[]) => db().selectFrom('catalog').selectAll().where('item_id', 'in', items.map(Number)).execute()
  const notedFor = (items: string[]) =>
    db()
      .selectFrom('change')
      .select(['change_id', 'item_id', 'page_id', 'cat_id', 'type', 'title', 'version_to'])
      .where('item_id', 'in', items.map(Number))
      .where('page_id', '>', 0)
      .orderBy('change_id')
      .execute()

  let written = 0

  async function perform(who: TestUser, items: string[], keys: Record<string, string>, { kind, what, where }: Action) {
    const { api } = who
    const [pages, catalogs] = [await pagesOf(items), await catalogsOf(items)]
    const page = pick(pages, what)
    const inItem = catalogs.filter((row) => row.item_id === page?.item_id)
    const cat_id = String(pick([undefined, ...inItem], where)?.cat_id ?? 0)
    const page_id = String(page?.page_id ?? 0)
    const item_id = String(page?.item_id ?? items[0])
    const other = items.find((id) => id !== item_id) ?? ''
    const catalog = pick(catalogs, what)
    const state = { page_id, page_title: page?.page_title ?? '', page_content: page?.page_content ?? '' }
    const text = `text ${++written}`
    switch (kind) {
      case 'create':
        return api.page.save({ item_id: items[what % 2], cat_id: '0', page_title: `Page ${written}`, page_content: text })
      case 'text':
        return api.page.save({ ...state, page_content: text })
      case 'title':
        return api.page.save({ ...state, page_title: text })
      case 'same':
        return api.page.save(state)
      case 'textAndPlace':
        return api.page.save({ ...state, page_content: text, cat_id })
      case 'place':
        return api.page.save({ ...state, cat_id })
      case 'arrange':
        return api.catalog.arrange({ item_id, page_id, parent_cat_id: cat_id })
      case 'order':
        return api.page.sort({ item_id, pages: JSON.stringify({ [page_id]: where + 1 }) })
      case 'batUpdate':
        return api.catalog.batUpdate({
          item_id,
          cats: JSON.stringify([{ page_id, parent_cat_id: cat_id, cat_id: 0, s_number: where + 1, level: 2 }]),
        })
      case 'otherItem':
        return api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' })
      case 'saveInOtherItem':
        return api.page.save({ ...state, page_content: where % 2 ? text : state.page_content, item_id: other, cat_id: '0' })
      case 'push':
        return api.open.updatePage({ ...keys, page_title: `Pushed ${what % 3}`, page_content: where % 3 ? text : 'pushed' })
      case 'delete':
        return what % 2 ? api.page.delete({ page_id }) : undefined
      case 'recover':
        return api.recycle.recover({ item_id, page_id })
      case 'deleteCatalog':
        return catalog && what % 3 === 0
          ? api.catalog.delete({ item_id: String(catalog.item_id), cat_id: String(catalog.cat_id) })
          : aCatalog(who, items[where % 2] as string, text)
      case 'find':
        return findMeanings(product.server.services)
      default: {
        const to_item_id = items[where % 2] as string
        const is_del = kind === 'moveCatalog' ? '1' : '0'
        return catalog && api.catalog.copy({ cat_id: String(catalog.cat_id), to_item_id, new_p_cat_id: '0', is_del })
      }
    }
  }

  /** The rows that the differences of two states require, as `type page item version`. */
  function expected(before: PageState[], after: PageState[], { kind }: Action): string[] {
    const known = new Map(before.map((page) => [page.page_id, page]))
    return after.flatMap((page) => {
      const old = known.get(page.page_id)
      const row = (type: string, item_id = page.item_id, version = 0) => `${type} ${page.page_id} ${item_id} ${version}`
      // A copied catalog is one change, and so are deleted and moved ones.
      if (!old) return kind === 'copyCatalog' ? [] : [row('page.created', page.item_id, page.version)]
      if (old.is_del !== page.is_del) return kind === 'deleteCatalog' ? [] : [row(page.is_del ? 'page.deleted' : 'page.recovered')]
      if (kind === 'moveCatalog') return []
      const isSaved = old.page_title !== page.page_title || old.page_content !== page.page_content
      const saved = isSaved ? [row('page.changed', page.item_id, page.version)] : []
      if (old.item_id !== page.item_id) return [row('page.moved', old.item_id), row('page.moved'), ...saved]
      return isSaved || old.cat_id === page.cat_id ? saved : [row('page.moved')]
    })
  }

  it('leave exactly the row of each change of a page', async () => {
    const people = [await product.user('alice'), await product.user('bob')] as [TestUser, TestUser]
    const property = fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (actions) => {
      const items = [await anItem(people[0]), await anItem(people[0])]
      for (const item_id of items) {
        await aMember(product, item_id, people[1])
        await aPage(people[0], item_id, { cat_id: await aCatalog(people[0], item_id) })
      }
      const { api_key, api_token } = await people[0].api.item.getKey({ item_id: items[0] as string })
      for (const one of actions) {
        const [pages, rows] = [await pagesOf(items), await notedFor(items)]
        const who = people[one.by as 0 | 1]
        await perform(who, items, { api_key, api_token }, one).catch((refused: unknown) => {
          expect(refused).toMatchObject({ code: expect.any(Number) })
        })
        const now = await pagesOf(items)
        const known = new Map(rows.map((row) => [row.change_id, row]))
        const noted = (await notedFor(items)).filter(({ change_id, version_to }) => known.get(change_id)?.version_to !== version_to)
        const listed = noted.map(({ type, page_id, item_id, version_to }) => {
          // A save that follows the creation by the same person extends its row.
          const isExtended = type === 'page.created' && known.size > 0 && version_to > 1
          return `${isExtended ? 'page.changed' : type} ${page_id} ${item_id} ${version_to}`
        })
        expect(listed.sort(), one.kind).toEqual(expected(pages, now, one).sort())
        for (const { page_id, title, cat_id, type } of noted.filter(({ type }) => type !== 'page.moved')) {
          const page = now.find((found) => found.page_id === page_id)
          expect([title, type === 'page.deleted' ? page?.cat_id : cat_id]).toEqual([page?.page_title, page?.cat_id])
        }
      }
    })
    await assertProperty(property, { numRuns: 12 })
  })
})
