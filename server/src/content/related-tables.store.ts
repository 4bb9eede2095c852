import { createHash } from 'node:crypto'
import type { Drift, TableCatalog } from '@sheaf/description/table-words'
import { entriesIn, type Sees, seesNone } from '@sheaf/description/visible-tables'
import { sql } from 'kysely'
import { covers, type Scope } from '../access/access.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { dayOf } from '../runtime/days.ts'
import { liveOf } from './coverage.store.ts'
import { driftOf } from './drift.store.ts'
import { bodyIn } from './part-body.ts'

/*
 * The page of a table names other tables: those that its keys lead to and come from. Readers see those whose pages they can read (S217).
 * `page_content` therefore names none of them, and the text of each reader is composed when it is read.
 */

interface RelatedTables {
  /** The catalogs that the reader can read. */
  visits: Scope
  sees: Sees
  /** Names for caches what the page shows of its own tables, and of others to this reader. */
  stamp: string
}

const OWN_KINDS = ['table', 'overview']

const ownParts = (db: Db, { item_id, page_id }: Place) =>
  db
    .selectFrom('source_part as part')
    .innerJoin('source', 'source.source_id', 'part.source_id')
    .select(['part.part_id', 'part.source_id', 'part.kind', 'part.part_key', 'part.seal', 'part.body', 'source.name'])
    .where('part.page_id', '=', page_id)
    .where('part.kind', 'in', OWN_KINDS)
    .where('source.item_id', '=', item_id)
    .orderBy('part.part_id')
    .execute()

/** Those of these pages that are of tables or overviews. */
export async function tablePages(db: Db, page_ids: number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const some of inParts(page_ids)) {
    const rows = await db.selectFrom('source_part').select('page_id').where('page_id', 'in', some).where('kind', 'in', OWN_KINDS).execute()
    for (const { page_id } of rows) found.add(page_id)
  }
  return found
}

type Own = Awaited<ReturnType<typeof ownParts>>[number]

interface Place {
  item_id: number
  page_id: number
}

/** What the page of a table or an overview shows on a screen, apart from its part and the words on it. */
export interface Surroundings extends RelatedTables {
  /** On an overview: what people have written about its tables. */
  live: Awaited<ReturnType<typeof liveOf>>
  /** How other instances of the database differ. */
  drift: Drift | undefined
  /** On an overview: the catalogs of its tables that the reader can read. */
  catalogs: TableCatalog[] | undefined
}

/** The surroundings of a page for a reader with these rights; undefined for a page that is not that of a table or an overview. */
export async function surroundingsOf(db: Db, page: Place, visits: Scope, zone: string): Promise<Surroundings | undefined> {
  const own = await ownParts(db, page)
  const [first] = own
  if (!first) return undefined
  const related = await seenBy(db, page, own, visits)
  const live = await liveOf(db, page, visits)
  // A single-page link shows nothing of other databases.
  const drift = visits === 'none' ? undefined : await driftOf(db, { ...first, ...page }, visits, (at) => dayOf(at, zone))
  const catalogs = first.kind === 'overview' && visits !== 'none' ? await catalogsOf(db, page.item_id, first.source_id, visits) : undefined
  return { ...related, live, drift, catalogs, stamp: stampOf([related.stamp, live, drift, catalogs]) }
}

/** The catalogs that have the pages of the tables of a source, in the order of the tree, without those that the reader cannot read. */
async function catalogsOf(db: Db, item_id: number, source_id: number, visits: Scope): Promise<TableCatalog[]> {
  const rows = await db
    .selectFrom('source_part as part')
    .innerJoin('page', 'page.page_id', 'part.page_id')
    .leftJoin('catalog', 'catalog.cat_id', 'page.cat_id')
    .select(['part.part_key as key', 'page.cat_id', 'catalog.cat_name'])
    .select(sql<number>`coalesce(catalog.level, 0)`.as('level'))
    .where('part.source_id', '=', source_id)
    .where('part.kind', '=', 'table')
    .where('part.gone_seq', '=', 0)
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .orderBy('level')
    .orderBy('catalog.s_number')
    .orderBy('page.cat_id')
    .orderBy('part.part_key')
    .execute()
  const catalogs = new Map<number, TableCatalog>()
  for (const { key, cat_id, cat_name } of rows) {
    if (!covers(visits, cat_id)) continue
    const known = catalogs.get(cat_id) ?? { name: cat_name ?? '', tables: [] }
    known.tables.push(key)
    catalogs.set(cat_id, known)
  }
  return [...catalogs.values()]
}

/** What a reader of a page with these rights sees of other tables; undefined for a page that is not that of a table or an overview. */
export async function relatedTablesOf(db: Db, page: Place, visits: Scope): Promise<RelatedTables | undefined> {
  const own = await ownParts(db, page)
  return own.length > 0 ? seenBy(db, page, own, visits) : undefined
}

async function seenBy(db: Db, { item_id }: Place, own: Own[], visits: Scope): Promise<RelatedTables> {
  const seals = own.map(({ seal }) => seal)
  if (visits === 'none') return { visits, sees: seesNone, stamp: stampOf([seals]) }
  const pages = (await Promise.all(own.map((part) => pagesOf(db, item_id, part)))).flat()
  const seen = pages.filter(({ cat_id }) => covers(visits, cat_id)).map(({ entry, page_id }) => [entry, page_id] as const)
  const entries = new Set(seen.map(([entry]) => entry))
  return {
    visits,
    sees: visits === 'all' ? () => true : (entry) => entries.has(entry),
    stamp: stampOf([seals, visits === 'all', seen]),
  }
}

const stampOf = (parts: unknown[]) => createHash('sha1').update(JSON.stringify(parts)).digest('base64url')

/** The pages of the tables that a part names; those of all tables for an overview. */
async function pagesOf(db: Db, item_id: number, { source_id, kind, body, name }: Own) {
  const entryOf = (key: string) => `${name}~table ${key}`
  const of = db
    .selectFrom('source_part as part')
    .innerJoin('page', 'page.page_id', 'part.page_id')
    .select(['part.part_key', 'page.page_id', 'page.cat_id'])
    .where('part.source_id', '=', source_id)
    .where('part.kind', '=', 'table')
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
  const rows: Awaited<ReturnType<typeof of.execute>> = []
  if (kind === 'overview') rows.push(...(await of.orderBy('part.part_key').execute()))
  else {
    const content = await bodyIn(body, name)
    const start = entryOf('')
    const keys = 'view' in content ? entriesIn(content.view).map((entry) => entry.slice(start.length)) : []
    for (const some of inParts(keys)) rows.push(...(await of.where('part.part_key', 'in', some).orderBy('part.part_key').execute()))
  }
  return rows.map(({ part_key, page_id, cat_id }) => ({ entry: entryOf(part_key), page_id, cat_id }))
}
