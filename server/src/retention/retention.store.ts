import { SESSION_TABLES, sessionLimits } from '../auth/session.ts'
import type { SignInSettings } from '../auth/sign-in-settings.ts'
import type { Db } from '../db/schema.ts'
import { countOn } from '../recycle/recycle.rules.ts'
import { countOf } from '../recycle/recycle.store.ts'

const BATCH_ROWS = 200

/** Records the current time; of several concurrent servers one counts. Returns the counted time, and whether the clock has jumped. */
export async function countTime(db: Db, now: number) {
  const { counted, seen, odd } = await countOf(db)
  const next = countOn({ counted, seen, odd }, now)
  await db.updateTable('retention').set(next).where('counted', '=', counted).where('seen', '=', seen).where('odd', '=', odd).execute()
  return { counted: (await countOf(db)).counted, seen, hasJumped: next.odd > 0 && seen > 0 }
}

export const uncountedPages = (db: Db) =>
  db.selectFrom('recycle').select('id').where('counted_from', 'is', null).limit(BATCH_ROWS).execute()

export const countPage = (db: Db, id: number, counted_from: number) =>
  db.updateTable('recycle').set({ counted_from }).where('id', '=', id).execute()

export const countItems = (db: Db, counted_from: number) =>
  db.updateTable('item').set({ counted_from }).where('is_del', '=', 1).where('counted_from', 'is', null).execute()

export const pagesDue = (db: Db, until: number) =>
  db.selectFrom('recycle').select(['id', 'page_id', 'item_id']).where('counted_from', '<=', until).orderBy('id').limit(BATCH_ROWS).execute()

/** Whether the page was still in the recycle bin: a user can recover it at this moment, or another server can purge it. */
export const claimPage = async (db: Db, id: number) =>
  Number((await db.deleteFrom('recycle').where('id', '=', id).executeTakeFirst()).numDeletedRows) > 0

/** Whether the page is deleted: an entry of the bin about another one, which only earlier versions have left, deletes nothing. */
export const isDeleted = async (db: Db, page_id: number) =>
  (await db.selectFrom('page').select('page_id').where('page_id', '=', page_id).where('is_del', '<>', 0).executeTakeFirst()) !== undefined

export const itemsDue = async (db: Db, until: number) =>
  (await db.selectFrom('item').select('item_id').where('is_del', '=', 1).where('counted_from', '<=', until).execute()).map(
    (row) => row.item_id,
  )

const DAY = 86_400

/** Seconds that a browser is known after its last sign-in, as long as its cookie lasts. */
const DEVICE_SECONDS = 366 * DAY

export async function removeExpired(db: Db, now: number, settings: SignInSettings) {
  const { seen, opened } = sessionLimits(settings, now)
  const ended = db
    .selectFrom('session')
    .select('session_id')
    .where((row) => row.or([row('seen_time', '<', seen), row('addtime', '<', opened)]))
  for (const table of SESSION_TABLES) await db.deleteFrom(table).where('session_id', 'in', ended).execute()
  await db
    .deleteFrom('device')
    .where('seen_time', '<', now - DEVICE_SECONDS)
    .execute()
  await db.deleteFrom('second_step').where('totp_sealed', '=', '').where('begun_until', '<', now).execute()
  for (const table of [
    'captcha',
    'riddle',
    'throttle',
    'reset_token',
    'outside_attempt',
    'outside_newcomer',
    'pending_step',
    'challenge',
  ] as const)
    await db.deleteFrom(table).where('until', '<', now).execute()
  await db
    .deleteFrom('rate')
    .where('until', '<', now * 1000)
    .execute()
  await db.deleteFrom('page_link').where('until', '>', 0).where('until', '<=', now).execute()
  await db
    .deleteFrom('repeat')
    .where('addtime', '<', now - DAY)
    .execute()
  // A job of the site, which has no user, can be resumed later.
  await db
    .deleteFrom('job')
    .where('addtime', '<', now - DAY)
    .where('uid', '>', 0)
    .execute()
}

/** Items whose import or copy was interrupted. */
export const unfinishedBefore = async (db: Db, cutoff: number) =>
  (await db.selectFrom('item').select('item_id').where('is_del', '=', 2).where('addtime', '<', cutoff).execute()).map((row) => row.item_id)

/** In seconds: slightly less than the hourly interval of the runs. */
const CLAIM_SECONDS = 3500

/**
 * Whether this process runs the shared job now. A claim ends by the clock, so that a killed process blocks no other one. A claim that
 * lasts longer than possible came from a wrong clock and is ignored.
 */
export async function claimTurn(db: Db, now: number): Promise<boolean> {
  const claimed = await db
    .insertInto('throttle')
    .values({ name: 'retention', count: 1, until: now + CLAIM_SECONDS })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ until: now + CLAIM_SECONDS })
        .where((row) => row.or([row('throttle.until', '<=', now), row('throttle.until', '>', now + CLAIM_SECONDS)])),
    )
    .executeTakeFirst()
  return Number(claimed.numInsertedOrUpdatedRows) > 0
}
