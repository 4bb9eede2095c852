import { createHash, createHmac } from 'node:crypto'
import { Refusal, sameSitePath } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex, sameSecret, sha256 } from '../auth/secrets.ts'
import { sessionOf } from '../auth/session.ts'
import { atProvider } from '../auth/session-end.ts'
import { confirmedUntil, countFailure } from '../auth/throttle.ts'
import { meansOf } from '../common/app-token.service.ts'
import { type Provider, placeOfProvider, providersOf } from '../common/provider.store.ts'
import { loginKey, siteSettings } from '../common/settings.store.ts'
import type { AllHandlers, Ctx, User } from '../context.ts'
import { applyGroups } from '../group/group.service.ts'
import { RawResponse } from '../http/encode.ts'
import { externalUserOf, signInAddress } from '../oidc/provider.ts'
import { isBlocked, KEY, link, userOf } from '../user/outside/identity.store.ts'
import { accountOf } from '../user/user.enter.service.ts'
import { keptToken } from '../user/user.logout.service.ts'
import { type ExternalUser, mustBeUsername } from '../user/user.rules.ts'
import { type AccountRow, signIn } from '../user/user.sign-in.service.ts'
import { byName, insertUser, keyOf } from '../user/user.store.ts'
import { keepAttempt, takeAttempt } from './attempt.store.ts'

/** Seconds before and after the link's timestamp within which the link is valid. */
const LINK_TOLERANCE_SECONDS = 60

interface Signed {
  username: string
  time: string
  token: string
}

/** Signs in, and returns where the browser goes: to `redirect`, or to the screen that asks for the second step first. */
async function signInOrStep(ctx: Ctx, user: AccountRow, step: Parameters<typeof signIn>[2], redirect: string): Promise<string> {
  try {
    await signIn(ctx, user, step)
    return redirect
  } catch (error) {
    if (!(error instanceof Refusal) || error.error !== 'secondStepNeeded' || !isBrowser(ctx)) throw error
    const { until, trust_days, methods } = error.data as Record<'until' | 'trust_days', string> & { methods: string[] }
    return `/user/secondStep?${new URLSearchParams({ until, trust_days, methods: methods.join(), redirect })}`
  }
}

/** W17: signs in an ordinary user by a link that another system signed with the key. A link works once. */
async function loginByKey(ctx: Ctx, { username, time, token }: Signed, redirect: string): Promise<string> {
  const key = await loginKey(ctx)
  const isNow = /^\d{1,12}$/.test(time) && Math.abs(ctx.now() - Number(time)) <= LINK_TOLERANCE_SECONDS
  if (!key || !isNow || username === '' || !(await isSigned(ctx, key, { username, time, token }))) throw new Refusal('outsideKey')
  const uses = await countFailure(ctx, `signed link ${sha256(token)}`, 2 * LINK_TOLERANCE_SECONDS + 10)
  if (uses > 1) throw new Refusal('outsideKey')
  const user = await userNamed(ctx, username)
  return signInOrStep(ctx, user, { way: 'key', provider: KEY }, redirect)
}

async function isSigned(ctx: Ctx, key: string, { username, time, token }: Signed): Promise<boolean> {
  if (sameSecret(createHmac('sha256', key).update(`${username}\n${time}`).digest('hex'), token)) return true
  if ((await siteSettings(ctx)).login_secret_md5 !== '1') return false
  return sameSecret(createHash('md5').update(`${username}${key}${time}`).digest('hex'), token)
}

/** Refuses administrators, because otherwise the key alone would open the whole site. */
async function userNamed(ctx: Ctx, given: string): Promise<AccountRow> {
  const known = await byName(ctx.db, given)
  if (known?.groupid === 1) throw new Refusal('outsideKey')
  if (known?.is_disabled) throw new Refusal('outsideGone')
  if (known) return known
  if (await isBlocked(ctx.db, { provider: KEY, subject: keyOf(given) })) throw new Refusal('outsideGone')
  if ((await siteSettings(ctx)).ext_register_open !== '1') throw new Refusal('registerClosed')
  const made = await insertUser(ctx.db, { username: mustBeUsername(given), password_hash: '', groupid: 2, reg_time: ctx.now() })
  if (!made) throw new Refusal('usernameTaken')
  await writeAudit(ctx.db, ctx, 'register', { by: made, detail: KEY })
  return made
}

/** The provider of a sign-in: the first one, unless the address names another. */
async function mustBeOpen(ctx: Ctx, provider_id: number): Promise<Provider> {
  const usable = (await providersOf(ctx)).filter(({ is_on }) => is_on)
  const found = provider_id ? usable.find((one) => one.provider_id === provider_id) : (usable.find(({ is_first }) => is_first) ?? usable[0])
  if (!found) throw new Refusal('outsideOff')
  return found
}

interface Wanted {
  provider_id: number
  redirect: string
  isLink: boolean
}

/** Returns the sign-in address at the provider. Only this browser's session can use the state it carries (S83). */
async function beginAtProvider(ctx: Ctx, { provider_id, redirect, isLink }: Wanted): Promise<string> {
  const provider = await mustBeOpen(ctx, provider_id)
  const attempt = { state: randomHex(32), verifier: randomHex(32), nonce: randomHex(16) }
  const isInApp = /\bwxwork\//i.test(ctx.headers['user-agent'] ?? '')
  const address = await signInAddress(provider, { ...attempt, isInApp })
  // An identity is linked only when the request comes from a page of this site.
  const site = ctx.headers['sec-fetch-site']
  const uid = isLink && (site === undefined || site === 'same-origin') ? (ctx.user?.uid ?? null) : null
  if (uid !== null && (await confirmedUntil(ctx)) === 0) throw new Refusal('confirmNeeded')
  await keepAttempt(ctx, { ...attempt, provider_id: provider.provider_id, session_id: await sessionOf(ctx), uid, redirect })
  return address
}

