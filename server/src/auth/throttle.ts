import { type ErrorName, Refusal } from '@sheaf/contract'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { renewForm, verifyPassword } from './password.ts'

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
const forgetFailures = (db: Db, name: string) => db.deleteFrom('throttle').where('name', '=', name).execute()

type Where = Pick<Ctx, 'store' | 'now'>

/** What is counted of wrong passwords within a day, and from how many on a captcha is due. */
interface Counter {
  name: string
  from: number
}

interface PasswordTry {
  /** Whether the next try needs a captcha. */
  isOften: boolean
  /** It was right: the failures of this place are over. */
  succeeded: () => Promise<void>
  /** It was not looked at, and is nobody's failure. */
  takeBack: () => Promise<void>
}

/**
 * Begins a try at a password, before it is compared: it counts as a failure until it is known to be none, so that of a thousand tries at
 * once no more are compared than of a thousand one after another. `own` counts for the place that asks and ends with a right password;
 * the `wider` ones bound what many places can do together. `solve` stops here unless the captcha was answered; it is asked for when one
 * is due.
 */
export async function beginTry(where: Where, [own, ...wider]: [Counter, ...Counter[]], solve: () => Promise<void>): Promise<PasswordTry> {
  const { store, now } = where
  const counters = [own, ...wider]
  const failures = await Promise.all(counters.map(({ name }) => failuresOf(where, name)))
  let isSolved = failures.some((count, n) => count >= (counters[n] as Counter).from)
  if (isSolved) await solve()
  const count = () =>
    store.write(async (trx) => {
      const counts: number[] = []
      for (const { name, from } of counters) {
        const tries = await countTry(trx, name, now())
        // Others that came at the same moment have used up what was left.
        if (tries > from && !isSolved) throw new TooMany()
        counts.push(tries)
      }
      return counts
    })
  const counts = await count().catch(async (error: unknown) => {
    if (!(error instanceof TooMany)) throw error
    await solve()
    isSolved = true
    return count()
  })
  const takeBackAll = (names: Counter[]) =>
    store.write(async (trx) => {
      for (const { name } of names) await takeBackTry(trx, name)
    })
  return {
    isOften: counts.some((tries, n) => tries >= (counters[n] as Counter).from),
    takeBack: () => takeBackAll(counters),
    succeeded: () =>
      store.write(async (trx) => {
        await forgetFailures(trx, own.name)
        for (const { name } of wider) await takeBackTry(trx, name)
      }),
  }
}

/** Takes back what was counted in the same transaction. */
class TooMany extends Error {}

/** Stops here after `most` wrong passwords within `seconds`, and compares nothing then. */
async function limitTries<T>(where: Where, name: string, most: number, seconds: number, compare: () => Promise<T | undefined>) {
  const { store, now } = where
  const refuse = () => new Refusal('tooMany', { seconds: String(seconds) })
  if ((await failuresOf(where, name, seconds)) >= most) throw refuse()
  await store.write(async (trx) => {
    if ((await countTry(trx, name, now(), seconds)) > most) throw refuse()
  })
  const right = await compare()
  if (right !== undefined) await store.write((trx) => takeBackTry(trx, name))
  return right
}

const WRONG_PASSWORDS_MAX = 20
const HOUR = 3600

/** Stops here unless this is the acting user's own password (S45); wrong tries are counted per user. */
export async function mustBeOwnPassword(ctx: Ctx<'user' | 'admin'>, password: string, wrong: ErrorName = 'wrongPassword') {
  const { uid } = ctx.user
  const row = await ctx.db.selectFrom('user').select('password_hash').where('uid', '=', uid).executeTakeFirst()
  if (row?.password_hash === '') throw new Refusal('ownPasswordNone')
  const right = await limitTries(ctx, `own ${uid}`, WRONG_PASSWORDS_MAX, HOUR, async () =>
    row && (await verifyPassword(row.password_hash, password)) ? row : undefined,
  )
  if (!right) throw new Refusal(wrong)
  await renewForm(ctx.db, { uid, ...right }, password)
}
