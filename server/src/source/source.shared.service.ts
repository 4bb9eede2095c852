import { sql } from 'kysely'
import { Refusal } from '@sheaf/contract'
import { sourceWords } from '@sheaf/description/words'
import { covers, type Scope } from '../access/access.ts'
import { grant } from '../access/permission.ts'
import { namesInTypes } from '../content/page-text.store.ts'
import { bodyOf } from '../content/part-body.ts'
import { touchItem } from '../content/item.store.ts'
import { notedSources, removeNote } from '../content/schema-words.store.ts'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { inParts } from '../db/batches.ts'
import { callPages, composedPages } from './source.page.store.ts'
import { renewPages } from './source.renew.service.ts'
import { ownPart, schemaPages } from './source.part.store.ts'
import { wordsOnPages } from './source.word.store.ts'
import { sourceById } from './source.store.ts'

/** Pages of one transaction: other saves get a turn in between. */
const PAGES_PER_STEP = 20

/** Composes the pages of a source again that can show words about its schemas. Returns the number of pages that differ now. */
async function renewSource(services: Services, source_id: number, signal: AbortSignal | undefined): Promise<number> {
  const source = await sourceById(services, source_id)
  if (!source) return 0
  return renewSteps(services, source.item_id, await callPages(services.store.db, source_id), signal)
}

/** Composes these pages again, in steps. Returns the number of pages that differ now. */
export async function renewSteps(services: Pick<Services, 'store' | 'now'>, item_id: number, pages: number[], signal?: AbortSignal) {
  let changed = 0
  for (const page_ids of inParts(pages, PAGES_PER_STEP)) {
    if (signal?.aborted) break
    changed += await services.store.db.transaction().execute(async (trx) => {
      // Locks the item as a save does, so that no text is composed from words that a save is changing.
      await sql`update item set tree_version = tree_version where item_id = ${item_id}`.execute(trx)
      const renewed = await renewPages(trx, item_id, composedPages(trx, item_id, page_ids), new Map(), services)
      if (renewed.changed > 0) await touchItem(trx, grant(item_id), services.now())
      return renewed.changed
    })
  }
  return changed
}

/**
 * Composes pages again wherever words about schemas have changed. A note about such words is removed after all pages are done: a server
 * that ends in between does it again. Returns the number of pages that differ now.
 */
export async function renewNoted(services: Services, signal?: AbortSignal): Promise<number> {
  let changed = 0
  for (const noted of await notedSources(services.store.db)) {
    changed += await renewSource(services, noted.source_id, signal)
    if (!signal?.aborted) await removeNote(services.store.db, noted)
  }
  return changed
}

/** Schemas whose words one page offers. */
const SCHEMAS_MAX = 200

/** The pages of the schemas that the own part of a page uses, with the words on them; of catalogs that the caller can edit. */
export async function schemasOnPage(page_id: number, edits: Scope, { db }: Pick<Ctx, 'db'>) {
  const part = await ownPart(db, page_id)
  const body = part && (await bodyOf(part.body))
  if (!part || !body || !('call' in body)) return []
  const names = namesInTypes(JSON.stringify(body))
  if (names.size === 0) return []
  const pages = (await schemaPages(db, part.source_id, [...names].slice(0, SCHEMAS_MAX))).filter(
    (one) => one.page_id !== page_id && covers(edits, one.cat_id),
  )
  if (pages.length === 0) return []
  const rows = await wordsOnPages(
    db,
    pages.map((one) => one.page_id),
  )
  const found = []
  for (const { schema, page_id: id, item_id, version, title, body: stored } of pages) {
    const own = rows.filter((row) => row.page_id === id)
    const said = own.length > 0 ? { title, body: await bodyOf(stored) } : undefined
    const words = own.map(({ page_id: _, ...word }) => ({ ...word, now: (said && sourceWords(said, word.path)) ?? '' }))
    found.push({ schema, page_id: id, item_id, version, words })
  }
  return found
}

/** The page of a schema of the source whose part this page shows. */
export async function pageOfSchema(db: Db, page_id: number, schema: string): Promise<number> {
  const part = await ownPart(db, page_id)
  const [page] = part ? await schemaPages(db, part.source_id, [schema]) : []
  if (!page) throw new Refusal('notFound')
  return page.page_id
}

const POLL_MS = 2000
/** Time for a running step at the end of the server; its note stays for the next server. */
const END_MS = 3000

/** Follows words about schemas from now on. The returned function stops it. */
export function keepRenewing(services: Services): () => Promise<void> {
  const end = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const tick = () => {
    running = renewNoted(services, end.signal)
      .catch((error) => services.log.error({ err: error }, 'words about schemas are not shown everywhere'))
      .finally(() => {
        if (!end.signal.aborted) timer = setTimeout(tick, POLL_MS).unref()
      })
  }
  let timer = setTimeout(tick, POLL_MS).unref()
  return async () => {
    end.abort()
    clearTimeout(timer)
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, END_MS).unref())])
  }
}
