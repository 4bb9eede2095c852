import { sql } from 'kysely'
import type { NewPage } from '../../content/page.store.ts'
import type { Db } from '../../db/schema.ts'
import { type Base, type Packed, unpack } from './page.history.pack.ts'

const metadataColumns = [
  'page_history_id',
  'page_id',
  'item_id',
  'cat_id',
  'page_title',
  'page_comments',
  's_number',
  'author_uid',
  'author_username',
  'addtime',
] as const

const statesOf = (db: Db, page_id: number) => db.selectFrom('page_history').select(metadataColumns).where('page_id', '=', page_id)

/** The newest revisions of a page without their contents, ordered by id. */
export const outlineOf = async (db: Db, page_id: number, count: number) =>
  (await statesOf(db, page_id).orderBy('page_history_id', 'desc').limit(count).execute()).map((row) => ({ ...row, page_content: '' }))

export async function historyOf(db: Db, page_id: number, count: number) {
  const rows = await statesOf(db, page_id).select(['page_content', 'base_id']).orderBy('page_history_id', 'desc').limit(count).execute()
  return withTexts(db, rows)
}

/** One revision, if it belongs to this page. */
export async function revisionOf(db: Db, page_id: number, page_history_id: number) {
  const found = statesOf(db, page_id).select(['page_content', 'base_id']).where('page_history_id', '=', page_history_id)
  return (await withTexts(db, await found.execute()))[0]
}

async function withTexts<Row extends Packed>(db: Db, rows: Row[]) {
  const ids = [...new Set(rows.flatMap((row) => row.base_id || []))]
  const found = ids.length
    ? await db
        .selectFrom('page_history')
        .select(['page_history_id', 'page_content', 'base_id'])
        .where('page_history_id', 'in', ids)
        .execute()
    : []
  const bases = new Map(await Promise.all(found.map(async (base) => [base.page_history_id, await unpack(base)] as const)))
  return Promise.all(
    rows.map(async ({ base_id, page_content, ...row }) => ({
      ...row,
      page_content: (await unpack({ base_id, page_content }, bases.get(base_id ?? 0))).toString('utf8'),
    })),
  )
}

/** The texts of these revisions by id, without revisions that no longer exist. */
export async function revisionTextsByIds(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const found = db.selectFrom('page_history').select(['page_history_id', 'page_content', 'base_id']).where('page_history_id', 'in', ids)
  return new Map((await withTexts(db, await found.execute())).map((row) => [row.page_history_id, row.page_content]))
}

/** Returns the number of changed revisions: 1, or 0 when the page has no such revision. */
export async function commentRevision(db: Db, page_id: number, page_history_id: number, page_comments: string) {
  const found = db.updateTable('page_history').set({ page_comments }).where('page_id', '=', page_id)
  return Number((await found.where('page_history_id', '=', page_history_id).executeTakeFirst()).numUpdatedRows)
}

/** The newest revision of a page without a base, which is the base of the next one. */
export async function baseOf(db: Db, page_id: number): Promise<Base | undefined> {
  const row = await db
    .selectFrom('page_history')
    .select(['page_history_id', 'page_content', 'base_id'])
    .where('page_id', '=', page_id)
    .where('base_id', '=', 0)
    .orderBy('page_history_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { page_history_id: row.page_history_id, content: await unpack(row), packed: row.page_content.length }
}

type Kept = NewPage & { page_id: number; item_id: number; addtime: number }

/** Stores the previous revision, and deletes all but the newest `keep` revisions and their bases. */
export async function keepHistory(
  db: Db,
  { page_id, item_id, cat_id, page_title, page_comments, s_number, author_uid, author_username, addtime }: Kept,
  packed: Packed,
  keep: number,
) {
  await sql`insert into page_history
    (page_id, item_id, cat_id, page_title, page_content, base_id, page_comments, s_number, author_uid, author_username, addtime)
    values (${page_id}, ${item_id}, ${cat_id}, ${page_title}, ${packed.page_content}, ${packed.base_id}, ${page_comments}, ${s_number},
      ${author_uid}, ${author_username}, ${addtime})`.execute(db)
  const oldest = sql`(select page_history_id from page_history where page_id = ${page_id} order by page_history_id desc limit 1 offset ${keep})`
  await sql`delete from page_history where page_id = ${page_id} and page_history_id <= ${oldest}
    and page_history_id not in (select base_id from page_history where page_id = ${page_id} and page_history_id > ${oldest} and base_id > 0)`.execute(
    db,
  )
}
