import { SESSION_IDLE_SECONDS, SESSION_MAX_SECONDS } from '../auth/session.ts'
import type { Db } from '../db/schema.ts'

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
