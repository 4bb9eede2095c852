import { bareFence } from '@sheaf/description/fence'
import type { PartKind } from '@sheaf/description/part-kinds'
import { sql } from 'kysely'
import { endMark } from '../content/review/review.store.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { type KnownPart, ROWS_PER_TURN } from './source.part.store.ts'
import type { Source } from './source.store.ts'

/** New pages show their part and nothing else. */
export async function storeTexts(db: Db, item_id: number, rows: { page_id: number; page_text: string; part_id: number }[]) {
  for (const some of inParts(rows, ROWS_PER_TURN)) {
    await new Promise(setImmediate)
    const page_ids = some.map((row) => row.page_id)
    await db
      .insertInto('page_text')
      .values(some.map(({ page_id, page_text }) => ({ page_id, item_id, page_text })))
      .execute()
    await db
      .insertInto('page_part')
      .values(some.map(({ page_id, part_id }) => ({ page_id, part_id })))
      .execute()
    await db.updateTable('page').set({ is_composed: 1 }).where('page_id', 'in', page_ids).execute()
  }
}

/** The pages that show parts of this source and of no other one, also those in the recycle bin. */
export const pagesOfSource = (db: Db, source_id: number) =>
  db
    .selectFrom('page_part as shown')
    .innerJoin('source_part as part', 'part.part_id', 'shown.part_id')
    .select('shown.page_id')
    .distinct()
    .where('part.source_id', '=', source_id)
    .where(
      sql<boolean>`not exists (select 1 from page_part o join source_part p on p.part_id = o.part_id
        where o.page_id = shown.page_id and p.source_id <> ${source_id})`,
    )
    .execute()

/** A page of the item, also in its recycle bin. */
export const pageNow = (db: Db, { page_id, item_id }: { page_id: number; item_id: number }) =>
  db.selectFrom('page').selectAll().where('page_id', '=', page_id).where('item_id', '=', item_id).executeTakeFirst()

/** Texts in memory at the same time. */
const TEXTS_PER_TURN = 20

/** A composed page with its stored text. */
export interface ShownPage {
  page_id: number
  cat_id: number
  page_title: string
  page_content: string
  page_text: string
  is_del: number
}

/** The pages that show some of these parts, in batches. */
export async function* pagesShowing(db: Db, item_id: number, part_ids: number[]): AsyncGenerator<ShownPage> {
  const ids = new Set<number>()
  for (const some of inParts(part_ids))
    for (const { page_id } of await db.selectFrom('page_part').select('page_id').where('part_id', 'in', some).execute()) ids.add(page_id)
  yield* composedPages(db, item_id, [...ids])
}

/** The pages whose parts link to this page. */
export async function* pagesLinking(db: Db, item_id: number, page_id: number): AsyncGenerator<ShownPage> {
  const rows = await db
    .selectFrom('page')
    .select('page_id')
    .where('item_id', '=', item_id)
    .where('is_composed', '=', 1)
    .where('page_content', 'like', `%](/${item_id}/${page_id})%`)
    .execute()
  yield* composedPages(
    db,
    item_id,
    rows.map((row) => row.page_id),
  )
}

/** The pages of the parts of a source that can show words about schemas. */
export async function callPages(db: Db, source_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('source_part')
    .select('page_id')
    .where('source_id', '=', source_id)
    .where('kind', 'in', ['operation', 'webhook', 'schema'])
    .where('page_id', '>', 0)
    .execute()
  return rows.map((row) => row.page_id)
}

export async function* composedPages(db: Db, item_id: number, page_ids: number[]): AsyncGenerator<ShownPage> {
  for (const some of inParts(page_ids, TEXTS_PER_TURN)) {
    const found = await db
      .selectFrom('page')
      .innerJoin('page_text as text', 'text.page_id', 'page.page_id')
      .select(['page.page_id', 'page.cat_id', 'page.page_title', 'page.page_content', 'text.page_text', 'page.is_del'])
      .where('page.page_id', 'in', some)
      .where('page.item_id', '=', item_id)
      .where('page.is_composed', '=', 1)
      .execute()
    yield* found
  }
}

/** The places of the pages of an item. */
export const pagesInItem = (db: Db, item_id: number) =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 's_number'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** Writes what a source changes on a page, which ends its mark. It is no version of the page, so no editor and no lock notices it. */
export async function updatePage(
  db: Db,
  item_id: number,
  page_id: number,
  row: { page_content: string; page_title: string; method: string; addtime: number },
) {
  await db.updateTable('page').set(row).where('page_id', '=', page_id).where('item_id', '=', item_id).execute()
  await endMark(db, page_id, { reason: 'sync', username: '', version: 0, at: row.addtime })
}

export const placePage = (db: Db, item_id: number, page_id: number, cat_id: number) =>
  db.updateTable('page').set({ cat_id }).where('page_id', '=', page_id).where('item_id', '=', item_id).execute()

/**
 * The pages of these parts that people have added something to: words, files, a mock, a link, a revision, or another page that shows the
 * part.
 */
export async function touchedPages(
  db: Db,
  { name }: Pick<Source, 'name'>,
  parts: Pick<KnownPart, 'page_id' | 'kind' | 'part_key'>[],
): Promise<Set<number>> {
  const touched = new Set<number>()
  const bare = new Map(
    parts.map(({ page_id, kind, part_key: key }) => [page_id, bareFence({ kind: kind as PartKind, source: name, key }).trim()]),
  )
  for (const some of inParts([...bare.keys()])) {
    for (const row of await db.selectFrom('page_text').select(['page_id', 'page_text']).where('page_id', 'in', some).execute())
      if (row.page_text.trim() !== bare.get(row.page_id)) touched.add(row.page_id)
    for (const table of ['attachment_page', 'mock', 'page_link', 'page_history'] as const)
      for (const { page_id } of await db.selectFrom(table).select('page_id').distinct().where('page_id', 'in', some).execute())
        touched.add(page_id)
    const elsewhere = await db
      .selectFrom('source_part as part')
      .innerJoin('page_part as shown', 'shown.part_id', 'part.part_id')
      .select('part.page_id')
      .whereRef('shown.page_id', '<>', 'part.page_id')
      .where('part.page_id', 'in', some)
      .execute()
    for (const { page_id } of elsewhere) touched.add(page_id)
  }
  return touched
}
