import type { Db } from '../../db/schema.ts'
import { partNamed } from '../source.part.store.ts'
import type { Source } from '../source.store.ts'

/** A part that is gone and a new one that may be the same. */
interface Pair {
  kind: string
  before: string
  after: string
  score: number
}

/** Stores questions to people. A pair that has been asked about before is not asked about again. */
export async function suggestMatches(db: Db, { source_id }: Source, version_id: number, pairs: Pair[]) {
  for (const { kind, before, after, score } of pairs) {
    const [from, to] = [await partNamed(db, source_id, kind, before), await partNamed(db, source_id, kind, after)]
    if (!from || !to || from.gone_seq === 0 || to.gone_seq > 0) continue
    await db
      .insertInto('source_match')
      .values({
        ...{ source_id, version_id, from_part: from.part_id, to_part: to.part_id },
        ...{ score: Math.round(score * 1000), state: 'open', uid: null },
      })
      .onConflict((conflict) => conflict.columns(['from_part', 'to_part']).doNothing())
      .execute()
  }
}

const LISTED_MAX = 200

/** The open questions of a source whose parts are still gone and new. */
export const openMatches = (db: Db, { source_id, item_id }: Source) =>
  db
    .selectFrom('source_match as match')
    .innerJoin('source_part as old', 'old.part_id', 'match.from_part')
    .innerJoin('source_part as now', 'now.part_id', 'match.to_part')
    .leftJoin('page as was', (join) => join.onRef('was.page_id', '=', 'old.page_id').on('was.item_id', '=', item_id))
    .leftJoin('page as is', (join) => join.onRef('is.page_id', '=', 'now.page_id').on('is.item_id', '=', item_id))
    .select(['match.match_id', 'old.kind', 'match.score'])
    .select(['old.title as from_title', 'old.method as from_method', 'old.path as from_path', 'old.part_key as from_key'])
    .select(['now.title as to_title', 'now.method as to_method', 'now.path as to_path', 'now.part_key as to_key'])
    .select(['was.page_id as from_page_id', 'was.is_del as from_is_del', 'was.cat_id as from_cat_id'])
    .select(['is.page_id as to_page_id', 'is.is_del as to_is_del', 'is.cat_id as to_cat_id'])
    .where('match.source_id', '=', source_id)
    .where('match.state', '=', 'open')
    .where('old.gone_seq', '>', 0)
    .where('now.gone_seq', '=', 0)
    .orderBy('match.match_id')
    .limit(LISTED_MAX)
    .execute()

/** Decides an open question; undefined if it is decided, or its parts are no longer gone and new. */
export async function closeMatch(
  db: Db,
  { source_id }: Source,
  match_id: number,
  row: { state: 'yes' | 'no'; uid: number; username: string; decided_time: number },
) {
  const pair = await db
    .updateTable('source_match')
    .set(row)
    .where('match_id', '=', match_id)
    .where('source_id', '=', source_id)
    .where('state', '=', 'open')
    .returning(['from_part', 'to_part'])
    .executeTakeFirst()
  if (!pair) return undefined
  const parts = await db.selectFrom('source_part').selectAll().where('part_id', 'in', [pair.from_part, pair.to_part]).execute()
  const from = parts.find((part) => part.part_id === pair.from_part && part.gone_seq > 0)
  const to = parts.find((part) => part.part_id === pair.to_part && part.gone_seq === 0)
  return from && to ? { from, to } : undefined
}

/** The former part becomes another name of the new one; what showed it shows the new one. */
export async function mergeParts(db: Db, { source_id }: Source, from: { part_id: number; kind: string; part_key: string }, to: number) {
  const old = from.part_id
  const both = db.selectFrom('page_part').select('page_id').where('part_id', '=', to)
  await db.deleteFrom('page_part').where('part_id', '=', old).where('page_id', 'in', both).execute()
  for (const table of ['page_part', 'source_word', 'source_alias', 'proof'] as const)
    await db.updateTable(table).set({ part_id: to }).where('part_id', '=', old).execute()
  await db.deleteFrom('source_part').where('part_id', '=', old).execute()
  await db
    .insertInto('source_alias')
    .values({ source_id, kind: from.kind, part_key: from.part_key, part_id: to })
    .onConflict((conflict) => conflict.columns(['source_id', 'kind', 'part_key']).doUpdateSet({ part_id: to }))
    .execute()
}
