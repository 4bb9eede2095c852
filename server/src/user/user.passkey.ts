import { Refusal } from '@sheaf/contract'
import { relyingParty } from '../auth/relying-party.ts'
import { keyOf as siteKey } from '../auth/secrets.ts'
import { sessionOf } from '../auth/session.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { beginCeremony, mustBePasskey, mustHaveParty } from '../second-step/passkey/ceremony.service.ts'
import { decoysOf, requestOptions } from '../second-step/passkey/passkey.rules.ts'
import { credentialsOf, hasAnyPasskey } from '../second-step/passkey/passkey.store.ts'
import { pendingOf } from '../second-step/pending.service.ts'
import { enterAs } from './user.sign-in.service.ts'
import { byNameOrEmail, keyOf, rowOfUser } from './user.store.ts'

/** Whether the sign-in screen offers passkeys: where no one has one, there is nothing to offer. */
export const isPasskeyOpen = async (ctx: Ctx) => relyingParty(ctx.config) !== undefined && (await hasAnyPasskey(ctx.db))

/** To sign in: verified by the authenticator. A name that is unknown, or has no passkeys, answers some too (S159). */
async function loginOptions(ctx: Ctx, username: string) {
  const party = mustHaveParty(ctx)
  const session_id = await sessionOf(ctx)
  if (username.trim() === '') return requestOptions(party, await beginCeremony(ctx, { session_id, purpose: 'login' }), [], 'required')
  const uid = (await byNameOrEmail(ctx.db, username))?.uid ?? 0
  const [known, decoys] = [await credentialsOf(ctx.db, uid), decoysOf(siteKey(ctx), keyOf(username))]
  // Ways to reach an authenticator would tell passkeys from others.
  const offered = known.length ? known.map(({ credential_id }) => ({ credential_id })) : decoys
  return requestOptions(party, await beginCeremony(ctx, { session_id, purpose: 'login', uid }), offered, 'required')
}

/** For a person who is known: as the second step, or to confirm that it is them. */
async function ownOptions(ctx: Ctx, purpose: 'step' | 'confirm', session_id: number, uid: number) {
  const party = mustHaveParty(ctx)
  const credentials = await credentialsOf(ctx.db, uid)
  if (credentials.length === 0) throw new Refusal('passkeyUnknown')
  return requestOptions(party, await beginCeremony(ctx, { session_id, purpose, uid }), credentials, 'preferred')
}

export const passkeyLoginCalls: Pick<AllHandlers['user'], 'passkeyOptions' | 'passkeyLogin'> = {
  async passkeyOptions({ username, purpose }, ctx) {
    if (purpose === '') return loginOptions(ctx, username)
    if (purpose === 'step') {
      const pending = await pendingOf(ctx)
      if (!pending) throw new Refusal('secondStepOver')
      return ownOptions(ctx, 'step', pending.session_id, pending.uid)
    }
    if (purpose !== 'confirm') throw new Refusal('badInput', { field: 'purpose' })
    if (!ctx.user || ctx.session_id === null) throw new Refusal('loginInvalid')
    return ownOptions(ctx, 'confirm', ctx.session_id, ctx.user.uid)
  },

  async passkeyLogin({ answer }, ctx) {
    const { uid } = await mustBePasskey(ctx, answer, { purpose: 'login', isVerified: true })
    const user = await rowOfUser(ctx.db, uid)
    if (!user || user.is_disabled) throw new Refusal('passkeyUnknown')
    return enterAs(ctx, user, { way: 'passkey', provider: '' })
  },
}
