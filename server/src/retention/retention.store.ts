import { SESSION_IDLE_SECONDS, SESSION_MAX_SECONDS } from '../auth/session.ts'
import type { Db } from '../db/schema.ts'
import { countOn } from '../recycle/recycle.rules.ts'
import { countOf } from '../recycle/recycle.store.ts'

const SOME = 200

/** Looks at the clock; of several servers that look at once one counts. Answers the count, and whether the clock has jumped. */
export async function countTime(db: Db, now: number) {
  const { counted, seen, odd } = await countOf(db)
  const next = countOn({ counted, seen, odd }, now)
  await db.updateTable('retention').set(next).where('counted', '=', counted).where('seen', '=', seen).where('odd', '=', odd).execute()
  return { counted: (await countOf(db)).counted, seen, hasJumped: next.odd > 0 && seen > 0 }
}

export const uncountedPages = (db: Db) => db.selectFrom('recycle').select('id').where('counted_from', 'is', null).limit(SOME).execute()

export const countPage = (db: Db, id: number, counted_from: number) =>
  db.updateTable('recycle').set({ counted_from }).where('id', '=', id).execute()

export const countItems = (db: Db, counted_from: number) =>
  db.updateTable('item').set({ counted_from }).where('is_del', '=', 1).where('counted_from', 'is', null).execute()

export const pagesDue = (db: Db, until: number) =>
  db.selectFrom('recycle').select(['id', 'page_id', 'item_id']).where('counted_from', '<=', until).orderBy('id').limit(SOME).execute()

/** Whether it was still in the bin: it may be recovered at this moment, or cleared by another server. */
export const claimPage = async (db: Db, id: number) =>
  Number((await db.deleteFrom('recycle').where('id', '=', id).executeTakeFirst()).numDeletedRows) > 0

export const itemsDue = async (db: Db, until: number) =>
  (await db.selectFrom('item').select('item_id').where('is_del', '=', 1).where('counted_from', '<=', until).execute()).map(
    (row) => row.item_id,
  )

const DAY = 86_400

export async function removeExpired(db: Db, now: number) {
  const ended = db
    .selectFrom('session')
    .select('session_id')
    .where((row) => row.or([row('seen_time', '<', now - SESSION_IDLE_SECONDS), row('addtime', '<', now - SESSION_MAX_SECONDS)]))
  for (const table of ['session_visit', 'captcha'] as const) await db.deleteFrom(table).where('session_id', 'in', ended).execute()
  await db.deleteFrom('session').where('session_id', 'in', ended).execute()
  for (const table of ['captcha', 'riddle', 'throttle', 'reset_token', 'outside_attempt', 'outside_newcomer'] as const)
    await db.deleteFrom(table).where('until', '<', now).execute()
  await db
    .deleteFrom('rate')
    .where('until', '<', now * 1000)
    .execute()
  await db.deleteFrom('page_link').where('until', '>', 0).where('until', '<=', now).execute()
  for (const table of ['repeat', 'job'] as const)
    await db
      .deleteFrom(table)
      .where('addtime', '<', now - DAY)
      .execute()
}

/** Items that an import or a copy began and never finished. */
export const unfinishedBefore = async (db: Db, before: number) =>
  (await db.selectFrom('item').select('item_id').where('is_del', '=', 2).where('addtime', '<', before).execute()).map((row) => row.item_id)

/** A little less than the hour after which every process asks again. */
const TURN = 3500

/**
 * Whether it is this process's turn. A turn ends by the clock alone, so that one that is killed in its turn holds nobody up; one that
 * ends later than it can is from a clock that was wrong.
 */
export async function claimTurn(db: Db, now: number): Promise<boolean> {
  const claimed = await db
    .insertInto('throttle')
    .values({ name: 'retention', count: 1, until: now + TURN })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ until: now + TURN })
        .where((row) => row.or([row('throttle.until', '<=', now), row('throttle.until', '>', now + TURN)])),
    )
    .executeTakeFirst()
  return Number(claimed.numInsertedOrUpdatedRows) > 0
}
