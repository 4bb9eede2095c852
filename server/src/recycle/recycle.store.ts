import { type RawBuilder, sql } from 'kysely'
import { inParts } from '../db/batches.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db } from '../db/schema.ts'
import type { Count } from './recycle.rules.ts'

const deleter = nameColumn(personName('recycle.del_by_uid', 'recycle.del_by_username'))

const rowsOf = (db: Db, item_id: number) =>
  db
    .selectFrom('recycle')
    .select(['id', 'item_id', 'page_id', 'page_title', 'del_by_uid', 'del_by_username', 'del_time', 'counted_from', 'batch_id'])
    .select(deleter.as('del_by_name'))
    .where('item_id', '=', item_id)
    .orderBy('id', 'desc')

export const recycleBinOf = (db: Db, item_id: number) => rowsOf(db, item_id).execute()

interface Part {
  /** 0 for all of the bin, whose pages of one deletion are one entry. */
  batch_id: number
  find: string
  page: number
  count: number
}

/** A part of the bin, and how many entries and pages there are. Names and titles are read for the rows of the part only. */
export async function binEntries(db: Db, item_id: number, { batch_id, find, page, count }: Part) {
  const words = find.normalize('NFC')
  // SQLite knows only ASCII letters in lower case: other letters are found as they are written.
  const patterns = [words, words.toLowerCase()].map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)
  const has = (text: RawBuilder<unknown>) =>
    sql.join(
      patterns.map((pattern) => sql`lower(${text}) like ${pattern} escape '\\'`),
      sql` or `,
    )
  const fits = sql`(${has(sql.ref('page_title'))} or ${has(sql.ref('del_by_username'))} or ${has(sql`${deleter}`)})`
  const entries = db
    .selectFrom('recycle')
    .select(({ fn }) => [fn.max('id').as('id'), fn.countAll<number>().as('pages')])
    .where('item_id', '=', item_id)
    .$if(batch_id > 0, (query) => query.where('batch_id', '=', batch_id))
    .groupBy(batch_id > 0 ? sql`id` : sql`case when batch_id = 0 then -id else batch_id end`)
    .$if(find !== '', (query) => query.having(sql<boolean>`max(case when ${fits} then 1 else 0 end) = 1`))
  const part = await entries
    .orderBy(sql`max(id)`, 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()
  const pages = new Map(part.map((entry) => [entry.id, Number(entry.pages)]))
  const rows =
    part.length > 0
      ? await rowsOf(db, item_id)
          .where('id', 'in', [...pages.keys()])
          .execute()
      : []
  const sum = await db
    .selectFrom(entries.as('entry'))
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.sum<number | null>('pages').as('pages')])
    .executeTakeFirstOrThrow()
  return {
    list: rows.map((row) => ({ ...row, pages: pages.get(row.id) ?? 1 })),
    total: Number(sum.total),
    pages: Number(sum.pages ?? 0),
  }
}

export const countOf = (db: Db): Promise<Count> => db.selectFrom('retention').select(['counted', 'seen', 'odd']).executeTakeFirstOrThrow()

export const deletedPageOf = (db: Db, item_id: number, page_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('recycle', 'recycle.page_id', 'page.page_id')
    .select(['page.page_id', 'page.page_title', 'page.page_content', 'page.author_username', 'page.addtime'])
    .select(nameColumn(personName('page.author_uid', 'page.author_username')).as('author_name'))
    .where('recycle.item_id', '=', item_id)
    .where('recycle.page_id', '=', page_id)
    .executeTakeFirst()

/** Removes these pages from the bin and returns those that were there. Of two concurrent calls only one returns a page. */
export async function takeAllFromBin(db: Db, item_id: number, page_ids: number[]): Promise<number[]> {
  const taken: number[] = []
  for (const part of inParts(page_ids)) {
    const rows = db.deleteFrom('recycle').where('item_id', '=', item_id).where('page_id', 'in', part).returning('page_id')
    taken.push(...(await rows.execute()).map((row) => row.page_id))
  }
  return taken
}

/** Removes the page from the bin and returns whether it was there. Of two concurrent calls only one returns true. */
export const takeFromBin = async (db: Db, item_id: number, page_id: number) =>
  Number((await db.deleteFrom('recycle').where('item_id', '=', item_id).where('page_id', '=', page_id).executeTakeFirst()).numDeletedRows) >
  0
