import type { Drift, DriftNote, InstanceDrift } from '@sheaf/description/table-words'
import { covers, type Scope } from '../access/access.ts'
import type { Db } from '../db/schema.ts'

/** Sentences about one instance on an overview. */
const NOTES_MAX = 50
/** Their values can name other tables. */
const NAMING = /^(?:key\.(?:new|changed|gone)|check\.)/

interface Row {
  instance: string
  kind: string
  part_key: string
  label: string
  rule: string
  path: string
  value_main: string
  value_here: string
  since: number
  cat_id: number | null
}

/** A foreign key or a check can name a table that a reader of a part of the item does not see (S217). */
function noteOf(
  { instance, label, rule, path, value_main, value_here, since }: Row,
  visits: Scope,
  day: (at: number) => string,
): DriftNote {
  const showsValues = visits === 'all' || !NAMING.test(rule)
  return {
    instance,
    label,
    rule,
    path,
    before: showsValues ? value_main : '',
    after: showsValues ? value_here : '',
    since: day(Number(since)),
  }
}

/**
 * How other instances of a database differ from what this page of a table or an overview shows, as far as a reader with these rights sees
 * the tables. Instances that were not compared with the present version are left out. Undefined where there is none.
 */
export async function driftOf(
  db: Db,
  own: { source_id: number; kind: string; part_key: string; item_id: number },
  visits: Scope,
  day: (at: number) => string,
): Promise<Drift | undefined> {
  const { source_id, kind, part_key, item_id } = own
  const instances = await db
    .selectFrom('source_instance as one')
    .innerJoin('source', (join) => join.onRef('source.source_id', '=', 'one.source_id').onRef('source.version_id', '=', 'one.version_id'))
    .select(['one.name', 'one.check_time'])
    .where('one.source_id', '=', source_id)
    .orderBy('one.name')
    .execute()
  if (instances.length === 0) return undefined
  let query = db
    .selectFrom('source_drift as drift')
    .leftJoin('source_part as part', (join) =>
      join
        .onRef('part.source_id', '=', 'drift.source_id')
        .onRef('part.kind', '=', 'drift.kind')
        .onRef('part.part_key', '=', 'drift.part_key'),
    )
    .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').on('page.item_id', '=', item_id).on('page.is_del', '=', 0))
    .select(['drift.instance', 'drift.kind', 'drift.part_key', 'drift.label', 'drift.rule', 'drift.path'])
    .select(['drift.value_main', 'drift.value_here', 'drift.since', 'page.cat_id'])
    .where('drift.source_id', '=', source_id)
    .orderBy('drift.instance')
    .orderBy('drift.position')
  if (kind === 'table') query = query.where('drift.kind', '=', 'table').where('drift.part_key', '=', part_key)
  const compared = new Set(instances.map(({ name }) => name))
  const isSeen = (row: Row) => visits === 'all' || (row.kind === 'table' && row.cat_id !== null && covers(visits, row.cat_id))
  const rows = (await query.execute()).filter((row) => compared.has(row.instance) && isSeen(row))
  if (kind === 'table') return { notes: rows.map((row) => noteOf(row, visits, day)) }
  const all = instances.map(({ name, check_time }): InstanceDrift => {
    const mine = rows.filter(({ instance }) => instance === name)
    const notes = mine.slice(0, NOTES_MAX).map((row) => noteOf(row, visits, day))
    return { name, checked: day(Number(check_time)), total: mine.length, notes }
  })
  return { instances: all }
}
