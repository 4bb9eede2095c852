import { type ErrorName, Refusal } from '@sheaf/contract'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { replaceShowdocHash, verifyPassword } from './password.ts'

type ThrottleServices = Pick<Services, 'store' | 'now'>

const DAY = 86_400

/** How often `name` failed within its window of `seconds`; survives a restart and holds over several processes. */
export async function failuresOf({ store, now }: ThrottleServices, name: string, seconds = DAY): Promise<number> {
  const at = now()
  const [row] = await store.hot<{ count: number; until: number }>('select count, until from throttle where name = ?', [name])
  if (!row || row.until <= at) return 0
  // Written before the clock was set back: the entry must not last longer than its window from now.
  if (row.until > at + seconds)
    await store.db
      .updateTable('throttle')
      .set({ until: at + seconds })
      .where('name', '=', name)
      .where('until', '>', at + seconds)
      .execute()
  return row.count
}

/** Counts a failure, renews the window of `seconds` and returns the new count. Concurrent failures all count. */
export const countFailure = ({ store, now }: ThrottleServices, name: string, seconds = DAY) => count(store.db, name, now(), seconds, true)

/** Counts a try within a window of `seconds` that starts with the first try. */
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

/** The refusal of a name that has reached its limit, with the seconds until its window ends. */
export async function tooManyOf(db: Db, name: string, now: number): Promise<Refusal> {
  const row = await db.selectFrom('throttle').select('until').where('name', '=', name).executeTakeFirst()
  return new Refusal('tooMany', { seconds: String(Math.max(1, (row?.until ?? now) - now)) })
}

/** Removes an attempt from the count if it did not fail. */
export async function uncountTry(db: Db, name: string) {
  await db
    .updateTable('throttle')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('name', '=', name)
    .execute()
  await db.deleteFrom('throttle').where('name', '=', name).where('count', '<=', 0).execute()
}

/** Resets the failures of a name. */
const forgetFailures = (db: Db, name: string) => db.deleteFrom('throttle').where('name', '=', name).execute()

/** A counter of wrong passwords within a day, and the count from which a captcha is required. */
interface Counter {
  name: string
  from: number
}

interface PasswordTry {
  /** Whether the next try needs a captcha. */
  needsCaptcha: boolean
  /** The password was right: resets the failures of this counter. */
  succeeded: () => Promise<void>
  /** The password was not compared: the try does not count. */
  uncount: () => Promise<void>
}

/**
 * Begins a try at a password, before it is compared. The try counts as a failure until it succeeds, so a thousand concurrent tries compare
 * no more passwords than a thousand sequential ones. A right password resets the counter `own`; the `wider` counters limit many clients
 * together. When a captcha is required, `solve` is called; it throws unless the captcha was solved.
 */
export async function beginTry(
  services: ThrottleServices,
  [own, ...wider]: [Counter, ...Counter[]],
  solve: () => Promise<void>,
): Promise<PasswordTry> {
  const { store, now } = services
  const counters = [own, ...wider]
  const failures = await Promise.all(counters.map(({ name }) => failuresOf(services, name)))
  let isSolved = failures.some((count, n) => count >= (counters[n] as Counter).from)
  if (isSolved) await solve()
  const count = () =>
    store.write(async (trx) => {
      const counts: number[] = []
      for (const { name, from } of counters) {
        const tries = await countTry(trx, name, now())
        // Concurrent tries have reached the limit.
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
      for (const { name } of names) await uncountTry(trx, name)
    })
  return {
    needsCaptcha: counts.some((tries, n) => tries >= (counters[n] as Counter).from),
    uncount: () => takeBackAll(counters),
    succeeded: () =>
      store.write(async (trx) => {
        await forgetFailures(trx, own.name)
        for (const { name } of wider) await uncountTry(trx, name)
      }),
  }
}

/** Rolls back the counts of the transaction. */
class TooMany extends Error {}

/** Throws `tooMany` after `most` wrong passwords within `seconds`, without comparing another one. */
async function limitTries<T>(
  services: ThrottleServices,
  name: string,
  most: number,
  seconds: number,
  compare: () => Promise<T | undefined>,
) {
  const { store, now } = services
  if ((await failuresOf(services, name, seconds)) >= most) throw await tooManyOf(store.db, name, now())
  await store.write(async (trx) => {
    if ((await countTry(trx, name, now(), seconds)) > most) throw await tooManyOf(trx, name, now())
  })
  const uncount = () => store.write((trx) => uncountTry(trx, name))
  const right = await compare().catch(async (error: unknown) => {
    await uncount()
    throw error
  })
  if (right !== undefined) await uncount()
  return right
}

const WRONG_PASSWORDS_MAX = 20
const HOUR = 3600
/** Seconds that a confirmation holds in its session. */
export const CONFIRMED_SECONDS = 600

/** What `compare` finds with the acting user's password; throws `wrong` when that is nothing. Wrong tries are counted per user. */
export async function mustBeOwn<T>(
  ctx: Ctx<'user' | 'admin'>,
  compare: () => Promise<T | undefined>,
  wrong: ErrorName = 'wrongPassword',
): Promise<T> {
  const right = await limitTries(ctx, `own ${ctx.user.uid}`, WRONG_PASSWORDS_MAX, HOUR, compare)
  if (right === undefined) throw new Refusal(wrong)
  return right
}

/** Throws `wrong` unless this is the acting user's own password; wrong tries are counted per user. */
export async function mustKnowPassword(ctx: Ctx<'user' | 'admin'>, password: string, wrong: ErrorName = 'wrongPassword') {
  const { uid } = ctx.user
  const row = await ctx.db.selectFrom('user').select('password_hash').where('uid', '=', uid).executeTakeFirst()
  if (row?.password_hash === '') throw new Refusal('ownPasswordNone')
  const right = await mustBeOwn(ctx, async () => (row && (await verifyPassword(row.password_hash, password)) ? row : undefined), wrong)
  await replaceShowdocHash(ctx.db, { uid, ...right }, password)
}

/** Until when the person has confirmed in this session that it is them; 0 for no confirmation. A token has no session (W48). */
export async function confirmedUntil(ctx: Pick<Ctx, 'db' | 'session_id' | 'grant' | 'now'>): Promise<number> {
  if (ctx.session_id === null || ctx.grant) return 0
  const row = await ctx.db.selectFrom('session').select('confirmed_until').where('session_id', '=', ctx.session_id).executeTakeFirst()
  const until = row?.confirmed_until ?? 0
  // A time further ahead was written before the clock was set back.
  return until > ctx.now() && until <= ctx.now() + CONFIRMED_SECONDS ? until : 0
}

/** Throws `confirmNeeded` unless the session is confirmed. */
export async function mustBeConfirmed(ctx: Ctx<'user' | 'admin'>) {
  if ((await confirmedUntil(ctx)) === 0) throw new Refusal('confirmNeeded')
}

/**
 * What cannot be undone requires the acting user's own password (S45), or a session that they have confirmed: then the field is empty
 * (W48). An empty password without a confirmation is a wrong one, as it was before there were confirmations; an account without a password
 * is asked to confirm. A program has no session to confirm and always sends the password.
 */
export async function mustBeOwnPassword(ctx: Ctx<'user' | 'admin'>, password: string) {
  if (password !== '' || ctx.session_id === null || ctx.grant) return mustKnowPassword(ctx, password)
  if ((await confirmedUntil(ctx)) > 0) return
  const row = await ctx.db.selectFrom('user').select('password_hash').where('uid', '=', ctx.user.uid).executeTakeFirst()
  throw new Refusal(row?.password_hash ? 'wrongPassword' : 'confirmNeeded')
}
