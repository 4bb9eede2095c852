import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex } from '../auth/secrets.ts'
import { sessionOf } from '../auth/session.ts'
import { siteSettings } from '../common/common.store.ts'
import { oauth2Settings } from '../common/settings.store.ts'
import type { Ctx } from '../context.ts'
import { personOf, providerPlace, signInAddress } from '../oidc/provider.ts'
import { link, userOf } from '../user/outside/identity.store.ts'
import type { ExternalUser } from '../user/outside/outside.rules.ts'
import { accountOf, noteOutsideLogin } from '../user/outside/outside.service.ts'
import { logIn } from '../user/user.enter.service.ts'
import { keepAttempt, takeAttempt } from './attempt.store.ts'

async function mustBeOpen(ctx: Ctx) {
  const { open, form } = await oauth2Settings(ctx)
  if (!open || !form) throw new Refusal('outsideOff')
  return form
}

/** The address at the provider. What comes back is known by a state that only this browser's session can use (S83). */
export async function beginAtProvider(ctx: Ctx, redirect: string, isLink: boolean): Promise<string> {
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
export async function returnFromProvider(ctx: Ctx, { code, state, error, iss }: Returned): Promise<string> {
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
