import { createHash } from 'node:crypto'
import { brief, composedText, type ScreenText, screenText } from '@sheaf/description/compose'
import { isSameText, mayHaveParts, type PartFence, partFences } from '@sheaf/description/fence'
import { type SchemaWords, withSchemaWords } from '@sheaf/description/schema-words'
import { typeNames } from '@sheaf/description/type-names'
import { type Sees, seesNone } from '@sheaf/description/visible-tables'
import { type PartWords, readWords, sourceWords, wordState } from '@sheaf/description/words'
import { sql } from 'kysely'
import type { Scope } from '../access/access.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { liveOf } from './coverage.store.ts'
import { idOf, isOwnOf, type NamedPart, type Place, partsIn, schemasOf, visiblePart } from './named-part.store.ts'
import { filledJson, withAddresses } from './part-address.store.ts'
import { relatedTablesOf, type Surroundings, tablePages } from './related-tables.store.ts'
import { noteSchemaPages, schemaWordsOf } from './schema-words.store.ts'

/*
 * What people write is the stored text of a page, with a block for each part of a source that it shows. `page_content` is the text with
 * the parts in place, so that clients, exports and the search read it like any other: decision 82. A page without such blocks has no
 * stored text of its own.
 */

/** A stored text with its parts in place. */
export interface Composed {
  page_content: string
  /** The parts that its blocks show. */
  part_ids: number[]
  /** The words of people for the page's own parts, with what the source says now; undefined if it has no such place. */
  words: (PartWords & { part_id: number; now: string | undefined })[]
}

/** The parts with what people wrote about the schemas of their sources, for the calls that the page shows whole. */
async function withSchemas(db: Db, parts: Map<string, NamedPart>, isOwn: (part: NamedPart) => boolean, known?: Map<number, SchemaWords>) {
  for (const part of parts.values())
    if ('call' in part.body && isOwn(part)) part.schemaWords = await schemaWordsOf(db, part.source_id, known)
  return parts
}

interface ComposeOptions {
  /** The tables that the reader sees: none in a text that is stored. */
  names?: Sees
  /** What people wrote about schemas, by the ids of the sources that it was read of. */
  known?: Map<number, SchemaWords>
}

/**
 * Puts the parts of sources into a text; undefined for a text that names none. `sees` are the catalogs that its writer can read: 'none'
 * for a text that is composed again without a writer.
 */
export async function compose(
  db: Db,
  page: Place,
  text: string,
  sees: Scope,
  { names = seesNone, known = new Map() }: ComposeOptions = {},
): Promise<Composed | undefined> {
  if (!mayHaveParts(text)) return undefined
  const fences = partFences(text)
  if (fences.length === 0) return undefined
  const parts = await partsIn(db, page, fences, sees)
  if (parts.size === 0) return undefined
  const isOwn = isOwnOf(page)
  await withSchemas(db, parts, isOwn, known)
  const visible = new Map([...parts].map(([id, part]) => [id, visiblePart(part, names)]))
  const page_content = composedText(text, { partOf: (fence) => visible.get(idOf(fence)), isOwn })
  const words = fences.flatMap((fence) => {
    const part = parts.get(idOf(fence))
    if (!part || !isOwn(part)) return []
    return readWords(fence.body).words.map((word) => ({ ...word, part_id: part.part_id, now: sourceWords(part, word.path) }))
  })
  return {
    page_content: await withAddresses(db, page.item_id, page_content),
    part_ids: [...new Set([...parts.values()].map((part) => part.part_id))],
    words,
  }
}

interface StoredPage extends Place {
  page_content: string
  is_composed: number
}

/** The text of a page for a reader with these rights: `page_content`, and on the page of a table the other tables that they see. */
async function textFor(db: Db, page: StoredPage, visits: Scope): Promise<string> {
  if (page.is_composed === 0 || visits === 'none') return page.page_content
  const related = await relatedTablesOf(db, page, visits)
  if (!related) return page.page_content
  return (await compose(db, page, await storedText(db, page), 'none', { names: related.sees }))?.page_content ?? page.page_content
}

/** A page with its text for a reader with these rights. */
export const forReader = async <Page extends StoredPage>(db: Db, page: Page, visits: Scope): Promise<Page> => {
  const page_content = await textFor(db, page, visits)
  return page_content === page.page_content ? page : { ...page, page_content }
}

