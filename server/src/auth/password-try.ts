import { Refusal } from '@sheaf/contract'
import type { Ctx } from '../context.ts'
import { countTry, failuresOf, forgetFailures, takeBackTry } from './throttle.ts'

type Where = Pick<Ctx, 'store' | 'now'>

/** What is counted of wrong passwords within a day, and from how many on a captcha is due. */
export interface Counter {
  name: string
  from: number
}

export interface PasswordTry {
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
export async function limitTries<T>(where: Where, name: string, most: number, seconds: number, compare: () => Promise<T | undefined>) {
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
