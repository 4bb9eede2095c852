import type { FieldMark } from '@sheaf/description/field-marks'
import type { Db } from '../db/schema.ts'
import { dayOf } from '../runtime/days.ts'
import { lruOf } from '../runtime/lru.ts'

/** Fields are marked as new or changed for so long, in seconds. */
const MARKED_SECONDS = 14 * 24 * 60 * 60
/** Versions of one source that are read, newest first, and marks that are kept. */
const VERSIONS_MAX = 20
const MARKS_MAX = 2000

interface Dated extends Omit<FieldMark, 'schema' | 'date'> {
  kind: string
  key: string
  addtime: number
}

/** What is known of the versions of a source does not change until it has another one. */
const marks = lruOf<Promise<Dated[]>>(8 * 1024 * 1024)

interface StoredChange {
  kind: string
  key: string
  path: string
  class: string
  rule: string
}

/** Changes of these rules are the arrival of their place. */
const isArrival = (rule: string) =>
  /^(?:parameter|response\.header|(?:request|response)\.field|column|index|key)(?:\.|-)new(?:-required)?$/.test(rule)

/** The changes of the newest versions with a path, one version at a time. */
async function readMarks(db: Db, source_id: number, since: number): Promise<Dated[]> {
  const rows = await db
    .selectFrom('source_version')
    .select('version_id')
    .where('source_id', '=', source_id)
    .where('state', '=', 'applied')
    .where('addtime', '>', since)
    .where('changes', '<>', '[]')
    .orderBy('seq', 'desc')
    .limit(VERSIONS_MAX)
    .execute()
  const found = new Map<string, Dated>()
  for (const { version_id } of rows) {
    const row = await db
      .selectFrom('source_version')
      .select(['changes', 'label', 'seq', 'addtime'])
      .where('version_id', '=', version_id)
      .executeTakeFirst()
    if (!row) continue
    for (const { kind, key, path, class: of, rule } of JSON.parse(row.changes) as StoredChange[]) {
      // Texts change often, and a place that is gone has no field.
      if (path === '' || of === 'words' || /(?:-|\.)gone(?:-|$)/.test(rule)) continue
      const id = `${kind} ${key} ${path}`
      const known = found.get(id)
      if (known?.isNew || (!known && found.size >= MARKS_MAX)) continue
      const isNew = isArrival(rule)
      if (!known || isNew) found.set(id, { kind, key, path, isNew, label: row.label || String(row.seq), addtime: row.addtime })
    }
  }
  return [...found.values()]
}

/**
 * The fields of the page's own part, and of the named schemas of its source, that are new or changed in versions of the last 14 days;
 * undefined for none. The day of a version is that of the time zone of the site.
 */
export async function marksOf(
  store: { db: Db },
  { item_id, page_id }: { item_id: number; page_id: number },
  now: number,
  zone: string,
): Promise<FieldMark[] | undefined> {
  const part = await store.db
    .selectFrom('source_part as part')
    .innerJoin('source', 'source.source_id', 'part.source_id')
    .select(['part.source_id', 'part.kind', 'part.part_key', 'source.version_id'])
    .where('part.page_id', '=', page_id)
    .where('source.item_id', '=', item_id)
    .executeTakeFirst()
  if (!part) return undefined
  const since = now - MARKED_SECONDS
  const kept = marks(store)
  const key = `${part.source_id} ${part.version_id}`
  const known = kept.get(key)
  const found = known ?? readMarks(store.db, part.source_id, since)
  if (!known) {
    kept.set(key, found, 1000)
    found.then(
      (all) => kept.get(key) === found && kept.set(key, found, JSON.stringify(all).length * 2 + 1000),
      () => kept.get(key) === found && kept.delete(key),
    )
  }
  const own = (await found).filter(
    (mark) => mark.addtime > since && (mark.kind === 'schema' || (mark.kind === part.kind && mark.key === part.part_key)),
  )
  if (own.length === 0) return undefined
  return own.map(({ kind, key: of, path, isNew, label, addtime }) => ({
    ...(kind === 'schema' ? { schema: of } : {}),
    path,
    isNew,
    label,
    date: dayOf(addtime, zone),
  }))
}
