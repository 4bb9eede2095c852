import { sql } from 'kysely'
import { grant } from '../access/permission.ts'
import { touchItem } from '../content/item.store.ts'
import { notedSources, removeNote } from '../content/schema-words.store.ts'
import type { Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import { callPages, composedPages } from './source.page.store.ts'
import { renewPages } from './source.renew.service.ts'
import { sourceById } from './source.store.ts'

/** Pages of one transaction: other saves get a turn in between. */
const PAGES_PER_STEP = 20

/** Composes the pages of a source again that can show words about its schemas. Returns the number of pages that differ now. */
async function renewSource(services: Services, source_id: number, signal: AbortSignal | undefined): Promise<number> {
  const source = await sourceById(services, source_id)
  if (!source) return 0
  const { item_id } = source
  let changed = 0
  for (const page_ids of inParts(await callPages(services.store.db, source_id), PAGES_PER_STEP)) {
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
