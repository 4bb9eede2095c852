import { headOf, pageOf } from '../access/access.store.ts'
import { covers, type Rights, rightsOn } from '../access/access.ts'
import { pageOfCalls } from './token.store.ts'

/** A page of the log of calls. Items and pages have their names as far as the viewer can read them now. */
export async function namedCalls(viewer: Parameters<typeof rightsOn>[0], grant_id: number, page: number, count: number) {
  const { list, total } = await pageOfCalls(viewer, grant_id, page, count)
  const pages = await found(list, 'page_id', (page_id) => pageOf(viewer, page_id))
  const placed = list.map((row) => ({ ...row, item_id: pages.get(row.page_id)?.item_id ?? row.item_id }))
  const rights = await found(placed, 'item_id', async (item_id): Promise<Rights | undefined> => {
    const item = await headOf(viewer, item_id)
    return item && rightsOn(viewer, item)
  })
  const named = list.map((row) => {
    const of = pages.get(row.page_id)
    const visit = rights.get(of?.item_id ?? row.item_id)
    return {
      ...row,
      item_name: visit && visit.visits !== 'none' ? visit.item.item_name : '',
      page_title: of && visit && covers(visit.visits, of.cat_id) ? of.page_title : '',
    }
  })
  return { list: named, total }
}

/** What the ids in one column lead to. 0 leads to nothing. */
async function found<Name extends string, One>(
  rows: readonly Record<Name, number>[],
  name: Name,
  find: (id: number) => Promise<One | undefined>,
): Promise<Map<number, One>> {
  const ids = [...new Set(rows.map((row) => row[name]))].filter((id) => id > 0)
  const pairs = await Promise.all(ids.map(async (id) => [id, await find(id)] as const))
  return new Map(pairs.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])))
}
