import { type Selectable, sql } from 'kysely'
import { inParts } from '../db/batches.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { PartCoverage } from './parts.worker.ts'
import type { Source } from './source.store.ts'

export type StoredPart = Selectable<Schema['source_part']>

/** A part without its body, with the state of its page. */
export interface KnownPart
  extends Omit<StoredPart, 'body' | 'is_detached' | 'gone_seq' | 'page_id' | Exclude<keyof PartCoverage, 'describable'>> {
  page_id: number
  is_detached: number
  gone_seq: number
  /** Null if the page does not exist in this item any more. */
  is_del: number | null
  page_title: string | null
  cat_id: number | null
}

/** Rows that are read before other requests get a turn. */
const ROWS_READ_PER_TURN = 500

/** All parts of a source, in their order. */
export async function partsOf(db: Db, { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>): Promise<KnownPart[]> {
  const parts: KnownPart[] = []
  for (;;) {
    const rows = await db
      .selectFrom('source_part as part')
      .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').on('page.item_id', '=', item_id))
      .select(['part.part_id', 'part.source_id', 'part.kind', 'part.part_key', 'part.name', 'part.method', 'part.path', 'part.title'])
      .select([
        'part.seal',
        'part.shape',
        'part.chars',
        'part.describable',
        'part.page_id',
        'part.title_base',
        'part.is_detached',
        'part.since_seq',
      ])
      .select(['part.gone_seq', 'page.is_del', 'page.page_title', 'page.cat_id'])
      .where('part.source_id', '=', source_id)
      .where('part.part_id', '>', parts.at(-1)?.part_id ?? 0)
      .orderBy('part.part_id')
      .limit(ROWS_READ_PER_TURN)
      .execute()
    parts.push(...rows)
    if (rows.length < ROWS_READ_PER_TURN) return parts
    await new Promise(setImmediate)
  }
}

const FOUND_PARTS_MAX = 50
const SEARCH_WORDS_MAX = 8

/** Parts that the source has now and whose title, path or key contains every word, with the page that shows each, or 0. */
export function findParts(db: Db, { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>, keyword: string) {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, SEARCH_WORDS_MAX)
  let query = db
    .selectFrom('source_part as part')
    .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').on('page.item_id', '=', item_id).on('page.is_del', '=', 0))
    .select(['part.kind', 'part.part_key as key', 'part.title', 'part.method', 'part.path', 'page.cat_id'])
    .select(sql<number>`coalesce(page.page_id, 0)`.as('page_id'))
    .where('part.source_id', '=', source_id)
    .where('part.gone_seq', '=', 0)
  for (const word of words) {
    const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`(lower(part.title) like ${like} escape '\\' or lower(part.path) like ${like} escape '\\' or lower(part.part_key) like ${like} escape '\\')`,
    )
  }
  return query.orderBy('part.part_id').limit(FOUND_PARTS_MAX).execute()
}

type NewPart = Omit<StoredPart, 'part_id' | 'gone_seq' | 'is_detached'> & Partial<Pick<StoredPart, 'gone_seq' | 'is_detached'>>

/** Rows that are written before other requests get a turn. */
export const ROWS_PER_TURN = 25

/** Creates parts and returns their ids by `KIND KEY`. */
export async function insertParts(db: Db, parts: NewPart[]) {
  const ids = new Map<string, number>()
  for (const some of inParts(parts, ROWS_PER_TURN)) {
    const rows = await db.insertInto('source_part').values(some).returning(['part_id', 'kind', 'part_key']).execute()
    for (const { part_id, kind, part_key } of rows) ids.set(`${kind} ${part_key}`, part_id)
    await new Promise(setImmediate)
  }
  return ids
}

