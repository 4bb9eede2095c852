import type { SchemaWords } from '@sheaf/description/schema-words'
import type { PartWords } from '@sheaf/description/words'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/*
 * What people write about the fields of a named schema, on its page, is shown everywhere the schema is used: decision 95. A change of such
 * words gets the next number of its source in the same transaction. A server that finds one composes the pages of the source again.
 */

/** Words of one source that pages show; further ones are only on the pages of their schemas. */
const WORDS_MAX = 5000

/** The words on the pages of the schemas of a source, with these pages. */
async function schemaWordRows(db: Db, source_id: number) {
  return db
    .selectFrom('source_part as part')
    .innerJoin('source_word as word', 'word.part_id', 'part.part_id')
    .innerJoin('page', 'page.page_id', 'word.page_id')
    .select(['part.part_key as schema', 'word.path', 'word.mode', 'word.words', 'page.page_id', 'page.cat_id', 'page.version'])
    .where('part.source_id', '=', source_id)
    .where('part.kind', '=', 'schema')
    .whereRef('word.page_id', '=', 'part.page_id')
    .where('page.is_del', '=', 0)
    .orderBy('part.part_id')
    .orderBy('word.path')
    .orderBy('word.mode')
    .limit(WORDS_MAX)
    .execute()
}

/** The words of a source by its schemas; those that were read before are in `known`. */
export async function schemaWordsOf(db: Db, source_id: number, known = new Map<number, SchemaWords>()): Promise<SchemaWords> {
  const before = known.get(source_id)
  if (before) return before
  const words = new Map<string, PartWords[]>()
  for (const { schema, path, mode, words: text } of await schemaWordRows(db, source_id))
    words.set(schema, [...(words.get(schema) ?? []), { path, mode, words: text }])
  known.set(source_id, words)
  return words
}

/** Notes that the words on these pages have changed, if they are pages of schemas. Part of the caller's transaction. */
export async function noteSchemaPages(db: Db, page_ids: number[]) {
  const rows = await db
    .selectFrom('source_part')
    .select('source_id')
    .distinct()
    .where('page_id', 'in', page_ids)
    .where('kind', '=', 'schema')
    .execute()
  for (const { source_id } of rows) await noteSource(db, source_id)
}

/** Notes that pages of a source may lack words about its schemas. Part of the caller's transaction. */
export const noteSource = (db: Db, source_id: number) =>
  db
    .insertInto('source_renewal')
    .values({ source_id, seq: 1, done_seq: 0 })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ seq: sql`source_renewal.seq + 1` }))
    .execute()

/** The sources whose pages are to be composed again, with the number of the last change of words. */
export const notedSources = (db: Db) =>
  db.selectFrom('source_renewal').select(['source_id', 'seq']).whereRef('done_seq', '<', 'seq').orderBy('source_id').execute()

/** The number of the last change of words of a source; 0 for none. */
export const lastChange = async (db: Db, source_id: number): Promise<number> =>
  (await db.selectFrom('source_renewal').select('seq').where('source_id', '=', source_id).executeTakeFirst())?.seq ?? 0

/** Notes that all pages of a source show its words up to this change. */
export const noteDone = (db: Db, { source_id, seq }: { source_id: number; seq: number }) =>
  db.updateTable('source_renewal').set({ done_seq: seq }).where('source_id', '=', source_id).where('done_seq', '<', seq).execute()

/**
 * Names for caches what people wrote about the schemas of the parts that this page is made for: a screen shows it before the text of the
 * page does.
 */
export async function schemaWordsStamp(db: Db, page_id: number): Promise<string> {
  const rows = await db
    .selectFrom('source_part as part')
    .innerJoin('source_renewal as renewal', 'renewal.source_id', 'part.source_id')
    .select(['renewal.source_id', 'renewal.seq'])
    .distinct()
    .where('part.page_id', '=', page_id)
    .orderBy('renewal.source_id')
    .execute()
  return rows.map(({ source_id, seq }) => `${source_id}.${seq}`).join(' ')
}
