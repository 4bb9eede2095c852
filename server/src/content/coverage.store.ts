import { callGapPath } from '@sheaf/description/call-coverage'
import { type Coverage, filledGaps, gapPath, NO_COVERAGE } from '@sheaf/description/table-coverage'
import { oursOf } from '@sheaf/description/table-words'
import { covers, type Scope } from '../access/access.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

/*
 * How much of a source is described (T30). What the source says is counted when a version is read; words of people are counted here,
 * because they are written between two versions.
 */

interface WordedPart {
  part_id: number
  source_id: number
  kind: string
  key: string
  words: { path: string; mode: 'replace' | 'add'; words: string; cat_id: number }[]
}

/** The parts of sources on which people have written words. */
async function worded(db: Db, source_ids: number[]): Promise<WordedPart[]> {
  if (source_ids.length === 0) return []
  const rows = await db
    .selectFrom('source_part as part')
    .innerJoin('source_word as word', 'word.part_id', 'part.part_id')
    .innerJoin('page', 'page.page_id', 'word.page_id')
    .select(['part.part_id', 'part.source_id', 'part.kind', 'part.part_key as key'])
    .select(['word.path', 'word.mode', 'word.words', 'page.cat_id'])
    .where('part.source_id', 'in', source_ids)
    .where('part.describable', '>', 0)
    .where('part.gone_seq', '=', 0)
    .where('word.state', '<>', 'homeless')
    .where('page.is_del', '=', 0)
    .orderBy('part.part_id')
    .execute()
  const parts = new Map<number, WordedPart>()
  for (const { path, mode, words, cat_id, ...row } of rows) {
    const known = parts.get(row.part_id) ?? { ...row, words: [] }
    known.words.push({ path, mode, words, cat_id })
    parts.set(row.part_id, known)
  }
  return [...parts.values()]
}

/** Parts whose paths are read before other requests get a turn. */
const PARTS_PER_TURN = 100

/** How many places people describe that the source does not, by part. */
async function filledBy(db: Db, parts: WordedPart[]): Promise<Map<number, number>> {
  const filled = new Map<number, number>()
  for (const some of inParts(parts, PARTS_PER_TURN)) {
    const byId = new Map(some.map((part) => [part.part_id, part]))
    const rows = await db
      .selectFrom('source_part')
      .select(['part_id', 'gaps'])
      .where('part_id', 'in', [...byId.keys()])
      .execute()
    for (const { part_id, gaps } of rows) {
      const { kind = '', words = [] } = byId.get(part_id) ?? {}
      const paths = new Set(words.map(({ path }) => (kind === 'table' ? gapPath(path) : callGapPath(path))))
      filled.set(part_id, filledGaps(JSON.parse(gaps) as string[][], paths))
    }
    if (parts.length > PARTS_PER_TURN) await new Promise(setImmediate)
  }
  return filled
}

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
  const parts = await worded(db, source_ids)
  const filled = await filledBy(db, parts)
  for (const { part_id, source_id } of parts) {
    const sum = found.get(source_id) ?? NO_COVERAGE
    found.set(source_id, { ...sum, here: sum.here + (filled.get(part_id) ?? 0) })
  }
  return found
}

/** What people have written about the tables of a source, on pages in these catalogs. */
async function liveWords(db: Db, source_id: number, sees: Scope) {
  const tables = await worded(db, [source_id])
  const filled = await filledBy(db, tables)
  return tables.map((table) => {
    const about = table.words.filter(({ path, cat_id }) => gapPath(path) === 'table' && covers(sees, cat_id))
    return { key: table.key, here: filled.get(table.part_id) ?? 0, ...oursOf(about) }
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
