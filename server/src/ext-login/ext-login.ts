import { createHash, createHmac } from 'node:crypto'
import { Refusal, sameSitePath } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex, sameSecret, sha256 } from '../auth/secrets.ts'
import { sessionOf } from '../auth/session.ts'
import { countFailure } from '../auth/throttle.ts'
import { loginKey, oauth2Settings, siteSettings } from '../common/settings.store.ts'
import type { Ctx, Rooms, User } from '../context.ts'
import { Sent } from '../http/encode.ts'
import { personOf, providerPlace, signInAddress } from '../oidc/provider.ts'
import { hasDeparted, KEY, link, userOf } from '../user/outside/identity.store.ts'
import { accountOf, logIn, noteOutsideLogin } from '../user/user.enter.service.ts'
import { type ExternalUser, mustBeUsername } from '../user/user.rules.ts'
import { byName, insertUser, keyOf } from '../user/user.store.ts'
import { keepAttempt, takeAttempt } from './attempt.store.ts'

/** Seconds a link counts, before and after the time in it. */
const LINK_TOLERANCE_SECONDS = 60

interface Signed {
  username: string
  time: string
  token: string
}

/** W17: the link of another system that knows the key lets an ordinary user in, once. */
async function byKey(ctx: Ctx, { username, time, token }: Signed) {
  const key = await loginKey(ctx)
  const isNow = /^\d{1,12}$/.test(time) && Math.abs(ctx.now() - Number(time)) <= LINK_TOLERANCE_SECONDS
  if (!key || !isNow || username === '' || !(await isSigned(ctx, key, { username, time, token }))) throw new Refusal('outsideKey')
  const uses = await countFailure(ctx, `signed link ${sha256(token)}`, 2 * LINK_TOLERANCE_SECONDS + 10)
  if (uses > 1) throw new Refusal('outsideKey')
  const user = await userNamed(ctx, username)
  await noteOutsideLogin(ctx, user, KEY)
  await logIn(ctx, user)
}

async function isSigned(ctx: Ctx, key: string, { username, time, token }: Signed): Promise<boolean> {
  if (sameSecret(createHmac('sha256', key).update(`${username}\n${time}`).digest('hex'), token)) return true
  if ((await siteSettings(ctx)).login_secret_md5 !== '1') return false
  return sameSecret(createHash('md5').update(`${username}${key}${time}`).digest('hex'), token)
}

/** Administrators never come in this way: whoever has the key would have the site. */
async function userNamed(ctx: Ctx, given: string): Promise<User> {
  const known = await byName(ctx.db, given)
  if (known?.groupid === 1) throw new Refusal('outsideKey')
  if (known?.is_disabled) throw new Refusal('outsideGone')
  if (known) return known
  if (await hasDeparted(ctx.db, { provider: KEY, subject: keyOf(given) })) throw new Refusal('outsideGone')
  if ((await siteSettings(ctx)).ext_register_open !== '1') throw new Refusal('registerClosed')
  const made = await insertUser(ctx.db, { username: mustBeUsername(given), password_hash: '', groupid: 2, reg_time: ctx.now() })
  if (!made) throw new Refusal('usernameTaken')
  await writeAudit(ctx.db, ctx, 'register', { by: made, detail: KEY })
  return made
}

async function mustBeOpen(ctx: Ctx) {
  const { open, form } = await oauth2Settings(ctx)
  if (!open || !form) throw new Refusal('outsideOff')
  return form
}

/** The address at the provider. What comes back is known by a state that only this browser's session can use (S83). */
async function beginAtProvider(ctx: Ctx, redirect: string, isLink: boolean): Promise<string> {
  const form = await mustBeOpen(ctx)
  const begun = { state: randomHex(32), verifier: randomHex(32), nonce: randomHex(16) }
  const address = await signInAddress(form, begun)
  // To add to an account is asked for on our own pages alone.
  const site = ctx.headers['sec-fetch-site']
  const uid = isLink && (site === undefined || site === 'same-origin') ? (ctx.user?.uid ?? null) : null
  await keepAttempt(ctx, { ...begun, session_id: await sessionOf(ctx), uid, redirect })
  return address
}

interface Returned {
  code: string
  state: string
  error: string
  iss: string
}

/** Where to go now that the provider has sent somebody back: signed in, or with one more identity. */
async function returnFromProvider(ctx: Ctx, { code, state, error, iss }: Returned): Promise<string> {
  const form = await mustBeOpen(ctx)
  const begun = ctx.session_id === null || state === '' ? undefined : await takeAttempt(ctx, ctx.session_id, state)
  if (!begun) throw new Refusal('outsideState')
  if (code === '') throw new Refusal('outsideRefused', { problem: error.replace(/[^\w .-]/g, '').slice(0, 60) })
  const person = await personOf(form, { code, state, iss, verifier: begun.verifier, nonce: begun.nonce })
  const mayJoin = form.register_open === '1' || (await siteSettings(ctx)).register_open === '1'
  const who: ExternalUser = { ...person, provider: `oauth2 ${providerPlace(form)}`, mayJoin }
  if (begun.uid !== null) {
    await addTo(ctx, begun.uid, who)
    return begun.redirect
  }
  const user = await accountOf(ctx, who)
  await noteOutsideLogin(ctx, user, who.provider)
  await logIn(ctx, user)
  return begun.redirect
}

async function addTo(ctx: Ctx, uid: number, who: ExternalUser) {
  const { user } = ctx
  if (user?.uid !== uid) throw new Refusal('outsideState')
  const holder = await userOf(ctx.db, who)
  if (holder && holder.uid !== uid) throw new Refusal('outsideLinked')
  if (holder) return
  await ctx.store.write(async (trx) => {
    if (!(await link(trx, uid, who, ctx.now()))) throw new Refusal('outsideLinked')
    await writeAudit(trx, ctx, 'linked', { subject: user.username, detail: who.provider })
  })
}

const ITEMS = '/item/index'

const leadTo = ({ config }: Pick<Ctx, 'config'>, path: string) => away(config.BASE_PATH + path)
const away = (location: string) =>
  new Sent(Buffer.alloc(0), { location, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }, 302)

/** Somebody who looks at it in a browser, and not a program. */
const isVisit = ({ headers }: Ctx) => headers['sec-fetch-mode'] === 'navigate' || Boolean(headers.accept?.includes('text/html'))

/** What went wrong is shown on the login; a program gets it as every other refusal. */
async function orSay(ctx: Ctx, redirect: string, work: () => Promise<Sent>): Promise<Sent> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !isVisit(ctx)) throw error
    const isNew = (error.data as { newcomer?: number } | null)?.newcomer === 1
    const fields = new URLSearchParams({ ...(isNew ? {} : { problem: error.error }), ...(redirect ? { redirect } : {}) })
    return leadTo(ctx, `${isNew ? '/user/link' : '/user/login'}${fields.size ? `?${fields}` : ''}`)
  }
}

export const ExtLogin: Rooms['ExtLogin'] = {
  async oauth2({ code, state, error, iss, redirect, link }, ctx) {
    const own = sameSitePath(redirect) ?? ''
    if (code === '' && error === '') return orSay(ctx, own, async () => away(await beginAtProvider(ctx, own || ITEMS, link === '1')))
    return orSay(ctx, '', async () => leadTo(ctx, await returnFromProvider(ctx, { code, state, error, iss })))
  },

  bySecretKey(given, ctx) {
    const own = sameSitePath(given.redirect) ?? ITEMS
    return orSay(ctx, own, async () => {
      await byKey(ctx, given)
      return leadTo(ctx, own)
    })
  },
}
