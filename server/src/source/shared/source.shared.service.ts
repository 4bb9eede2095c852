import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@sheaf/contract'
import type { SchemaWords } from '@sheaf/description/schema-words'
import { sourceWords } from '@sheaf/description/words'
import { covers, mustEdit, type Scope } from '../../access/access.ts'
import { lockItem, touchComposed } from '../../content/item.store.ts'
import { schemasOf } from '../../content/named-part.store.ts'
import { namesInTypes } from '../../content/page-text.store.ts'
import { bodyOf } from '../../content/part-body.ts'
import { lastChange, noteDone, notedSources } from '../../content/schema-words.store.ts'
import type { Ctx, Services } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import { repeatedly } from '../../runtime/loop.ts'
import { schemaIn } from '../schema/source.schema.service.ts'
import { pageOfSchema } from '../source.page.service.ts'
import { callPages, composedPages } from '../source.page.store.ts'
import { ownPart, schemaPages } from '../source.part.store.ts'
import { renewPages } from '../source.renew.service.ts'
import { sourceById } from '../source.store.ts'
import { wordsOnPages } from '../source.word.store.ts'

/** Pages of one transaction, about ten milliseconds: other requests wait no longer. */
const PAGES_PER_STEP = 5
/** Milliseconds between two transactions, which leave time for other work. */
const PAUSE_MS = 5

type WithStore = Pick<Services, 'store' | 'now'>

/** Words that were read up to a change, for the steps of one source. */
interface Words {
  source_id: number
  seq: number
  known: Map<number, SchemaWords>
}

/** Composes pages again in one transaction. Returns the number of pages that differ now. */
async function renewStep(trx: Db, item_id: number, page_ids: number[], services: WithStore, words?: Words): Promise<number> {
  // Locks the item as a save does, so that no text is composed from words that a save is changing.
  await lockItem(trx, item_id)
  const seq = words && (await lastChange(trx, words.source_id))
  if (words && words.seq !== seq) Object.assign(words, { seq, known: new Map() })
  return (await renewPages(trx, item_id, composedPages(trx, item_id, page_ids), new Map(), services, words?.known)).changed
}

/** Composes a page again at once. */
export const renewPage = ({ item_id, page_id }: { item_id: number; page_id: number }, services: WithStore) =>
  services.store.db.transaction().execute(async (trx) => {
    if ((await renewStep(trx, item_id, [page_id], services)) > 0) await touchComposed(trx, item_id, services.now())
  })

/**
 * Composes the pages of a source again that can show words about its schemas. That is noted after all pages are done: a server that ends
 * before leaves it for the next one. Returns the number of pages that differ now.
 */
async function renewSource(services: Services, noted: { source_id: number; seq: number }, signal: AbortSignal | undefined) {
  const source = await sourceById(services, noted.source_id)
  if (!source) return 0
  const { item_id } = source
  const { db } = services.store
  const words: Words = { source_id: noted.source_id, seq: -1, known: new Map() }
  let changed = 0
  for (const page_ids of inParts(await callPages(db, noted.source_id), PAGES_PER_STEP)) {
    if (signal?.aborted) return changed
    // A shared commit syncs the disk in a thread.
    changed += await services.store.write((trx) => renewStep(trx, item_id, page_ids, services, words))
    await wait(PAUSE_MS)
  }
  await db.transaction().execute(async (trx) => {
    await touchComposed(trx, item_id, services.now())
    await noteDone(trx, noted)
  })
  return changed
}

/** Composes pages again everywhere words about schemas have changed. Returns the number of pages that differ now. */
export async function renewNoted(services: Services, signal?: AbortSignal): Promise<number> {
  let changed = 0
  for (const noted of await notedSources(services.store.db)) changed += await renewSource(services, noted, signal)
  return changed
}

/** Schemas whose words one page offers. */
const SCHEMAS_MAX = 200

/**
 * The pages of the schemas that the own part of a page uses, with the words on them (new places for them are on their own page); of catalogs that the caller can edit. A schema whose
 * page would be made has the page 0.
 */
export async function schemasOnPage({ page_id, item_id }: { page_id: number; item_id: number }, edits: Scope, { db }: Pick<Ctx, 'db'>) {
  const part = await ownPart(db, page_id)
  const body = part && (await bodyOf(part.body))
  const known = part && body && 'call' in body ? (await schemasOf(db, item_id, [part.source]))[part.source] : undefined
  const source =
    part && known && (await db.selectFrom('source').select('cat_id').where('source_id', '=', part.source_id).executeTakeFirst())
  if (!part || !known || !source) return []
  const used = namesInTypes(JSON.stringify(body))
  const names = known.names.filter((name) => used.has(name)).slice(0, SCHEMAS_MAX)
  if (names.length === 0) return []
  const all = await schemaPages(db, part.source_id, names)
  const pages = all.filter((one) => one.page_id !== page_id && covers(edits, one.cat_id))
  const ids = pages.map((one) => one.page_id)
  const rows = ids.length > 0 ? await wordsOnPages(db, ids) : []
  const found = []
  for (const { schema, page_id: id, version, title, body: stored } of pages) {
    const own = rows.filter((row) => row.page_id === id)
    const current = own.length > 0 ? { title, body: await bodyOf(stored) } : undefined
    const words = own.map(({ page_id: _, ...word }) => ({
      ...word,
      now: (current && sourceWords(current, word.path)) ?? '',
      suggested: '',
      homes: [],
    }))
    found.push({ schema, page_id: id, item_id, version, words })
  }
  const missing = covers(edits, source.cat_id) ? names.filter((name) => all.every(({ schema }) => schema !== name)) : []
  return [...found, ...missing.map((schema) => ({ schema, page_id: 0, item_id, version: 0, words: [] }))]
}

/** The page of a schema of the source whose part this page shows; it is made if it does not exist. */
export async function schemaPageFor(page_id: number, schema: string, ctx: Ctx<'user'>): Promise<{ page_id: number; isMade: boolean }> {
  const part = await ownPart(ctx.db, page_id)
  const [page] = part ? await schemaPages(ctx.db, part.source_id, [schema]) : []
  if (page) return { page_id: page.page_id, isMade: false }
  const source = part && (await sourceById(ctx, part.source_id))
  if (!source) throw new Refusal('notFound')
  const granted = await mustEdit(ctx, source.item_id, source.cat_id)
  const found = await schemaIn(source, schema, ctx)
  if (!found) throw new Refusal('notFound')
  return { page_id: await pageOfSchema(source, schema, found.call, granted, ctx), isMade: true }
}

const POLL_MS = 2000

/** Follows words about schemas from now on. The returned function stops it; the note of a running step stays for the next server. */
export const keepRenewing = (services: Services) =>
  repeatedly(
    POLL_MS,
    (signal) => renewNoted(services, signal),
    (error) => services.log.error({ err: error }, 'words about schemas are not shown everywhere'),
  )