/** Pages with their texts for a reader with these rights; only those of tables are composed again. */
export async function forReaderAll<Page extends StoredPage>(db: Db, pages: Page[], visits: Scope): Promise<Page[]> {
  const composed = pages.filter(({ is_composed }) => is_composed === 1).map(({ page_id }) => page_id)
  const tables = visits === 'none' ? new Set<number>() : await tablePages(db, composed)
  const found: Page[] = []
  for (const page of pages) found.push(tables.has(page.page_id) ? await forReader(db, page, visits) : page)
  return found
}

/** Whether a text is the one that a reader with these rights gets of a composed page. */
export const isComposedText = async (db: Db, page: StoredPage, visits: Scope, text: string): Promise<boolean> =>
  page.is_composed === 1 && (isSameText(text, page.page_content) || isSameText(text, await textFor(db, page, visits)))

/** A composed page for the screen of a reader, with the calls that its blocks show. */
export async function screenOf(db: Db, page: StoredPage, around: Surroundings | undefined): Promise<ScreenText> {
  const text = await storedText(db, page)
  const all = await partsIn(db, page, partFences(text), 'none')
  const parts = new Map([...all].map(([id, part]) => [id, visiblePart(part, around?.sees ?? seesNone)]))
  const { live, drift, catalogs } = around ?? {}
  const isOwn = isOwnOf(page)
  await withSchemas(db, parts, isOwn)
  for (const part of parts.values()) {
    if (!('view' in part.body) || !isOwn(part)) continue
    if (live && part.kind === 'overview') part.live = live
    if (catalogs && part.kind === 'overview') part.catalogs = catalogs
    if (drift) part.drift = drift
  }
  const screen = screenText(text, { partOf: (fence) => parts.get(idOf(fence)), isOwn })
  const filled = await filledJson(db, page.item_id, JSON.stringify(screen.calls))
  const schemas = await schemasOf(
    db,
    page.item_id,
    screen.calls.map(([info]) => info.split(' ')[1] ?? ''),
  )
  return { text: await withAddresses(db, page.item_id, screen.text), calls: JSON.parse(filled) as ScreenText['calls'], schemas }
}

/** Characters of a part that an editor receives for its preview; a longer one stays a card. */
const PREVIEW_PART_MAX = 4 * 1024 * 1024

/**
 * The part that a block of a text of this page would show, for the preview of an editor; undefined if readers would see the block as code.
 * Another page than its own shows the part in brief, so no more than that is returned.
 */
export async function previewPart(db: Db, page: Place, block: Pick<PartFence, 'kind' | 'source' | 'key'>, sees: Scope) {
  const found = (await partsIn(db, page, [{ ...block, body: '', start: 0, end: 0 }], sees)).get(idOf(block))
  if (!found) return undefined
  // The page of a table names the tables that its editor can read, as in `screenOf`.
  const isOwnView = 'view' in found.body && isOwnOf(page)(found)
  const related = isOwnView ? await relatedTablesOf(db, page, sees) : undefined
  const { part_id: _, source_id, page_id: __, cat_id: ___, ...part } = visiblePart(found, related?.sees ?? seesNone)
  if (!isOwnOf(page)(found)) return { brief: await withAddresses(db, page.item_id, brief(part)), part: '', schemas: null }
  if ('call' in part.body) part.body = { call: withSchemaWords(part.body.call, await schemaWordsOf(db, source_id)) }
  const live = part.kind === 'overview' ? await liveOf(db, page, sees) : undefined
  const json = await filledJson(db, page.item_id, JSON.stringify(live ? { ...part, live } : part))
  if (json.length > PREVIEW_PART_MAX) return { brief: '', part: '', schemas: null }
  const schemas = (await schemasOf(db, page.item_id, [block.source]))[block.source]
  const types = namesInTypes(json)
  return { brief: '', part: json, schemas: schemas ? { ...schemas, names: schemas.names.filter((name) => types.has(name)) } : null }
}

/** The names in the types of the fields of a part: no other schemas of the source are named to its editor (S217). */
export function namesInTypes(json: string): Set<string> {
  const names = new Set<string>()
  JSON.parse(json, (key, value: unknown) => {
    if (key === 'type' && typeof value === 'string') for (const name of typeNames(value)) names.add(name)
    return value
  })
  return names
}

/** Stores the text behind a composed page, and the parts that it shows. `uid` has written it. */
export async function storeText(
  db: Db,
  { item_id, page_id }: { item_id: number; page_id: number },
  page_text: string,
  { part_ids, words }: Composed,
  uid: number | null,
) {
  await db
    .insertInto('page_text')
    .values({ page_id, item_id, page_text })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet({ item_id, page_text }))
    .execute()
  await storeWords(db, page_id, words, uid)
  await db.deleteFrom('page_part').where('page_id', '=', page_id).execute()
  await db
    .insertInto('page_part')
    .values(part_ids.map((part_id) => ({ page_id, part_id })))
    .execute()
  await detachOthers(db, page_id, part_ids)
}

