import { createHmac } from 'node:crypto'
import { Refusal } from '@sheaf/contract'
import { keyOf } from '../auth/secrets.ts'
import { countTry, failuresOf, tooManyOf } from '../auth/throttle.ts'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { networkOf } from '../http/limits/rate.ts'

/*
 * What one sender can say. Counters are in the database: they hold over several servers and a restart. Visitors count by their network,
 * under a name that only this site can compute, so that no address is stored (S148).
 */
const HOUR = 3600
const DAY = 86_400
interface Most {
  voices: number
  notes: number
}
const OF_NETWORK: Most = { voices: 30, notes: 5 }
const OF_PERSON: Most = { voices: 120, notes: 30 }
/** Notes of one network in an hour that need no captcha. */
const NOTES_WITHOUT_CAPTCHA = 2
const NOTES_OF_ITEM = 200

const hmac = (services: Pick<Services, 'config'>, text: string) => createHmac('sha256', keyOf(services)).update(text).digest('base64url')

/** The number of a browser as it is stored: with the page, so that rows of different pages cannot be connected. */
export const hashOfBrowser = (services: Pick<Services, 'config'>, page_id: number, client_id: string) =>
  hmac(services, `feedback of a browser ${page_id} ${client_id}`)

const senderOf = ({ user, address, ...services }: Pick<Ctx, 'user' | 'address' | 'config'>) =>
  user ? `u${user.uid}` : hmac(services, `feedback of a network ${networkOf(address)}`)

/** Counts within the transaction, so a refused voice is not counted. */
async function count(trx: Db, name: string, most: number, now: number) {
  const tries = await countTry(trx, name, now, HOUR)
  if (tries > most) throw await tooManyOf(trx, name, now)
  return tries
}

export const countVoice = (trx: Db, ctx: Ctx) =>
  count(trx, `feedback voices ${senderOf(ctx)}`, (ctx.user ? OF_PERSON : OF_NETWORK).voices, ctx.now())

const notesOf = (ctx: Ctx) => `feedback notes ${senderOf(ctx)}`

/** Counts a note. Without a captcha it throws where one is needed. */
export async function countNote(trx: Db, ctx: Ctx, isSolved: boolean) {
  const tries = await count(trx, notesOf(ctx), (ctx.user ? OF_PERSON : OF_NETWORK).notes, ctx.now())
  if (!ctx.user && tries > NOTES_WITHOUT_CAPTCHA && !isSolved) throw new Refusal('captchaWrong')
}

export const needsCaptcha = async (ctx: Ctx) => ctx.user === null && (await failuresOf(ctx, notesOf(ctx), HOUR)) >= NOTES_WITHOUT_CAPTCHA

/** Whether the item takes another note of a visitor today. The count also makes concurrent notes of an item wait for each other. */
export const takesNote = async (trx: Db, item_id: number, now: number) =>
  (await countTry(trx, `feedback notes of item ${item_id}`, now, DAY)) <= NOTES_OF_ITEM
