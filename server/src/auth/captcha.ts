import { randomInt } from 'node:crypto'
import { ID_MAX, Refusal } from '@sheaf/contract'
import type { Services } from '../context.ts'
import { sameSecret } from './secrets.ts'

/** Letters and digits that are easy to distinguish. */
const ALPHABET = 'abcdefhjkmnprstuvwxy345678'
const LENGTH = 5
const CAPTCHA_LIFETIME_SECONDS = 600

type CaptchaServices = Pick<Services, 'store' | 'now' | 'config'>

const newChallenge = ({ now, config }: Omit<CaptchaServices, 'store'>) => ({
  answer: config.TEST_CAPTCHA ?? Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  until: now() + CAPTCHA_LIFETIME_SECONDS,
})

/** Draws a new challenge for a session as a PNG; the previous challenge becomes invalid. */
export async function drawCaptcha({ store, now, config }: CaptchaServices, session_id: number): Promise<Buffer> {
  const row = newChallenge({ now, config })
  await store.db
    .insertInto('captcha')
    .values({ session_id, ...row })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute()
  return drawPng(row.answer)
}

async function drawPng(answer: string) {
  const [{ default: drawSvg }, { Resvg }] = await Promise.all([import('svg-captcha'), import('@resvg/resvg-js')])
  // The types of the library omit that it can draw a given text.
  const drawText = drawSvg as unknown as (text: string, options: object) => string
  const svg = drawText(answer, { width: 140, height: 44, fontSize: 48, noise: 2 })
  return Buffer.from(
    new Resvg(svg, { font: { loadSystemFonts: false }, background: '#f7f5f0', fitTo: { mode: 'width', value: 280 } }).render().asPng(),
  )
}

/** Deletes the challenge, whether the answer is right or wrong (S07); throws `captchaWrong` unless it is right. */
export async function mustSolveCaptcha({ store, now }: CaptchaServices, session_id: number | null, given: string) {
  const challenge =
    session_id === null
      ? undefined
      : await store.db.deleteFrom('captcha').where('session_id', '=', session_id).returning(['answer', 'until']).executeTakeFirst()
  mustBeSolution(challenge, given, now())
}

function mustBeSolution(challenge: { answer: string; until: number } | undefined, given: string, now: number) {
  if (!challenge || challenge.until < now || given === '' || !sameSecret(challenge.answer, given.normalize('NFKC').trim().toLowerCase()))
    throw new Refusal('captchaWrong')
}

/** Creates a captcha for a client without a session. Its id is not secret but random, so clients cannot guess and use up others. */
export async function createChallenge(services: CaptchaServices): Promise<number> {
  const captcha_id = randomInt(1, ID_MAX)
  const { numInsertedOrUpdatedRows } = await services.store.db
    .insertInto('riddle')
    .values({ captcha_id, ...newChallenge(services) })
    .onConflict((conflict) => conflict.column('captcha_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows ? captcha_id : createChallenge(services)
}

export async function drawChallenge({ store, now }: CaptchaServices, captcha_id: number): Promise<Buffer> {
  const challenge = await store.db.selectFrom('riddle').select(['answer', 'until']).where('captcha_id', '=', captcha_id).executeTakeFirst()
  if (!challenge || challenge.until < now()) throw new Refusal('notFound')
  return drawPng(challenge.answer)
}

/** Deletes the challenge, whether the answer is right or wrong (S07); throws `captchaWrong` unless it is right. */
export async function mustSolveChallenge({ store, now }: CaptchaServices, captcha_id: number, given: string) {
  const challenge = await store.db
    .deleteFrom('riddle')
    .where('captcha_id', '=', captcha_id)
    .returning(['answer', 'until'])
    .executeTakeFirst()
  mustBeSolution(challenge, given, now())
}
