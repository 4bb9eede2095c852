import { randomUUID } from 'node:crypto'
import type { SchemaWords } from '@sheaf/description/schema-words'
import type { PartWords } from '@sheaf/description/words'
import type { Db } from '../db/schema.ts'

/*
 * What people write about the fields of a named schema, on its page, is shown everywhere the schema is used: decision 95. A change of such
 * words leaves a note with the change itself. The server that reads the notes composes the pages again.
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

const PREFIX = 'schema_words.'

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
export async function noteSource(db: Db, source_id: number) {
  const value = randomUUID()
  await db
    .insertInto('site_config')
    .values({ name: `${PREFIX}${source_id}`, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The sources whose pages are to be composed again, each with the note that says so. */
export async function notedSources(db: Db): Promise<{ source_id: number; note: string }[]> {
  const rows = await db.selectFrom('site_config').select(['name', 'value']).where('name', 'like', `${PREFIX}%`).execute()
  return rows.map(({ name, value }) => ({ source_id: Number(name.slice(PREFIX.length)), note: value }))
}

/** Removes a note, unless the words have changed again. */
export const removeNote = (db: Db, { source_id, note }: { source_id: number; note: string }) =>
  db.deleteFrom('site_config').where('name', '=', `${PREFIX}${source_id}`).where('value', '=', note).execute()
