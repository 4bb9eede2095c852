import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

type ThrottleServices = Pick<Services, 'store' | 'now'>

const DAY = 86_400

/** How often `name` failed within its window of `seconds`; survives a restart and holds over several processes. */
export async function failuresOf({ store, now }: ThrottleServices, name: string, seconds = DAY): Promise<number> {
  const at = now()
  const [row] = await store.hot<{ count: number; until: number }>('select count, until from throttle where name = ?', [name])
  if (!row || row.until <= at) return 0
  // Written before the clock was set back: nothing lasts longer than its window from now on.
  if (row.until > at + seconds)
    await store.db
      .updateTable('throttle')
      .set({ until: at + seconds })
      .where('name', '=', name)
      .where('until', '>', at + seconds)
      .execute()
  return row.count
}

/** Counts a failure, renews the window of `seconds` and says how many there are now; of failures at once none is lost. */
export const countFailure = ({ store, now }: ThrottleServices, name: string, seconds = DAY) => count(store.db, name, now(), seconds, true)

/** Counts a try within a window of `seconds` that begins with the first of them. */
export const countTry = (db: Db, name: string, now: number, seconds = DAY) => count(db, name, now, seconds, false)

async function count(db: Db, name: string, now: number, seconds: number, renews: boolean): Promise<number> {
  const until = now + seconds
  const { count } = await db
    .insertInto('throttle')
    .values({ name, count: 1, until })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        count: row
          .case()
          .when('throttle.until', '>', now)
          .then(row('throttle.count', '+', 1))
          .else(1)
          .end(),
        until: renews
          ? until
          : row
              .case()
              .when(row.between('throttle.until', now + 1, until))
              .then(row.ref('throttle.until'))
              .else(until)
              .end(),
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** Takes back a try that was no failure. */
export async function takeBackTry(db: Db, name: string) {
  await db
    .updateTable('throttle')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('name', '=', name)
    .execute()
  await db.deleteFrom('throttle').where('name', '=', name).where('count', '<=', 0).execute()
}

/** From here on there were no failures under this name. */
export const forgetFailures = (db: Db, name: string) => db.deleteFrom('throttle').where('name', '=', name).execute()
