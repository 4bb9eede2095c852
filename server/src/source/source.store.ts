import { bareFence } from '@sheaf/description/fence'
import type { PartKind } from '@sheaf/description/parts'
import { type Selectable, sql } from 'kysely'
import type { Permission } from '../access/permission.ts'
import { refreshStates } from '../content/proof/page-state.store.ts'
import { forgetParts } from '../content/proof/proof.store.ts'
import type { Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db, Schema } from '../db/schema.ts'
import { sourceTables } from '../item/item.store.ts'

type WithStore = Pick<Services, 'store'>
export type Source = Selectable<Schema['source']>
export type StoredPart = Selectable<Schema['source_part']>

export const sourceById = async ({ store }: WithStore, source_id: number) =>
  (await store.hot<Source>('select * from source where source_id = ?', [source_id]))[0]

export const sourceNamed = async ({ store }: WithStore, item_id: number, name: string) =>
  (await store.hot<Source>('select * from source where item_id = ? and name = ?', [item_id, name]))[0]

const LISTED = `select s.source_id, s.item_id, s.cat_id, s.kind, s.name, s.title, s.addtime, s.check_time, s.on_gone, s.views, s.language,
  coalesce(v.seq, 0) as seq, coalesce(v.label, '') as label, coalesce(v.addtime, 0) as version_time,
  case when h.version_id is null then 'applied' else 'held' end as state,
  coalesce(h.seq, 0) as held_seq, coalesce(h.label, '') as held_label, coalesce(h.report, '{}') as held_report,
  (select count(*) from source_part p where p.source_id = s.source_id and p.gone_seq = 0) as parts,
  (select count(*) from source_part p join page g on g.page_id = p.page_id and g.is_del = 0 and g.item_id = s.item_id
    where p.source_id = s.source_id and p.gone_seq = 0 and p.is_detached = 0) as pages,
  (select count(*) from source_part p join page g on g.page_id = p.page_id and g.is_del = 0 and g.item_id = s.item_id
    where p.source_id = s.source_id and p.gone_seq > 0 and p.is_detached = 0) as gone
  from source s left join source_version v on v.version_id = s.version_id
  left join source_version h on h.source_id = s.source_id and h.state = 'held'`

interface Listed {
  source_id: number
  item_id: number
  cat_id: number
  kind: string
  name: string
  title: string
  addtime: number
  check_time: number
  on_gone: string
  views: string
  language: string
  seq: number
  label: string
  version_time: number
  state: string
  parts: number
  pages: number
  gone: number
  held_seq: number
  held_label: string
  held_report: string
}

const withHeld = ({ held_report, ...row }: Listed) => ({ ...row, held_gone: (JSON.parse(held_report) as { gone?: number }).gone ?? 0 })

export const sourcesOf = async ({ store }: WithStore, item_id: number) =>
  (await store.hot<Listed>(`${LISTED} where s.item_id = ? order by s.source_id`, [item_id])).map(withHeld)

export const listedSource = async ({ store }: WithStore, source_id: number) =>
  (await store.hot<Listed>(`${LISTED} where s.source_id = ?`, [source_id])).map(withHeld)[0]

export const countSources = async (db: Db, item_id: number) =>
  Number(
    (
      await db
        .selectFrom('source')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('item_id', '=', item_id)
        .executeTakeFirstOrThrow()
    ).count,
  )

type NewSource = Pick<
  Source,
  'cat_id' | 'kind' | 'name' | 'title' | 'language' | 'on_gone' | 'views' | 'uid' | 'addtime' | 'check_time' | 'request_id'
>

