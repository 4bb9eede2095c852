import { methodOf } from '@sheaf/markdown/method'
import type { Scope } from '../access/permission.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { indexPage } from '../db/search/search.ts'
import type { WriteTarget } from './page.store.ts'
import { compose, keepComposed, storeText } from './page-text.store.ts'
import { followSource, followText } from './proof/proof.store.ts'

/*
 * A copy of an item has copies of its sources with the version that pages show, so that its pages stay views. It has no schedule, no
 * header, no older versions and no decisions: decision 92.
 */

interface SourceCopy {
  /** The item that is copied, and the new one. */
  from: number
  to: number
  /** Catalogs and composed pages of the copy, by those of the original. */
  places: ReadonlyMap<number, number>
  pages: ReadonlyMap<number, number>
  /** Who copies. */
  uid: number
  at: number
}

/** Parts of one step; other requests run between two steps. */
const PARTS_PER_STEP = 25
/** A copy fails when a version of the source comes while it is made. */
const TRIES = 3

/** Copies the sources of an item. Returns the copy of each part. */
export async function copySources(store: Store, copy: SourceCopy): Promise<Map<number, number>> {
  const parts = new Map<number, number>()
  const sources = store.db.selectFrom('source').select('source_id').where('item_id', '=', copy.from).where('version_id', '>', 0)
  for (const { source_id } of await sources.orderBy('source_id').execute()) {
    let copied: Map<number, number> | undefined
    for (let tries = TRIES; tries > 0 && !copied; tries--) copied = await copySource(store, source_id, copy)
    if (!copied) throw new Error(`source ${source_id} got a new version during each try of a copy`)
    for (const [part_id, made] of copied) parts.set(part_id, made)
  }
  return parts
}

/** The copy of each part; undefined if the source has another version by now. */
async function copySource(store: Store, source_id: number, { to, places, pages, uid, at }: SourceCopy) {
  const found = await store.db.selectFrom('source').selectAll().where('source_id', '=', source_id).executeTakeFirst()
  if (!found) return new Map<number, number>()
  const { source_id: _, version_id, ...settings } = found
  const cat_id = places.get(found.cat_id) ?? 0
  const row = { ...settings, item_id: to, cat_id, uid, addtime: at, check_time: at, request_id: '' }
  const made = await store.db.insertInto('source').values(row).returning('source_id').executeTakeFirstOrThrow()
  const parts = await copyParts(store, [source_id, made.source_id], pages)
  return store.write(async (trx) => {
    const now = await trx.selectFrom('source').select('version_id').where('source_id', '=', source_id).executeTakeFirst()
    if (now?.version_id !== version_id) {
      for (const table of ['source_part', 'source'] as const) await trx.deleteFrom(table).where('source_id', '=', made.source_id).execute()
      return undefined
    }
    await copyAliases(trx, [source_id, made.source_id], parts)
    await copyVersion(trx, version_id, made.source_id)
    return parts
  })
}

type Pair = readonly [from: number, to: number]

async function copyParts(store: Store, [from, to]: Pair, pages: ReadonlyMap<number, number>) {
  const parts = new Map<number, number>()
  for (let after = 0; ; ) {
    const rows = await store.db
      .selectFrom('source_part as part')
      .leftJoin('page', 'page.page_id', 'part.page_id')
      .selectAll('part')
      .select('page.is_del')
      .where('part.source_id', '=', from)
      .where('part.part_id', '>', after)
      .orderBy('part.part_id')
      .limit(PARTS_PER_STEP)
      .execute()
    if (rows.length === 0) return parts
    const copies = rows.map(({ part_id: _, is_del, ...part }) => {
      const page_id = pages.get(part.page_id) ?? 0
      // No sync makes the page again that a person has deleted.
      const is_detached = page_id === 0 && part.gone_seq === 0 && is_del === 1 ? 1 : part.is_detached
      return { ...part, source_id: to, page_id, is_detached }
    })
    const made = await store.db.insertInto('source_part').values(copies).returning(['part_id', 'kind', 'part_key']).execute()
    const ids = new Map(made.map(({ part_id, kind, part_key }) => [`${kind} ${part_key}`, part_id]))
    for (const { part_id, kind, part_key } of rows) parts.set(part_id, ids.get(`${kind} ${part_key}`) ?? 0)
    after = rows.at(-1)?.part_id ?? after
    await new Promise(setImmediate)
  }
}

async function copyAliases(db: Db, [from, source_id]: Pair, parts: ReadonlyMap<number, number>) {
  const aliases = await db.selectFrom('source_alias').selectAll().where('source_id', '=', from).execute()
  const copies = aliases.flatMap((alias) => {
    const part_id = parts.get(alias.part_id)
    return part_id ? [{ ...alias, source_id, part_id }] : []
  })
  for (let at = 0; at < copies.length; at += 500)
    await db
      .insertInto('source_alias')
      .values(copies.slice(at, at + 500))
      .execute()
}