type Taken = Awaited<ReturnType<typeof mustBeAttempt>>

interface Returned {
  code: string
  state: string
  error: string
  iss: string
}

async function mustBeAttempt(ctx: Ctx, state: string) {
  const attempt = ctx.session_id === null || state === '' ? undefined : await takeAttempt(ctx, ctx.session_id, state)
  if (!attempt) throw new Refusal('outsideState')
  return attempt
}

/** Signs the user in, or links the identity to their account, and returns the path to redirect to. */
async function returnFromProvider(ctx: Ctx, attempt: Taken, { code, state, error, iss }: Returned): Promise<string> {
  // The state says which provider the code is for (W50), so a code of another one is refused there.
  const provider = await mustBeOpen(ctx, attempt.provider_id)
  // WeCom sends the state alone when the person refuses.
  if (code === '' && error === '' && provider.kind === 'wecom') throw new Refusal('wecomRefused')
  if (code === '') throw new Refusal('outsideRefused', { problem: error.replace(/[^\w .-]/g, '').slice(0, 60) })
  const answered = { code, state, iss, verifier: attempt.verifier, nonce: attempt.nonce }
  const { id_token = '', named = { sid: '', sub: '' }, ...profile } = await externalUserOf(provider, answered, meansOf(ctx, provider))
  const mayJoin = provider.form.register_open === '1' || (await siteSettings(ctx)).register_open === '1'
  const external: ExternalUser = {
    ...profile,
    provider_id: provider.provider_id,
    id_token_sealed: await keptToken(ctx, provider.provider_id, id_token),
    ...atProvider(named),
    provider: placeOfProvider(provider),
    mayJoin,
  }
  if (attempt.uid !== null) {
    await applyGroups(ctx, await linkIdentity(ctx, attempt.uid, external), external)
    return attempt.redirect
  }
  const user = await accountOf(ctx, external)
  await applyGroups(ctx, user, external)
  return signInOrStep(ctx, user, { way: 'provider', provider: external.provider, opened: external }, attempt.redirect)
}

async function linkIdentity(ctx: Ctx, uid: number, external: ExternalUser): Promise<User> {
  const { user } = ctx
  if (user?.uid !== uid) throw new Refusal('outsideState')
  const holder = await userOf(ctx.db, external)
  if (holder && holder.uid !== uid) throw new Refusal('outsideLinked')
  if (holder) return user
  await ctx.store.write(async (trx) => {
    if (!(await link(trx, uid, external, ctx.now()))) throw new Refusal('outsideLinked')
    await writeAudit(trx, ctx, 'linked', { subject: user.username, detail: external.provider })
  })
  return user
}

const ITEMS = '/item/index'

const redirectTo = ({ config }: Pick<Ctx, 'config'>, path: string) => redirection(config.BASE_PATH + path)
const redirection = (location: string) =>
  new RawResponse(Buffer.alloc(0), { location, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }, 302)

/** Returns whether the request is a browser navigation and not an API client. */
const isBrowser = ({ headers }: Ctx) => headers['sec-fetch-mode'] === 'navigate' || Boolean(headers.accept?.includes('text/html'))

/** Redirects a browser to the login screen, which shows the refusal. Other clients receive the refusal itself. */
async function orLoginScreen(ctx: Ctx, redirect: string, work: () => Promise<RawResponse>): Promise<RawResponse> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !isBrowser(ctx)) throw error
    const isNew = (error.data as { newcomer?: number } | null)?.newcomer === 1
    if (error.fill['place'] || error.fill['address'])
      ctx.log.warn({ problem: error.error, ...error.fill }, 'a sign-in with a provider failed')
    // The screen shows its own text of the problem, and the address of this server in it.
    const address = error.error === 'wecomAddress' || error.error === 'dingtalkAddress' ? { address: error.fill['address'] ?? '' } : {}
    const fields = new URLSearchParams({ ...(isNew ? {} : { problem: error.error, ...address }), ...(redirect ? { redirect } : {}) })
    return redirectTo(ctx, `${isNew ? '/user/link' : '/user/login'}${fields.size ? `?${fields}` : ''}`)
  }
}

export const ExtLogin: AllHandlers['ExtLogin'] = {
  async oauth2({ code: given, authCode, state, error, iss, redirect, link, provider_id }, ctx) {
    const code = given || authCode
    const target = sameSitePath(redirect) ?? ''
    if (code === '' && error === '' && state === '') {
      const wanted = { provider_id, redirect: target || ITEMS, isLink: link === '1' }
      return orLoginScreen(ctx, target, async () => redirection(await beginAtProvider(ctx, wanted)))
    }
    return orLoginScreen(ctx, '', async () => {
      const attempt = await mustBeAttempt(ctx, state)
      // Another try leads to the same place, and a person who links an account returns there.
      const wanted = attempt.redirect === ITEMS ? '' : attempt.redirect
      return orLoginScreen(ctx, wanted, async () => redirectTo(ctx, await returnFromProvider(ctx, attempt, { code, state, error, iss })))
    })
  },

  bySecretKey(given, ctx) {
    const target = sameSitePath(given.redirect) ?? ITEMS
    return orLoginScreen(ctx, target, async () => redirectTo(ctx, await loginByKey(ctx, given, target)))
  },
}