/** Creates a source; undefined if the item has one of this name. */
export const insertSource = (db: Db, { item_id }: Permission<'edit'>, row: NewSource) =>
  db
    .insertInto('source')
    .values({ ...row, item_id })
    .onConflict((conflict) => conflict.columns(['item_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateSource = (
  db: Db,
  { item_id }: Permission<'edit'>,
  source_id: number,
  row: Partial<Pick<Source, 'title' | 'on_gone' | 'check_time' | 'version_id'>>,
) => db.updateTable('source').set(row).where('source_id', '=', source_id).where('item_id', '=', item_id).execute()

/** Deletes a source with its versions and parts; its pages stay. */
export async function removeSource(db: Db, { item_id }: Permission<'edit'>, source_id: number, at: number) {
  const proven = await forgetParts(db, source_id)
  const parts = db.selectFrom('source_part').select('part_id').where('source_id', '=', source_id)
  await db.deleteFrom('page_part').where('part_id', 'in', parts).execute()
  for (const table of sourceTables) await db.deleteFrom(table).where('source_id', '=', source_id).execute()
  await db.deleteFrom('source').where('source_id', '=', source_id).where('item_id', '=', item_id).execute()
  await refreshStates(db, proven, at)
}

/** Locks the row of the source until the transaction ends, and returns it. */
export async function lockSource(db: Db, source_id: number): Promise<Source | undefined> {
  await sql`update source set check_time = check_time where source_id = ${source_id}`.execute(db)
  return db.selectFrom('source').selectAll().where('source_id', '=', source_id).executeTakeFirst()
}

/** A part without its body, with the state of its page. */
export interface KnownPart extends Omit<StoredPart, 'body' | 'is_detached' | 'gone_seq' | 'page_id'> {
  page_id: number
  is_detached: number
  gone_seq: number
  /** Null if the page does not exist in this item any more. */
  is_del: number | null
  page_title: string | null
  cat_id: number | null
}

export const partsOf = (db: Db, { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>): Promise<KnownPart[]> =>
  db
    .selectFrom('source_part as part')
    .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').on('page.item_id', '=', item_id))
    .select(['part.part_id', 'part.source_id', 'part.kind', 'part.part_key', 'part.name', 'part.method', 'part.path', 'part.title'])
    .select(['part.seal', 'part.page_id', 'part.title_base', 'part.is_detached', 'part.since_seq', 'part.gone_seq'])
    .select(['page.is_del', 'page.page_title', 'page.cat_id'])
    .where('part.source_id', '=', source_id)
    .orderBy('part.part_id')
    .execute()

const FOUND_PARTS_MAX = 50
const SEARCH_WORDS_MAX = 8

/** Parts that the source has now and whose title, path or key contains every word, with the page that shows each, or 0. */
export function findParts(db: Db, { source_id, item_id }: Pick<Source, 'source_id' | 'item_id'>, keyword: string) {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, SEARCH_WORDS_MAX)
  let query = db
    .selectFrom('source_part as part')
    .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').on('page.item_id', '=', item_id).on('page.is_del', '=', 0))
    .select(['part.kind', 'part.part_key as key', 'part.title', 'part.method', 'part.path'])
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

type NewPart = Omit<StoredPart, 'part_id' | 'gone_seq' | 'is_detached'>

/** Rows that are written before other requests get a turn. */
const ROWS_PER_TURN = 25

/** Creates parts and returns their ids by page. */
export async function insertParts(db: Db, parts: NewPart[]) {
  const ids = new Map<number, number>()
  for (const some of inParts(parts, ROWS_PER_TURN)) {
    const rows = await db.insertInto('source_part').values(some).returning(['part_id', 'page_id']).execute()
    for (const { part_id, page_id } of rows) ids.set(page_id, part_id)
    await new Promise(setImmediate)
  }
  return ids
}

/** Keeps the former key of a part, unless another part has taken it. */
export async function addAlias(db: Db, alias: { source_id: number; kind: string; part_key: string; part_id: number }) {
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

/** New pages show their part and nothing else. */
export async function storeTexts(db: Db, item_id: number, rows: { page_id: number; page_text: string; part_id: number }[]) {
  for (const some of inParts(rows, ROWS_PER_TURN)) {
    await new Promise(setImmediate)
    const page_ids = some.map((row) => row.page_id)
    await db
      .insertInto('page_text')
      .values(some.map(({ page_id, page_text }) => ({ page_id, item_id, page_text })))
      .execute()
    await db
      .insertInto('page_part')
      .values(some.map(({ page_id, part_id }) => ({ page_id, part_id })))
      .execute()
    await db.updateTable('page').set({ is_composed: 1 }).where('page_id', 'in', page_ids).execute()
  }
}

/** The pages that show parts of this source and of no other one, also those in the recycle bin. */
export const pagesOfSource = (db: Db, source_id: number) =>
  db
    .selectFrom('page_part as shown')
    .innerJoin('source_part as part', 'part.part_id', 'shown.part_id')
    .select('shown.page_id')
    .distinct()
    .where('part.source_id', '=', source_id)
    .where(
      sql<boolean>`not exists (select 1 from page_part o join source_part p on p.part_id = o.part_id
        where o.page_id = shown.page_id and p.source_id <> ${source_id})`,
    )
    .execute()

/** A page of the item, also in its recycle bin. */
export const pageNow = (db: Db, { page_id, item_id }: { page_id: number; item_id: number }) =>
  db.selectFrom('page').selectAll().where('page_id', '=', page_id).where('item_id', '=', item_id).executeTakeFirst()

/** Texts in memory at the same time. */
const TEXTS_PER_TURN = 50

/** A composed page with its stored text. */
export interface ShownPage {
  page_id: number
  page_title: string
  page_content: string
  page_text: string
  is_del: number
}

/** The pages that show some of these parts, in batches. */
export async function* pagesShowing(db: Db, item_id: number, part_ids: number[]): AsyncGenerator<ShownPage> {
  const ids = new Set<number>()
  for (const some of inParts(part_ids))
    for (const { page_id } of await db.selectFrom('page_part').select('page_id').where('part_id', 'in', some).execute()) ids.add(page_id)
  yield* composedPages(db, item_id, [...ids])
}

/** The pages whose parts link to this page. */
export async function* pagesLinking(db: Db, item_id: number, page_id: number): AsyncGenerator<ShownPage> {
  const rows = await db
    .selectFrom('page')
    .select('page_id')
    .where('item_id', '=', item_id)
    .where('is_composed', '=', 1)
    .where('page_content', 'like', `%](/${item_id}/${page_id})%`)
    .execute()
  yield* composedPages(
    db,
    item_id,
    rows.map((row) => row.page_id),
  )
}

async function* composedPages(db: Db, item_id: number, page_ids: number[]): AsyncGenerator<ShownPage> {
  for (const some of inParts(page_ids, TEXTS_PER_TURN)) {
    const found = await db
      .selectFrom('page')
      .innerJoin('page_text as text', 'text.page_id', 'page.page_id')
      .select(['page.page_id', 'page.page_title', 'page.page_content', 'text.page_text', 'page.is_del'])
      .where('page.page_id', 'in', some)
      .where('page.item_id', '=', item_id)
      .where('page.is_composed', '=', 1)
      .execute()
    yield* found
  }
}

/** The places of the pages of an item. */
export const pagesInItem = (db: Db, item_id: number) =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 's_number'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** Writes what a source changes on a page. It is no version of the page, so no editor and no lock notices it. */
export const updatePage = (
  db: Db,
  item_id: number,
  page_id: number,
  row: { page_content: string; page_title: string; method: string; addtime: number },
) => db.updateTable('page').set(row).where('page_id', '=', page_id).where('item_id', '=', item_id).execute()

export const placePage = (db: Db, item_id: number, page_id: number, cat_id: number) =>
  db.updateTable('page').set({ cat_id }).where('page_id', '=', page_id).where('item_id', '=', item_id).execute()

/**
 * The pages of these parts that people have added something to: words, files, a mock, a link, a revision, or another page that shows the
 * part.
 */
export async function touchedPages(
  db: Db,
  { name }: Pick<Source, 'name'>,
  parts: Pick<KnownPart, 'page_id' | 'kind' | 'part_key'>[],
): Promise<Set<number>> {
  const touched = new Set<number>()
  const bare = new Map(
    parts.map(({ page_id, kind, part_key: key }) => [page_id, bareFence({ kind: kind as PartKind, source: name, key }).trim()]),
  )
  for (const some of inParts([...bare.keys()])) {
    for (const row of await db.selectFrom('page_text').select(['page_id', 'page_text']).where('page_id', 'in', some).execute())
      if (row.page_text.trim() !== bare.get(row.page_id)) touched.add(row.page_id)
    for (const table of ['attachment_page', 'mock', 'page_link', 'page_history'] as const)
      for (const { page_id } of await db.selectFrom(table).select('page_id').distinct().where('page_id', 'in', some).execute())
        touched.add(page_id)
    const elsewhere = await db
      .selectFrom('source_part as part')
      .innerJoin('page_part as shown', 'shown.part_id', 'part.part_id')
      .select('part.page_id')
      .whereRef('shown.page_id', '<>', 'part.page_id')
      .where('part.page_id', 'in', some)
      .execute()
    for (const { page_id } of elsewhere) touched.add(page_id)
  }
  return touched
}

export const partNamed = (db: Db, source_id: number, kind: string, part_key: string) =>
  db
    .selectFrom('source_part')
    .selectAll()
    .where('source_id', '=', source_id)
    .where('kind', '=', kind)
    .where('part_key', '=', part_key)
    .executeTakeFirst()

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

export type OwnPart = NonNullable<Awaited<ReturnType<typeof ownPart>>>

/** What the source said when the words of a page were written. */
export const wordsOn = (db: Db, page_id: number) =>
  db.selectFrom('source_word').select(['path', 'mode', 'base']).where('page_id', '=', page_id).execute()

/** A person keeps words although the source says something new; words without a place stay homeless. */
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
