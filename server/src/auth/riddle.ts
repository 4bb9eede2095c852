import { randomInt } from 'node:crypto'
import { ID_MAX, Refusal } from '@sheaf/contract'
import type { Services } from '../context.ts'
import { drawn, mustBeSolution, newChallenge } from './captcha.ts'

type ChallengeServices = Pick<Services, 'store' | 'now' | 'config'>

/** A captcha for a program without a session. Its number is no secret, yet nobody uses up the riddles of others by counting. */
export async function createChallenge(where: ChallengeServices): Promise<number> {
  const captcha_id = randomInt(1, ID_MAX)
  const { numInsertedOrUpdatedRows } = await where.store.db
    .insertInto('riddle')
    .values({ captcha_id, ...newChallenge(where) })
    .onConflict((conflict) => conflict.column('captcha_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows ? captcha_id : createChallenge(where)
}

export async function drawChallenge({ store, now }: ChallengeServices, captcha_id: number): Promise<Buffer> {
  const riddle = await store.db.selectFrom('riddle').select(['answer', 'until']).where('captcha_id', '=', captcha_id).executeTakeFirst()
  if (!riddle || riddle.until < now()) throw new Refusal('notFound')
  return drawn(riddle.answer)
}

/** Takes the riddle away, right or wrong (S07), and stops here unless the answer is right. */
export async function mustSolveChallenge({ store, now }: ChallengeServices, captcha_id: number, given: string) {
  const riddle = await store.db.deleteFrom('riddle').where('captcha_id', '=', captcha_id).returning(['answer', 'until']).executeTakeFirst()
  mustBeSolution(riddle, given, now())
}
