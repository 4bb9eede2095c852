import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { headOf, type ItemHead } from '../access/access.store.ts'
import { covers } from '../access/access.ts'
import { rightsOfEach } from '../access/people.ts'
import { refreshReviews, reviewedItems } from '../content/review/review.store.ts'
import { firstMembers } from '../content/review/steward.store.ts'
import type { Services } from '../context.ts'
import { caseById, inParts, type Pace } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { MANY_MEMBERS, notify, SHEAF } from '../notice/notice.store.ts'
import { deliverEvent } from '../webhook/delivery/events.service.ts'
import { AHEAD_SECONDS, kindOfStep, LEFT_STEP, stepAt } from './due.rules.ts'
import { settleStewards } from './gone.service.ts'

const WEEK = 7 * 86_400

interface DuePage {
  page_id: number
  cat_id: number
  page_title: string
  version: number
  uid: number
  team_id: number
  due: number
  told_due: number
  told_step: number
}

/**
 * Once an hour, on one of the servers: brings the reviews of each item up to date, looks which stewards lost their right, and informs people
 * of reviews that come up, are due or overdue. What an ended run left is done by the next one; no one is informed of the same step twice.
 */
export async function informOfReviews(services: Services, { pause = 0, signal }: Pace = {}) {
  for (const item_id of await reviewedItems(services.store.db)) {
    signal?.throwIfAborted()
    const item = await headOf(services, item_id)
    if (!item || item.is_archived || item.is_del !== 0) continue
    await services.store.write((trx) => refreshReviews(trx, item_id, 'all'))
    await services.store.write((trx) => settleStewards(trx, services.store, item, services.now()))
    await inform(services, item)
    await wait(pause)
  }
}

/** Pages whose steward is to be informed: a step was reached since the last time. */
async function waiting(db: Db, item_id: number, at: number): Promise<(DuePage & { step: number })[]> {
  const { rows } = await sql<DuePage>`select r.page_id, r.cat_id, p.page_title, p.version, r.uid, r.team_id, r.due, r.told_due, r.told_step
    from page_review r join page p on p.page_id = r.page_id
    where r.item_id = ${item_id} and r.is_del = 0 and r.days > 0 and r.due <= ${at + AHEAD_SECONDS}
      and (r.told_due <> r.due or r.told_step < ${LEFT_STEP}) order by r.due, r.page_id`.execute(db)
  return rows
    .map((row) => ({ ...row, step: stepAt(row.due, at) }))
    .filter(({ due, told_due, told_step, step }) => step > (told_due === due ? told_step : 0))
}

async function inform(services: Services, item: ItemHead) {
  const { store, now } = services
  const at = now()
  const pages = await waiting(store.db, item.item_id, at)
  if (pages.length === 0) return
  const receivers = await receiversOf(services, item, pages)
  await store.write(async (trx) => {
    for (const [step, some] of Map.groupBy(pages, (page) => kindOfStep(page.step) as string)) {
      const kind = step as ReturnType<typeof kindOfStep>
      if (kind === 'reviewLeft') await tell(trx, item, item.uid, kind, { own: some, is_many: false }, at)
      else for (const [uid, pagesOf] of byPerson(some, receivers)) await tell(trx, item, uid, kind, pagesOf, at)
    }
    for (const part of inParts(pages)) {
      const told_step = caseById(
        'page_id',
        part,
        (page) => page.page_id,
        (page) => page.step,
      )
      await trx
        .updateTable('page_review')
        .set({ told_due: sql<number>`due`, told_step })
        .where(
          'page_id',
          'in',
          part.map((page) => page.page_id),
        )
        .execute()
    }
    await deliverDue(services, trx, item, pages, at)
  })
}

async function tell(
  trx: Db,
  { item_id, item_name }: ItemHead,
  uid: number,
  kind: ReturnType<typeof kindOfStep>,
  { own, is_many }: { own: DuePage[]; is_many: boolean },
  at: number,
) {
  const [first, ...others] = own
  if (!first) return
  const about = { item: item_name, page: first.page_title, pages: others.length, until: first.due, ...(is_many && { is_many }) }
  await notify(trx, SHEAF, { uids: [uid], kind, about, item_id, page_id: others.length === 0 ? first.page_id : 0 }, at)
}

/** The people behind the stewards of these pages who can edit there: a person, or the first members of a team. */
async function receiversOf(services: Services, item: ItemHead, pages: DuePage[]) {
  const ofTeam = new Map<number, number[]>()
  for (const { team_id } of pages)
    if (team_id > 0 && !ofTeam.has(team_id)) ofTeam.set(team_id, await firstMembers(services.store.db, item.item_id, team_id))
  const uidsOf = ({ uid, team_id }: DuePage) => (uid > 0 ? [uid] : (ofTeam.get(team_id) ?? []))
  const all = [...new Set(pages.flatMap(uidsOf))]
  const rights = new Map<number, Awaited<ReturnType<typeof rightsOfEach>>[number][1]>()
  for (const part of inParts(all)) for (const [uid, own] of await rightsOfEach(services, item, part)) rights.set(uid, own)
  return (page: DuePage) => uidsOf(page).filter((uid) => covers(rights.get(uid)?.edits ?? 'none', page.cat_id))
}

/** The pages of each person, and whether they are responsible for them only as members of large teams. */
function byPerson(pages: DuePage[], receivers: (page: DuePage) => number[]) {
  const found = new Map<number, { own: DuePage[]; is_many: boolean }>()
  for (const page of pages) {
    const uids = receivers(page)
    const isMany = uids.length > MANY_MEMBERS
    for (const uid of uids) {
      const { own = [], is_many = true } = found.get(uid) ?? {}
      found.set(uid, { own: [...own, page], is_many: is_many && isMany })
    }
  }
  return found
}

/** One event a week and item: of the page that is due for the longest time. */
async function deliverDue(services: Services, trx: Db, { item_id }: ItemHead, pages: DuePage[], at: number) {
  const first = pages.find(({ due }) => due <= at)
  if (!first) return
  const sent = await trx
    .selectFrom('webhook_event')
    .select('event_id')
    .where('item_id', '=', item_id)
    // A literal and not a parameter, so that the database uses the partial index of these events.
    .where(sql<boolean>`type = 'review.due'`)
    .where('addtime', '>', at - WEEK)
    .limit(1)
    .executeTakeFirst()
  if (sent) return
  const { page_id, cat_id, page_title: title, version } = first
  await deliverEvent(services, trx, { type: 'review.due', item_id, page_id, cat_id, title, version, name: SHEAF.name, via: '' }, at)
}