/** Former keys of the parts of a new source; the first of equal ones counts. */
export async function addAliases(db: Db, aliases: Alias[]) {
  for (const some of inParts(aliases))
    await db
      .insertInto('source_alias')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

interface Alias {
  source_id: number
  kind: string
  part_key: string
  part_id: number
}

/** Keeps the former key of a part, unless another part has taken it. */
export async function addAlias(db: Db, alias: Alias) {
  const { part_id } = alias
  await db
    .insertInto('source_alias')
    .values(alias)
    .onConflict((conflict) => conflict.columns(['source_id', 'kind', 'part_key']).doUpdateSet({ part_id }))
    .execute()
}

export const updatePart = (db: Db, part_id: number, row: Partial<Omit<StoredPart, 'part_id' | 'source_id'>>) =>
  db.updateTable('source_part').set(row).where('part_id', '=', part_id).execute()

/** Notes that the source no longer has these parts. A page that a person deleted before stays deleted when its part comes back. */
export async function leave(db: Db, parts: KnownPart[], gone_seq: number) {
  for (const some of inParts(parts)) {
    const ids = some.map((part) => part.part_id)
    await db.updateTable('source_part').set({ gone_seq }).where('part_id', 'in', ids).execute()
    const deleted = some.filter((part) => part.is_del === 1).map((part) => part.part_id)
    if (deleted.length > 0) await db.updateTable('source_part').set({ is_detached: 1 }).where('part_id', 'in', deleted).execute()
  }
}

export const partNamed = (db: Db, source_id: number, kind: string, part_key: string) =>
  db
    .selectFrom('source_part')
    .selectAll()
    .where('source_id', '=', source_id)
    .where('kind', '=', kind)
    .where('part_key', '=', part_key)
    .executeTakeFirst()

/** The part whose own page this is, with all keys that its block can have. */
export async function ownPart(db: Db, page_id: number) {
  const part = await db
    .selectFrom('source_part as part')
    .innerJoin('source', 'source.source_id', 'part.source_id')
    .select(['part.part_id', 'part.source_id', 'part.kind', 'part.part_key', 'part.title', 'part.body', 'source.name as source'])
    .where('part.page_id', '=', page_id)
    .executeTakeFirst()
  if (!part) return undefined
  const aliases = await db.selectFrom('source_alias').select('part_key').where('part_id', '=', part.part_id).execute()
  return { ...part, keys: [part.part_key, ...aliases.map((alias) => alias.part_key)] }
}

/** The pages of these schemas of a source that exist and show them. */
export const schemaPages = (db: Db, source_id: number, names: string[]) =>
  db
    .selectFrom('source_part as part')
    .innerJoin('page', 'page.page_id', 'part.page_id')
    .select(['part.part_key as schema', 'part.title', 'part.body', 'page.page_id', 'page.item_id', 'page.cat_id', 'page.version'])
    .where('part.source_id', '=', source_id)
    .where('part.kind', '=', 'schema')
    .where('part.part_key', 'in', names)
    .where('part.is_detached', '=', 0)
    .where('part.gone_seq', '=', 0)
    .where('page.is_del', '=', 0)
    .where('page.is_composed', '=', 1)
    .orderBy('part.part_id')
    .execute()

export type OwnPart = NonNullable<Awaited<ReturnType<typeof ownPart>>>

/** The pages of these parts with their catalogs, also by former keys, by `KIND KEY`; those in the recycle bin, too. */
export async function placesOfParts(
  db: Db,
  { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>,
  parts: { kind: string; key: string }[],
) {
  const places = new Map<string, { page_id: number; cat_id: number }>()
  for (const some of inParts([...new Set(parts.map((part) => part.key))])) {
    const former = db
      .selectFrom('source_alias as name')
      .innerJoin('source_part as part', 'part.part_id', 'name.part_id')
      .innerJoin('page', 'page.page_id', 'part.page_id')
      .select(['name.kind', 'name.part_key', 'page.page_id', 'page.cat_id'])
      .where('name.source_id', '=', source_id)
      .where('name.part_key', 'in', some)
    const present = db
      .selectFrom('source_part as part')
      .innerJoin('page', 'page.page_id', 'part.page_id')
      .select(['part.kind', 'part.part_key', 'page.page_id', 'page.cat_id'])
      .where('part.source_id', '=', source_id)
      .where('part.part_key', 'in', some)
    for (const query of [former, present])
      for (const { kind, part_key, ...place } of await query.where('page.item_id', '=', item_id).execute())
        places.set(`${kind} ${part_key}`, place)
  }
  return places
}

/** The pages of these parts that exist, by `KIND KEY`. */
export async function pagesOfParts(
  db: Db,
  { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>,
  parts: { kind: string; key: string }[],
) {
  const pages = new Map<string, number>()
  const [kinds, keys] = [[...new Set(parts.map((part) => part.kind))], [...new Set(parts.map((part) => part.key))]]
  for (const some of inParts(kinds.length > 0 ? keys : [])) {
    const rows = await db
      .selectFrom('source_part as part')
      .innerJoin('page', 'page.page_id', 'part.page_id')
      .select(['part.kind', 'part.part_key', 'part.page_id'])
      .where('part.source_id', '=', source_id)
      .where('part.kind', 'in', kinds)
      .where('part.part_key', 'in', some)
      .where('page.item_id', '=', item_id)
      .where('page.is_del', '=', 0)
      .execute()
    for (const { kind, part_key, page_id } of rows) pages.set(`${kind} ${part_key}`, page_id)
  }
  return pages
}

const GONE_LISTED_MAX = 500

/** The pages of parts that the source no longer has, with the version that left them out, and who saved them last. */
export const goneParts = (db: Db, { source_id, item_id }: Source) =>
  db
    .selectFrom('source_part as part')
    .innerJoin('page', 'page.page_id', 'part.page_id')
    .leftJoin('source_version as version', (join) =>
      join.onRef('version.source_id', '=', 'part.source_id').onRef('version.seq', '=', 'part.gone_seq'),
    )
    .select(['part.kind', 'part.title', 'part.method', 'part.path', 'part.page_id', 'part.gone_seq as seq'])
    .select(['page.page_title', 'page.cat_id', 'page.version'])
    .select(sql<string>`coalesce(version.label, '')`.as('label'))
    .select(nameColumn(personName('page.author_uid', 'page.author_username')).as('writer'))
    .where('part.source_id', '=', source_id)
    .where('part.gone_seq', '>', 0)
    .where('part.is_detached', '=', 0)
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .orderBy('part.gone_seq', 'desc')
    .orderBy('part.part_id')
    .limit(GONE_LISTED_MAX)
    .execute()

/** The pages of parts (`KIND KEY`) of a source with their catalogs, in the order of the entries. */
export async function pagesOfEntries(db: Db, { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>, entries: string[]) {
  const order = new Map(entries.map((entry, n) => [entry, n]))
  const keys = [...new Set(entries.map((entry) => entry.slice(entry.indexOf(' ') + 1)))]
  const found: { n: number; title: string; method: string; path: string; page_id: number; cat_id: number }[] = []
  for (const some of inParts(keys)) {
    const rows = await db
      .selectFrom('source_part as part')
      .innerJoin('page', 'page.page_id', 'part.page_id')
      .select(['part.kind', 'part.part_key', 'part.method', 'part.path', 'page.page_title as title', 'page.page_id', 'page.cat_id'])
      .where('part.source_id', '=', source_id)
      .where('part.kind', 'in', ['operation', 'webhook'])
      .where('part.part_key', 'in', some)
      .where('part.is_detached', '=', 0)
      .where('page.item_id', '=', item_id)
      .where('page.is_del', '=', 0)
      .execute()
    for (const { kind, part_key, ...row } of rows) {
      const n = order.get(`${kind} ${part_key}`)
      if (n !== undefined) found.push({ ...row, n })
    }
  }
  return found.sort((a, b) => a.n - b.n)
}
