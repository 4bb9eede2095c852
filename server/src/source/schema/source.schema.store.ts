import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import type { Source } from '../source.store.ts'

/** The pages of parts (`KIND KEY`) of a source with their catalogs, in the order of the entries. */
export async function pagesOfEntries(db: Db, { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>, entries: string[]) {
  const order = new Map(entries.map((entry, n) => [entry, n]))
  const keys = [...new Set(entries.map((entry) => entry.slice(entry.indexOf(' ') + 1)))]
  const found: { n: number; title: string; method: string; path: string; page_id: number; cat_id: number }[] = []
  for (const some of inParts(keys)) {
    const rows = await db
      .selectFrom('source_part as part')
      .innerJoin('page', 'page.page_id', 'part.page_id')
      .select(['part.kind', 'part.part_key', 'part.method', 'part.path', 'page.page_title as title', 'page.page_id', 'page.cat_id'])
      .where('part.source_id', '=', source_id)
      .where('part.kind', 'in', ['operation', 'webhook'])
      .where('part.part_key', 'in', some)
      .where('part.is_detached', '=', 0)
      .where('page.item_id', '=', item_id)
      .where('page.is_del', '=', 0)
      .execute()
    for (const { kind, part_key, ...row } of rows) {
      const n = order.get(`${kind} ${part_key}`)
      if (n !== undefined) found.push({ ...row, n })
    }
  }
  return found.sort((a, b) => a.n - b.n)
}
