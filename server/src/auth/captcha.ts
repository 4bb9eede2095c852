import { randomInt } from 'node:crypto'
import { ID_MAX, Refusal } from '@sheaf/contract'
import type { Services } from '../context.ts'
import { sameSecret } from './secrets.ts'

/** Letters and digits nobody takes for one another. */
const ALPHABET = 'abcdefhjkmnprstuvwxy345678'
const LENGTH = 5
const CAPTCHA_LIFETIME_SECONDS = 600

type Where = Pick<Services, 'store' | 'now' | 'config'>

const newChallenge = ({ now, config }: Omit<Where, 'store'>) => ({
  answer: config.TEST_CAPTCHA ?? Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  until: now() + CAPTCHA_LIFETIME_SECONDS,
})

/** Draws a new riddle for this session; the one before it is void. Answers a PNG. */
export async function drawCaptcha({ store, now, config }: Where, session_id: number): Promise<Buffer> {
  const row = newChallenge({ now, config })
  await store.db
    .insertInto('captcha')
    .values({ session_id, ...row })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute()
  return drawn(row.answer)
}

/** As a PNG. */
async function drawn(answer: string) {
  const [{ default: drawSvg }, { Resvg }] = await Promise.all([import('svg-captcha'), import('@resvg/resvg-js')])
  // Its types leave out that it draws a given text.
  const drawText = drawSvg as unknown as (text: string, options: object) => string
  const svg = drawText(answer, { width: 140, height: 44, fontSize: 48, noise: 2 })
  return Buffer.from(
    new Resvg(svg, { font: { loadSystemFonts: false }, background: '#f7f5f0', fitTo: { mode: 'width', value: 280 } }).render().asPng(),
  )
}

/** Takes the riddle away, right or wrong (S07), and stops here unless the answer is right. */
export async function mustSolveCaptcha({ store, now }: Where, session_id: number | null, given: string) {
  const riddle =
    session_id === null
      ? undefined
      : await store.db.deleteFrom('captcha').where('session_id', '=', session_id).returning(['answer', 'until']).executeTakeFirst()
  mustBeSolution(riddle, given, now())
}

function mustBeSolution(riddle: { answer: string; until: number } | undefined, given: string, now: number) {
  if (!riddle || riddle.until < now || given === '' || !sameSecret(riddle.answer, given.trim().toLowerCase()))
    throw new Refusal('captchaWrong')
}

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
