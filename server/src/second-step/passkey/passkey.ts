import { inOneLine, type PasskeyRow, Refusal } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import { passkeyFrom, signInSettings } from '../../auth/sign-in-settings.ts'
import { mustBeConfirmed } from '../../auth/throttle.ts'
import { agentText } from '../../auth/user-agent.ts'
import type { AllHandlers, Ctx } from '../../context.ts'
import { ownState, requiredOf } from '../own-state.service.ts'
import { makeCodes, writeInformed } from '../second-step.service.ts'
import { codesOf } from '../second-step.store.ts'
import { beginCeremony, mustBeNewPasskey, mustHaveParty } from './ceremony.service.ts'
import { creationOptions, randomBase64url } from './passkey.rules.ts'
import { credentialsOf, insertPasskey, ownPasskey, PASSKEYS_MAX, type passkeysOf, removePasskey, renameOwn } from './passkey.store.ts'

type PasskeyCalls = Pick<AllHandlers['secondStep'], 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'endPasskey'>

export const shownPasskey = ({ is_uv, is_backed_up, ...row }: Awaited<ReturnType<typeof passkeysOf>>[number]): PasskeyRow => ({
  ...row,
  is_uv: is_uv === 1,
  is_backed_up: is_backed_up === 1,
})

async function mustBeOwn(ctx: Ctx<'user'>, passkey_id: number) {
  const row = await ownPasskey(ctx.db, ctx.user.uid, passkey_id)
  if (!row) throw new Refusal('notFound')
  return row
}

/** Without a name it is called like the browser that made it. */
const nameOr = (name: string, ctx: Ctx) => inOneLine(name) || agentText(ctx.headers['user-agent'] ?? '') || 'Passkey'

export const passkeyCalls: PasskeyCalls = {
  async beginPasskey(_input, ctx) {
    await mustBeConfirmed(ctx)
    const party = mustHaveParty(ctx)
    const { uid, username, name } = ctx.user
    const credentials = await credentialsOf(ctx.db, uid)
    if (credentials.length >= PASSKEYS_MAX) throw new Refusal('passkeysFull', { max: String(PASSKEYS_MAX) })
    const handle = credentials[0]?.handle ?? randomBase64url()
    const challenge = await beginCeremony(ctx, { session_id: ctx.session_id as number, purpose: 'add', uid, handle })
    return creationOptions({ party, user: { username, name }, handle, challenge, credentials })
  },

  async addPasskey({ answer, name }, ctx) {
    await mustBeConfirmed(ctx)
    const { uid } = ctx.user
    const made = { ...(await mustBeNewPasskey(ctx, answer)), name: nameOr(name, ctx) }
    return writeInformed(ctx, async (trx, inform) => {
      const added = await insertPasskey(trx, made)
      if (added === 'full') throw new Refusal('passkeysFull', { max: String(PASSKEYS_MAX) })
      if (added === 'taken') throw new Refusal('passkeyTaken')
      const codes = (await codesOf(trx, uid)).left > 0 ? [] : await makeCodes(ctx, trx, uid)
      await writeAudit(trx, ctx, 'passkeyAdded', { detail: made.name })
      await inform(uid, 'passkeyAdded', { passkey: made.name })
      return { passkey: shownPasskey(added), codes }
    })
  },

  async renamePasskey({ passkey_id, name }, ctx) {
    await mustBeConfirmed(ctx)
    await mustBeOwn(ctx, passkey_id)
    const renamed = await renameOwn(ctx.db, ctx.user.uid, passkey_id, nameOr(name, ctx))
    if (!renamed) throw new Refusal('notFound')
    return shownPasskey(renamed)
  },

  async endPasskey({ passkey_id }, ctx) {
    await mustBeConfirmed(ctx)
    const { uid } = ctx.user
    const { name } = await mustBeOwn(ctx, passkey_id)
    const [state, settings] = await Promise.all([ownState(ctx), signInSettings(ctx)])
    await writeInformed(ctx, async (trx, inform) => {
      const removed = await removePasskey(trx, uid, passkey_id)
      if (!removed) return
      // Here, because another request can have removed the others.
      if (removed !== 'passkey' && passkeyFrom(state, settings, ctx) > 0) throw new Refusal('lastPasskey')
      if (removed === 'last' && requiredOf(state, settings) > 0) throw new Refusal('lastMethod')
      await writeAudit(trx, ctx, removed === 'last' ? 'secondStepEnded' : 'passkeyEnded', { detail: name })
      await inform(uid, removed === 'last' ? 'secondStepEnded' : 'passkeyEnded', { passkey: name })
    })
    return []
  },
}
