import { setTimeout as wait } from 'node:timers/promises'
import { headOf, type ItemHead } from '../access/access.store.ts'
import { covers, rightsOn } from '../access/access.ts'
import { storeSettings } from '../common/settings.store.ts'
import { DAY } from '../content/proof/proof.rules.ts'
import { reviewedItems } from '../content/review/review.store.ts'
import type { Services } from '../context.ts'
import type { Pace } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { notify, SHEAF } from '../notice/notice.store.ts'
import { rowOfUser } from '../user/user.store.ts'
import { type CaredPage, pagesToReport, pagesWithOwners, wasReminded } from './truth.list.store.ts'

/** A page with the first of its examples that fail. */
export interface FailedPage {
  page_id: number
  name: string
}

/** The setting that keeps the end of the last run. */
const LAST_RUN = 'owners_reminded'

/**
 * Notifies the people who are responsible, once a day, of pages that are stale or gone since the last run. One person gets at most one notice of each kind for an item. Pages that the owner can no longer read are left out.
 */
export async function remindOwners(services: Services, { pause = 0, signal }: Pace = {}) {
  const { store, now } = services
  const { db } = store
  const [row] = await store.hot<{ value: string }>('select value from site_config where name = ?', [LAST_RUN])
  const [from, to] = [Number(row?.value ?? 0), now()]
  if (from > 0 && to - from < DAY) return
  // The first run begins to count.
  if (from > 0)
    for (const item_id of await reviewedItems(db, { person: true })) {
      signal?.throwIfAborted()
      const item = await headOf(services, item_id)
      const pages = item && !item.is_archived ? await pagesToReport(db, item_id, { from, to }) : []
      for (const [uid, own] of Map.groupBy(pages, (page) => page.owner_uid)) if (item) await remind(services, item, uid, own, to)
      await wait(pause)
    }
  await storeSettings(db, { [LAST_RUN]: String(to) })
}

/** Notifies the owners of pages whose examples have passed before, and fail now: one notice a person, and at most one a day. */
export async function notifyFailed(services: Services, item: ItemHead, failed: FailedPage[], at: number) {
  const owned = await pagesWithOwners(
    services.store.db,
    item.item_id,
    failed.map(({ page_id }) => page_id),
    at,
  )
  for (const [uid, own] of Map.groupBy(owned, (page) => page.owner_uid)) {
    const shown = await readable(services, item, uid, own)
    const example = failed.find(({ page_id }) => page_id === shown[0]?.page_id)?.name ?? ''
    await services.store.write((trx) => notifyOwner(trx, item, uid, { kind: 'exampleFailed', example }, shown, at))
  }
}

/** Those of the pages that the owner can still read. */
async function readable<P extends Pick<CaredPage, 'cat_id'>>(services: Services, item: ItemHead, uid: number, pages: P[]): Promise<P[]> {
  const user = await rowOfUser(services.store.db, uid)
  if (!user || user.is_disabled) return []
  const { visits } = await rightsOn({ store: services.store, user: { ...user, avatar: '' }, grant: undefined, session_id: null }, item)
  return pages.filter((page) => covers(visits, page.cat_id))
}

async function remind(services: Services, item: ItemHead, uid: number, pages: CaredPage[], at: number) {
  const shown = await readable(services, item, uid, pages)
  if (shown.length === 0) return
  await services.store.write((trx) => notifyOwner(trx, item, uid, { kind: 'pageStale' }, shown, at))
}

async function notifyOwner(
  db: Db,
  { item_id, item_name }: ItemHead,
  uid: number,
  { kind, ...more }: { kind: 'pageStale' | 'exampleFailed'; example?: string },
  pages: Pick<CaredPage, 'page_id' | 'page_title'>[],
  at: number,
) {
  const [first, ...others] = pages
  // A run that was interrupted is repeated.
  if (!first || (await wasReminded(db, { uid, item_id, kind }, at - DAY / 2))) return
  const about = { item: item_name, page: first.page_title, pages: others.length, ...more }
  await notify(db, SHEAF, { uids: [uid], kind, about, item_id, page_id: others.length === 0 ? first.page_id : 0 }, at)
}
