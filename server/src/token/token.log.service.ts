import { headsIn } from '../access/access.store.ts'
import { covers, type Rights, rightsOn } from '../access/access.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { pageOfCalls } from './token.store.ts'

/** A page of the log of calls. Items and pages have their names as far as the viewer can read them now. */
export async function namedCalls(viewer: Parameters<typeof rightsOn>[0], grant_id: number, page: number, count: number) {
  const { list, total } = await pageOfCalls(viewer, grant_id, page, count)
  const pages = await titlesOf(viewer.store.db, new Set(list.map(({ page_id }) => page_id)))
  const itemOf = (row: (typeof list)[number]) => pages.get(row.page_id)?.item_id ?? row.item_id
  const rights = new Map<number, Rights>()
  for (const item of await headsIn(viewer, list.map(itemOf))) rights.set(item.item_id, await rightsOn(viewer, item))
  const named = list.map((row) => {
    const of = pages.get(row.page_id)
    const visit = rights.get(itemOf(row))
    return {
      ...row,
      item_name: visit && visit.visits !== 'none' ? visit.item.item_name : '',
      page_title: of && visit && covers(visit.visits, of.cat_id) ? of.page_title : '',
    }
  })
  return { list: named, total }
}

/** Titles and places of pages that are not deleted, without their texts. */
async function titlesOf(db: Db, page_ids: Set<number>) {
  const found = new Map<number, { item_id: number; cat_id: number; page_title: string }>()
  for (const part of inParts([...page_ids].filter((id) => id > 0))) {
    const pages = db.selectFrom('page').select(['page_id', 'item_id', 'cat_id', 'page_title'])
    for (const row of await pages.where('page_id', 'in', part).where('is_del', '=', 0).execute()) found.set(row.page_id, row)
  }
  return found
}
