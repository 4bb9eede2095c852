import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import { mustSolveCaptcha } from '../../auth/captcha.ts'
import { hashPassword, mustBeGoodPassword } from '../../auth/password.ts'
import { mustBeOwnPassword } from '../../auth/throttle.ts'
import { placeOfProvider, providersOf } from '../../common/provider.store.ts'
import type { AllHandlers, Ctx } from '../../context.ts'
import { readStoredGroups } from '../../group/group.rules.ts'
import { applyGroups } from '../../group/group.service.ts'
import { mailSecurity, noticeSecurity } from '../../notice/security.service.ts'
import { createExternalAccount, providerHost, providerKind, verifyLocalPassword } from '../user.enter.service.ts'
import { localUsername, mustBeUsername, namesLike } from '../user.rules.ts'
import { enterAs, signIn } from '../user.sign-in.service.ts'
import { keyOf, rowOfUser, setPassword } from '../user.store.ts'
import { deletePendingIdentity, identitiesOf, pendingIdentityOf, signedInSince, takenOf, unlink } from './identity.store.ts'
import { linkPending } from './link.service.ts'

type OutsideCalls = Pick<AllHandlers['user'], 'outside' | 'unlink' | 'setFirstPassword' | 'newcomer' | 'linkNewcomer' | 'joinNewcomer'>

/** Seconds after signing in during which an account without a password can set its first one. */
const FRESH_SIGN_IN_SECONDS = 600

async function mustHavePendingIdentity(ctx: Ctx) {
  const who = ctx.session_id === null ? undefined : await pendingIdentityOf(ctx.db, ctx.session_id, ctx.now())
  if (!who) throw new Refusal('outsideNobody')
  return who
}

const isFresh = (ctx: Ctx<'user'>) =>
  ctx.session_id === null ? Promise.resolve(false) : signedInSince(ctx.db, ctx.session_id, ctx.now() - FRESH_SIGN_IN_SECONDS)

async function freeName(ctx: Ctx, wanted: string): Promise<string> {
  const names = namesLike(localUsername(wanted), 100)
  const taken = await takenOf(ctx.db, names)
  return names.find((name) => !taken.has(keyOf(name))) ?? ''
}

export const outsideCalls: OutsideCalls = {
  async outside(_input, ctx) {
    const [user, identities, all] = await Promise.all([
      rowOfUser(ctx.db, ctx.user.uid),
      identitiesOf(ctx.db, ctx.user.uid),
      providersOf(ctx),
    ])
    const linked = new Set(identities.map(({ provider }) => provider))
    const byPlace = new Map(all.map((one) => [placeOfProvider(one), one]))
    return {
      has_password: user?.password_hash ? 1 : 0,
      is_fresh: (await isFresh(ctx)) ? 1 : 0,
      identities: identities.map(({ id, provider, addtime }) => ({
        identity_id: id,
        kind: providerKind(provider),
        place: providerHost(provider),
        name: byPlace.get(provider)?.name ?? '',
        addtime,
      })),
      providers: all
        .filter((one) => one.is_on && !linked.has(placeOfProvider(one)))
        .map(({ provider_id, kind, name }) => ({ provider_id, kind, name })),
    }
  },

  async unlink({ identity_id, password }, ctx) {
    await mustBeOwnPassword(ctx, password)
    await ctx.store.write(async (trx) => {
      // A confirmed session is no way to sign in again.
      if (!(await rowOfUser(trx, ctx.user.uid))?.password_hash) throw new Refusal('ownPasswordNone')
      const provider = await unlink(trx, ctx.user.uid, identity_id)
      if (provider === undefined) throw new Refusal('notFound')
      await writeAudit(trx, ctx, 'unlinked', { subject: ctx.user.username, detail: provider })
    })
    return []
  },

  async setFirstPassword({ new_password }, ctx) {
    if ((await rowOfUser(ctx.db, ctx.user.uid))?.password_hash) throw new Refusal('passwordThere')
    if (!(await isFresh(ctx))) throw new Refusal('signInAgain')
    mustBeGoodPassword(new_password)
    const password_hash = await hashPassword(new_password)
    await ctx.store.write(async (trx) => {
      if ((await rowOfUser(trx, ctx.user.uid))?.password_hash) throw new Refusal('passwordThere')
      await setPassword(trx, ctx.user.uid, password_hash)
      await writeAudit(trx, ctx, 'passwordChanged')
      await noticeSecurity(trx, ctx.user.uid, 'passwordChanged', {}, ctx.now())
    })
    mailSecurity(ctx, { uid: ctx.user.uid, kind: 'passwordChanged', about: {}, language: ctx.language })
    return []
  },

  async newcomer(_input, ctx) {
    const { provider, username, may_join } = await mustHavePendingIdentity(ctx)
    const name = localUsername(username)
    const free_name = await freeName(ctx, username)
    return {
      kind: providerKind(provider),
      place: providerHost(provider),
      username: name,
      is_taken: free_name === name ? 0 : 1,
      may_join,
      free_name,
    }
  },

  async linkNewcomer({ username, password, v_code }, ctx) {
    if (password === '') throw new Refusal('wrongLogin')
    const who = await mustHavePendingIdentity(ctx)
    const user = await verifyLocalPassword(ctx, username, password, () => mustSolveCaptcha(ctx, ctx.session_id, v_code))
    // Not before a second step that is missing: the identity would open the account without it (S161).
    return signIn(ctx, user, { way: 'password', provider: who.provider, link: () => linkPending(ctx, user, who) })
  },

  async joinNewcomer({ username }, ctx) {
    const who = await mustHavePendingIdentity(ctx)
    if (!who.may_join) throw new Refusal('registerClosed')
    const made = await createExternalAccount(ctx, mustBeUsername(username), { ...who, isVerified: who.email_verify === 1 })
    if (!made) throw new Refusal('usernameTaken')
    await deletePendingIdentity(ctx.db, who.session_id)
    await applyGroups(ctx, made, { ...who, ...readStoredGroups(who.said) })
    return enterAs(ctx, made, { way: who.provider === 'ldap' ? 'ldap' : 'provider', provider: who.provider, opened: who })
  },
}
