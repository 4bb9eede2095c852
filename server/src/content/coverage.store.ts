import { type Coverage, filledGaps, gapPath, NO_COVERAGE } from '@sheaf/description/table-coverage'
import { oursOf } from '@sheaf/description/table-words'
import { covers, type Scope } from '../access/access.ts'
import type { Db } from '../db/schema.ts'

/*
 * How much of a database is described (T30). Comments are counted when a version is read; words of people are counted here, because they
 * are written between two versions.
 */

interface TableWords {
  part_id: number
  source_id: number
  key: string
  describable: number
  described: number
  gaps: string[][]
  words: { path: string; mode: 'replace' | 'add'; words: string; cat_id: number }[]
}

/** The tables of sources on which people have written words. */
async function worded(db: Db, source_ids: number[]): Promise<TableWords[]> {
  if (source_ids.length === 0) return []
  const rows = await db
    .selectFrom('source_part as part')
    .innerJoin('source_word as word', 'word.part_id', 'part.part_id')
    .innerJoin('page', 'page.page_id', 'word.page_id')
    .select(['part.part_id', 'part.source_id', 'part.part_key as key', 'part.describable', 'part.described', 'part.gaps'])
    .select(['word.path', 'word.mode', 'word.words', 'page.cat_id'])
    .where('part.source_id', 'in', source_ids)
    .where('part.kind', '=', 'table')
    .where('part.gone_seq', '=', 0)
    .where('word.state', '<>', 'homeless')
    .where('page.is_del', '=', 0)
    .orderBy('part.part_id')
    .execute()
  const tables = new Map<number, TableWords>()
  for (const { path, mode, words, cat_id, gaps, ...row } of rows) {
    const known = tables.get(row.part_id) ?? { ...row, gaps: JSON.parse(gaps) as string[][], words: [] }
    known.words.push({ path, mode, words, cat_id })
    tables.set(row.part_id, known)
  }
  return [...tables.values()]
}

const hereOf = ({ gaps, words }: TableWords) => filledGaps(gaps, new Set(words.map(({ path }) => gapPath(path))))

/** The coverage of each source of a list. */
export async function coverageOf(db: Db, source_ids: number[]): Promise<Map<number, Coverage>> {
  const found = new Map<number, Coverage>()
  if (source_ids.length === 0) return found
  const sums = await db
    .selectFrom('source_part')
    .select('source_id')
    .select((row) => [row.fn.sum<number>('describable').as('total'), row.fn.sum<number>('described').as('source')])
    .where('source_id', 'in', source_ids)
    .where('gone_seq', '=', 0)
    .groupBy('source_id')
    .execute()
  for (const { source_id, total, source } of sums) found.set(source_id, { total: Number(total), source: Number(source), here: 0 })
  for (const table of await worded(db, source_ids)) {
    const sum = found.get(table.source_id) ?? NO_COVERAGE
    found.set(table.source_id, { ...sum, here: sum.here + hereOf(table) })
  }
  return found
}

/** What people have written about the tables of a source, on pages in these catalogs. */
async function liveWords(db: Db, source_id: number, sees: Scope) {
  const tables = await worded(db, [source_id])
  return tables.map((table) => {
    const about = table.words.filter(({ path, cat_id }) => gapPath(path) === 'table' && covers(sees, cat_id))
    return { key: table.key, here: hereOf(table), ...oursOf(about) }
  })
}

/**
 * What people have written about the tables of the overview that this page shows, on pages that a reader with these rights can read;
 * undefined for any other page.
 */
export async function liveOf(db: Db, { page_id }: { page_id: number }, visits: Scope) {
  const part = await db
    .selectFrom('source_part')
    .select('source_id')
    .where('page_id', '=', page_id)
    .where('kind', '=', 'overview')
    .executeTakeFirst()
  return part && liveWords(db, part.source_id, visits)
}
