import { randomBytes } from 'node:crypto'
import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { relyingParty } from '../auth/relying-party.ts'
import { seal, unseal } from '../auth/secrets.ts'
import { endSessionsOf } from '../auth/session-end.ts'
import { passkeyFrom, signInSettings } from '../auth/sign-in-settings.ts'
import { confirmedUntil, mustBeConfirmed } from '../auth/throttle.ts'
import type { AllHandlers } from '../context.ts'
import { qrSvg } from '../runtime/qr.ts'
import { isOfDirectory, ownState, requiredOf } from './own-state.service.ts'
import { passkeysOf } from './passkey/passkey.store.ts'
import { passkeyCalls, shownPasskey } from './passkey/passkey.ts'
import { makeCodes, secretName, writeInformed } from './second-step.service.ts'
import { codesOf, finishBegun, keepBegun, removeApp, stepRow } from './second-step.store.ts'
import { base32, digitsIn, otpauthOf, SECRET_BYTES, stepOfCode } from './totp.rules.ts'

/** Seconds in which a setup must be finished. */
const SETUP_SECONDS = 600

export const secondStep: AllHandlers['secondStep'] = {
  ...passkeyCalls,

  async info(_input, ctx) {
    const [state, row, passkeys, codes, settings, confirmed_until] = await Promise.all([
      ownState(ctx),
      stepRow(ctx.db, ctx.user.uid),
      passkeysOf(ctx.db, ctx.user.uid),
      codesOf(ctx.db, ctx.user.uid),
      signInSettings(ctx),
      confirmedUntil(ctx),
    ])
    const fromDirectory = !state.has_password && (await isOfDirectory(ctx))
    const hasApp = Boolean(row?.totp_sealed)
    const party = relyingParty(ctx.config)
    const required_from = requiredOf(state, settings)
    return {
      methods: [...(passkeys.length ? (['passkey'] as const) : []), ...(hasApp ? (['totp'] as const) : [])],
      passkeys: passkeys.map(shownPasskey),
      has_passkey_address: party !== undefined,
      passkey_from: passkeyFrom(state, settings, ctx),
      totp_time: row?.totp_time ?? 0,
      codes_left: codes.left,
      codes_total: codes.total,
      is_required: required_from > 0,
      required_from,
      trust_days: settings.trust_days,
      confirmed_until,
      confirm_by: [
        ...(state.has_password ? (['password'] as const) : fromDirectory ? (['directory'] as const) : []),
        ...(passkeys.length && party ? (['passkey'] as const) : []),
        ...(hasApp ? (['totp'] as const) : []),
        ...(state.has_second_step && codes.left > 0 ? (['recovery'] as const) : []),
        ...(state.isFresh ? (['fresh'] as const) : []),
      ],
      has_password: state.has_password,
    }
  },

  async beginTotp(_input, ctx) {
    await mustBeConfirmed(ctx)
    const secret = randomBytes(SECRET_BYTES)
    const sealed = seal(ctx, secretName(ctx.user.uid), secret.toString('base64'))
    await keepBegun(ctx.db, ctx.user.uid, sealed, ctx.now() + SETUP_SECONDS)
    const site = ctx.config.PUBLIC_URL ? new URL(ctx.config.PUBLIC_URL).host : 'Sheaf'
    const otpauth = otpauthOf(site, ctx.user.username, secret)
    return { secret: base32(secret), otpauth, svg: await qrSvg(otpauth) }
  },

  async addTotp({ code, end_others }, ctx) {
    await mustBeConfirmed(ctx)
    const { uid } = ctx.user
    const row = await stepRow(ctx.db, uid)
    const secret = row?.begun_sealed && row.begun_until > ctx.now() ? unseal(ctx, secretName(uid), row.begun_sealed) : undefined
    if (!row || secret === undefined) throw new Refusal('totpNotBegun')
    const digits = digitsIn(code)
    const step = digits === undefined ? undefined : stepOfCode(Buffer.from(secret, 'base64'), digits, ctx.now())
    if (step === undefined) throw new Refusal('secondStepWrong')
    const isReplaced = row.totp_sealed !== ''
    return writeInformed(ctx, async (trx, inform) => {
      if (!(await finishBegun(trx, uid, row.begun_sealed, step, ctx.now()))) throw new Refusal('totpNotBegun')
      const codes = (await codesOf(trx, uid)).left > 0 ? [] : await makeCodes(ctx, trx, uid)
      if (end_others) await endSessionsOf(trx, uid, ctx.session_id)
      await writeAudit(trx, ctx, isReplaced ? 'secondStepReplaced' : 'secondStepAdded')
      await inform(uid, isReplaced ? 'secondStepReplaced' : 'secondStepAdded')
      return { codes }
    })
  },

  async endTotp(_input, ctx) {
    await mustBeConfirmed(ctx)
    const { uid } = ctx.user
    const isRequired = requiredOf(await ownState(ctx), await signInSettings(ctx)) > 0
    await writeInformed(ctx, async (trx, inform) => {
      const removed = await removeApp(trx, uid)
      if (removed === 'none') return
      // Here, because another request can have removed the other method.
      if (removed === 'last' && isRequired) throw new Refusal('lastMethod')
      await writeAudit(trx, ctx, removed === 'last' ? 'secondStepEnded' : 'appEnded')
      await inform(uid, removed === 'last' ? 'secondStepEnded' : 'appEnded')
    })
    return []
  },

  async newCodes(_input, ctx) {
    await mustBeConfirmed(ctx)
    const { uid } = ctx.user
    if (!(await ownState(ctx)).has_second_step) throw new Refusal('enrolFirst')
    return writeInformed(ctx, async (trx, inform) => {
      const codes = await makeCodes(ctx, trx, uid)
      await writeAudit(trx, ctx, 'recoveryCodesMade')
      await inform(uid, 'recoveryCodesMade')
      return { codes }
    })
  },
}