/** The version that pages show. What it has changed concerns the original. */
async function copyVersion(db: Db, version_id: number, source_id: number) {
  const { version_id: _, ...version } = await db
    .selectFrom('source_version')
    .selectAll()
    .where('version_id', '=', version_id)
    .executeTakeFirstOrThrow()
  const { problems = [] } = JSON.parse(version.report) as { problems?: unknown[] }
  const row = { ...version, source_id, report: JSON.stringify({ problems }), changes: '[]' }
  const made = await db.insertInto('source_version').values(row).returning('version_id').executeTakeFirstOrThrow()
  await db.updateTable('source').set({ version_id: made.version_id }).where('source_id', '=', source_id).execute()
}

interface Copied {
  page_id: number
  /** The page that it is a copy of. */
  from: number
}

/** Makes copied pages views of the copied parts, with the words of people. Their stored texts are there already. */
export async function composeCopies(
  target: WriteTarget,
  pages: Copied[],
  parts: ReadonlyMap<number, number>,
  by: { uid: number; username: string },
) {
  const { permission, trx, at } = target
  const { item_id, sees } = permission
  const ids = pages.map((page) => page.from)
  const copyOf = new Map(pages.map((page) => [page.from, page.page_id]))
  const placed = <Row extends { page_id: number; part_id: number }>(row: Row): Row[] => {
    const [page_id, part_id] = [copyOf.get(row.page_id), parts.get(row.part_id)]
    return page_id && part_id ? [{ ...row, page_id, part_id }] : []
  }
  const shown = (await trx.selectFrom('page_part').selectAll().where('page_id', 'in', ids).execute()).flatMap(placed)
  if (shown.length > 0) await trx.insertInto('page_part').values(shown).execute()
  const words = (await trx.selectFrom('source_word').selectAll().where('page_id', 'in', ids).execute()).flatMap(placed)
  for (let n = 0; n < words.length; n += 100)
    await trx
      .insertInto('source_word')
      .values(words.slice(n, n + 100))
      .execute()
  const rows = await trx
    .selectFrom('page')
    .innerJoin('page_text as text', 'text.page_id', 'page.page_id')
    .select(['page.page_id', 'page.page_title', 'page.page_content', 'text.page_text'])
    .where('page.page_id', 'in', [...copyOf.values()])
    .execute()
  for (const row of rows) {
    // Without a writer: the copy shows the parts that the original shows.
    if (!(await makeView(target, row, { ...by, sees: 'none' }))) await keepComposed(trx, [row.page_id])
    await followText(trx, { page_id: row.page_id, item_id }, row.page_text, {
      writer: { ...by, isPerson: true, sees },
      at,
      isNew: true,
      isPart: true,
    })
  }
}

interface Row {
  page_id: number
  page_title: string
  page_content: string
  page_text: string
}

/** Composes a page and indexes it; false if its text names no part. */
async function makeView(
  { permission: { item_id }, store, trx }: WriteTarget,
  { page_id, page_title, page_text, ...page }: Row,
  { uid, sees }: { uid: number; sees: Scope },
): Promise<boolean> {
  const composed = await compose(trx, { item_id, page_id }, page_text, sees)
  const page_content = composed?.page_content ?? page.page_content
  if (composed) {
    const row = { page_content, method: methodOf(page_content), is_composed: 1 }
    await trx.updateTable('page').set(row).where('page_id', '=', page_id).execute()
    await storeText(trx, { item_id, page_id }, page_text, composed, uid)
  }
  await indexPage(store, trx, { page_id, item_id, page_title, page_content })
  return composed !== undefined
}

/** Makes pages of a new item, which have their composed texts, views of its sources. */
export async function composeRestored(
  target: WriteTarget,
  pages: { page_id: number; page_text: string }[],
  by: { uid: number; username: string },
) {
  const { permission, trx, at } = target
  const { item_id, sees } = permission
  const texts = new Map(pages.map((page) => [page.page_id, page.page_text]))
  const rows = await trx
    .selectFrom('page')
    .select(['page_id', 'page_title', 'page_content'])
    .where('item_id', '=', item_id)
    .where('page_id', 'in', [...texts.keys()])
    .execute()
  for (const row of rows) {
    const page_text = texts.get(row.page_id) ?? ''
    if (!(await makeView(target, { ...row, page_text }, { uid: by.uid, sees }))) continue
    await followText(trx, { page_id: row.page_id, item_id }, page_text, { writer: { ...by, isPerson: true, sees }, at, isPart: true })
  }
}

/** Brings proofs and states of an item in line with its new sources. */
export async function followSources(db: Db, item_id: number, at: number) {
  for (const source of await db.selectFrom('source').select(['source_id', 'item_id', 'name']).where('item_id', '=', item_id).execute())
    await followSource(db, source, at)
}