/**
 * Stores what became of the words of a page (T20). Words that were written before keep what the source said then; new ones are compared
 * with what it says now. Returns who wrote words that wait for a person only now.
 */
export async function storeWords(db: Db, page_id: number, words: Composed['words'], uid: number | null): Promise<number[]> {
  const known = await db.selectFrom('source_word').selectAll().where('page_id', '=', page_id).execute()
  if (known.length === 0 && words.length === 0) return []
  const idsOf = (all: PartWords[]) => JSON.stringify(all.map(({ path, mode, words: text }) => [path, mode, text]).sort())
  if (idsOf(known) !== idsOf(words)) await noteSchemaPages(db, [page_id])
  await db.deleteFrom('source_word').where('page_id', '=', page_id).execute()
  const rows = new Map<string, (typeof known)[number]>()
  const moved = new Set<number>()
  for (const { now, ...word } of words) {
    const before = known.find((row) => row.path === word.path && row.mode === word.mode && row.words === word.words)
    const base = before?.base ?? now ?? ''
    const state = wordState(word, base, now)
    const writer = before ? before.uid : uid
    if (writer !== null && state === 'moved_on' && before?.state !== state) moved.add(writer)
    rows.set(`${word.mode} ${word.path}`, { ...word, page_id, base, state, uid: writer })
  }
  for (const some of inParts([...rows.values()], 100)) await db.insertInto('source_word').values(some).execute()
  return [...moved]
}

/** Parts whose own page no longer has their block are detached: no other page is made for them. */
const detachOthers = (db: Db, page_id: number, shown: number[]) => {
  const isShown = shown.length > 0 ? sql<number>`case when part_id in (${sql.join(shown)}) then 0 else 1 end` : sql<number>`1`
  return db.updateTable('source_part').set({ is_detached: isShown }).where('page_id', '=', page_id).execute()
}

/** A page that was composed and now has a text of its own. */
export async function removeText(db: Db, page_id: number) {
  await noteSchemaPages(db, [page_id])
  for (const table of ['page_text', 'page_part', 'source_word'] as const)
    await db.deleteFrom(table).where('page_id', '=', page_id).execute()
  await detachOthers(db, page_id, [])
}

/** Pages that leave their item keep their composed text, and their parts get no other page. */
export async function keepComposed(db: Db, page_ids: number[]) {
  for (const part of inParts(page_ids)) {
    await noteSchemaPages(db, part)
    await db.updateTable('page').set({ is_composed: 0 }).where('page_id', 'in', part).where('is_composed', '=', 1).execute()
    for (const table of ['page_text', 'page_part', 'source_word'] as const)
      await db.deleteFrom(table).where('page_id', 'in', part).execute()
    await db.updateTable('source_part').set({ is_detached: 1, page_id: 0 }).where('page_id', 'in', part).execute()
  }
}

/** Names a text of a page for caches. The text of a composed page changes without a save when its source does. */
export const textKey = ({ page_id, version, page_content, is_composed }: PageVersion) =>
  is_composed === 0 ? `${page_id} ${version}` : `${page_id} ${version} ${createHash('sha1').update(page_content).digest('base64url')}`

interface PageVersion {
  page_id: number
  version: number
  page_content: string
  is_composed: number
}

/** The text that people wrote: with blocks where a page shows parts of sources. */
export async function storedText(
  db: Db,
  { page_id, page_content, is_composed }: { page_id: number; page_content: string; is_composed: number },
) {
  if (is_composed === 0) return page_content
  const row = await db.selectFrom('page_text').select('page_text').where('page_id', '=', page_id).executeTakeFirst()
  return row?.page_text ?? page_content
}

/** The sources whose parts a page shows, with the version that pages show now. */
export const sourcesOnPage = (db: Db, page_id: number) =>
  db
    .selectFrom('page_part as shown')
    .innerJoin('source_part as part', 'part.part_id', 'shown.part_id')
    .innerJoin('source', 'source.source_id', 'part.source_id')
    .innerJoin('source_version as version', 'version.version_id', 'source.version_id')
    .select(['source.source_id', 'source.name', 'source.title', 'version.label', 'version.seq'])
    .select(sql<string>`max(case when part.kind = 'schema' and part.page_id = shown.page_id then part.part_key else '' end)`.as('schema'))
    .where('shown.page_id', '=', page_id)
    .groupBy(['source.source_id', 'source.name', 'source.title', 'version.label', 'version.seq'])
    .orderBy('source.name')
    .execute()
