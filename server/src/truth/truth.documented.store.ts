import { sql } from 'kysely'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

/** The operations that these pages of the item show; `is_own` is 1 on the page of the operation itself. */
export async function operationsOn(db: Db, item_id: number, page_ids: number[]) {
  const rows = []
  for (const some of inParts(page_ids))
    rows.push(
      ...(await db
        .selectFrom('page_part as shown')
        .innerJoin('source_part as part', 'part.part_id', 'shown.part_id')
        .innerJoin('source', 'source.source_id', 'part.source_id')
        .select(['shown.page_id', 'part.part_id', 'part.method', 'part.path'])
        .select(sql<number>`case when part.page_id = shown.page_id then 1 else 0 end`.as('is_own'))
        .where('shown.page_id', 'in', some)
        .where('source.item_id', '=', item_id)
        .where('part.kind', '=', 'operation')
        .orderBy('shown.page_id')
        .orderBy('part.part_id')
        .execute()),
    )
  return rows
}

export async function bodiesOf(db: Db, part_ids: number[]) {
  const rows = []
  for (const some of inParts(part_ids))
    rows.push(...(await db.selectFrom('source_part').select(['part_id', 'body']).where('part_id', 'in', some).execute()))
  return rows
}
