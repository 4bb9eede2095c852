import { randomHex, sha256 } from '../auth/secrets.ts'
import { AGENT_MAX_CHARS, isSecure, TOKEN } from '../auth/session.ts'
import type { SignInSettings } from '../auth/sign-in-settings.ts'
import { namesOf } from '../auth/user-agent.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { networkOf } from '../http/limits/rate.ts'
import { cookieOf } from '../http/request.ts'

/*
 * A browser is known by a cookie of its own, which is set when a person signs in (W49). Whether the second step is asked for there is a
 * property of its row, so that the cookie alone opens nothing.
 */
const DAY = 86_400
const COOKIE_SECONDS = 365 * DAY
/** Browsers that are known for a person; the one that was unused for the longest time is forgotten first. */
const DEVICES_MAX = 50

const deviceCookie = (secure: boolean) => (secure ? '__Host-sheaf_device' : 'sheaf_device')

const cookieText = (token: string, secure: boolean) =>
  `${deviceCookie(secure)}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${COOKIE_SECONDS}`

interface KnownDevice {
  device_hash: string
  isTrusted: boolean
}

/** The hash of the browser of this request: of its cookie, or for a program of its name and network. */
function sentHash(ctx: Ctx, uid: number): string | undefined {
  const agent = ctx.headers['user-agent'] ?? ''
  const { is_program, browser } = namesOf(agent)
  if (is_program) return sha256(`program ${uid} ${browser} ${networkOf(ctx.address)}`)
  const token = cookieOf(ctx.headers, deviceCookie(isSecure(ctx))) ?? ''
  return TOKEN.test(token) ? sha256(token) : undefined
}

/** The browser of this request, if the person has signed in there. Another person's cookie finds nothing. */
export async function knownDevice(ctx: Ctx, uid: number, settings: SignInSettings): Promise<KnownDevice | undefined> {
  const device_hash = sentHash(ctx, uid)
  if (device_hash === undefined) return undefined
  const row = await ctx.db
    .selectFrom('device')
    .select('trusted_until')
    .where('uid', '=', uid)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  if (!row) return undefined
  const now = ctx.now()
  // A shorter setting holds for devices that were trusted before it.
  const isTrusted = row.trusted_until > now && row.trusted_until <= now + settings.trust_days * DAY
  return { device_hash, isTrusted }
}

/**
 * Notes that a person signs in with this browser, and sets its cookie if it has none. `isNew`: the account was used in other browsers
 * and not in this one.
 */
export async function noteDevice(ctx: Ctx, uid: number, trustDays: number): Promise<{ device_hash: string; isNew: boolean }> {
  const agent = (ctx.headers['user-agent'] ?? '').slice(0, AGENT_MAX_CHARS)
  const { is_program } = namesOf(agent)
  const sent = sentHash(ctx, uid)
  const now = ctx.now()
  const trusted = trustDays > 0 && !is_program ? { trusted_until: now + trustDays * DAY } : {}
  const token = randomHex(32)
  const found = await ctx.store.write(async (trx) => {
    const rows = await trx.selectFrom('device').select(['device_hash', 'seen_time']).where('uid', '=', uid).orderBy('seen_time').execute()
    const isKnown = rows.some((row) => row.device_hash === sent)
    // A cookie that this server has never set is replaced: another program can have chosen its value.
    const isOurs = isKnown || is_program || (sent !== undefined && (await isAnyones(trx, sent)))
    const device_hash = isOurs && sent !== undefined ? sent : sha256(token)
    await trx
      .insertInto('device')
      .values({ uid, device_hash, agent, addtime: now, seen_time: now, ...trusted })
      .onConflict((conflict) => conflict.columns(['uid', 'device_hash']).doUpdateSet({ agent, seen_time: now, ...trusted }))
      .execute()
    const surplus = isKnown ? 0 : rows.length + 1 - DEVICES_MAX
    for (const row of rows.slice(0, Math.max(0, surplus)))
      await trx.deleteFrom('device').where('uid', '=', uid).where('device_hash', '=', row.device_hash).execute()
    return { device_hash, isNew: !isKnown && rows.length > 0, isOurs }
  })
  if (!found.isOurs) ctx.reply('set-cookie', cookieText(token, isSecure(ctx)))
  return found
}

const isAnyones = async (db: Db, device_hash: string) =>
  (await db.selectFrom('device').select('uid').where('device_hash', '=', device_hash).limit(1).executeTakeFirst()) !== undefined
