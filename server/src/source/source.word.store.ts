import { refreshStates } from '../content/proof/page-state.store.ts'
import type { Db } from '../db/schema.ts'

/** Words that wait for a person, in the order of their pages. */
export const wordsOf = (db: Db, source_id: number, max: number) =>
  db
    .selectFrom('source_word as word')
    .innerJoin('source_part as part', 'part.part_id', 'word.part_id')
    .innerJoin('page', 'page.page_id', 'word.page_id')
    .select(['word.page_id', 'word.path', 'word.mode', 'word.state', 'word.words', 'word.base', 'page.page_title', 'page.cat_id'])
    .select(['part.part_id', 'part.title', 'part.body'])
    .where('part.source_id', '=', source_id)
    .where('word.state', '<>', 'same')
    .where('page.is_del', '=', 0)
    .orderBy('word.page_id')
    .orderBy('word.path')
    .limit(max)
    .execute()

/** What the source said when the words of a page were written. */
export const wordsOn = (db: Db, page_id: number) =>
  db.selectFrom('source_word').select(['path', 'mode', 'base']).where('page_id', '=', page_id).execute()

/** The places of pages that have words. */
export async function pathsWritten(db: Db, page_ids: number[]): Promise<Map<number, Set<string>>> {
  const found = new Map(page_ids.map((page_id) => [page_id, new Set<string>()]))
  if (page_ids.length === 0) return found
  const rows = await db.selectFrom('source_word').select(['page_id', 'path']).where('page_id', 'in', page_ids).execute()
  for (const { page_id, path } of rows) found.get(page_id)?.add(path)
  return found
}

/** The words on these pages, with what the source said when they were written. */
export const wordsOnPages = (db: Db, page_ids: number[]) =>
  db
    .selectFrom('source_word')
    .select(['page_id', 'path', 'mode', 'words', 'state', 'base'])
    .where('page_id', 'in', page_ids)
    .orderBy('path')
    .orderBy('mode')
    .execute()

/** A person keeps words although the source says something new; words without a place stay without one. */
export async function keepWords(
  db: Db,
  at: { page_id: number; path: string; mode: 'replace' | 'add' },
  now: string | undefined,
  time: number,
) {
  await db
    .updateTable('source_word')
    .set(now === undefined ? { state: 'homeless' } : { base: now, state: 'same' })
    .where('page_id', '=', at.page_id)
    .where('path', '=', at.path)
    .where('mode', '=', at.mode)
    .execute()
  await refreshStates(db, [at.page_id], time)
}
