import { createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { keyOf, unseal } from '../auth/secrets.ts'
import { countTry, uncountTry } from '../auth/throttle.ts'
import { agentText } from '../auth/user-agent.ts'
import type { Ctx, Services, User } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { mailSecurity, noticeSecurity, type SecurityAbout, type SecurityKind } from '../notice/security.service.ts'
import { codesOf, replaceCodes, stepRow, useRecoveryCode, useStep } from './second-step.store.ts'
import { digitsIn, RECOVERY_CODES, recoveryCode, recoveryIn, shownCode, stepOfCode } from './totp.rules.ts'

const WRONG_CODES_MAX = 10
const HOUR = 3600

/** The name under which the secret of an account is sealed: it opens for no other account. */
export const secretName = (uid: number) => `totp ${uid}`

const stopName = (uid: number) => `second step stopped ${uid}`

async function mustNotBeStopped({ store, now }: Ctx, uid: number) {
  const [row] = await store.hot<{ until: number }>('select until from throttle where name = ?', [stopName(uid)])
  const left = (row?.until ?? 0) - now()
  // A longer time was written before the clock was set back.
  if (left > 0 && left <= HOUR) throw new Refusal('secondStepStopped', { minutes: String(Math.ceil(left / 60)) })
}

type Informing = Pick<Ctx, 'store' | 'config' | 'log' | 'now' | 'language'> & { user: Pick<User, 'uid'> | null }
type Inform = (uid: number, kind: SecurityKind, about?: SecurityAbout, by?: User) => Promise<void>

/**
 * A write that informs people about the safety of their accounts. Their notices are in its transaction and their mails leave after its
 * commit, in both languages unless the person sends this request in their session.
 */
export async function writeInformed<Result>(ctx: Informing, work: (trx: Db, inform: Inform) => Promise<Result>): Promise<Result> {
  const mails: Parameters<typeof mailSecurity>[1][] = []
  const result = await ctx.store.write((trx) =>
    work(trx, async (uid, kind, about = {}, by) => {
      await noticeSecurity(trx, uid, kind, about, ctx.now(), by)
      const named = by ? { ...about, by: by.name || by.username } : about
      mails.push({ uid, kind, about: named, language: ctx.user?.uid === uid ? ctx.language : undefined })
    }),
  )
  for (const mail of mails) mailSecurity(ctx, mail)
  return result
}

/**
 * Checks a code of the app or a recovery code, and uses it up. A try counts as wrong until it succeeds, so parallel tries compare no more
 * codes than sequential ones. After ten wrong codes within an hour no code of the account is accepted for an hour; a right password
 * or a right code takes no wrong one back. With `isRecovery` only a recovery code is accepted.
 */
export async function mustBeCode(ctx: Ctx, uid: number, given: string, isRecovery = false): Promise<'code' | 'recovery'> {
  await mustNotBeStopped(ctx, uid)
  if (isRecovery && digitsIn(given) !== undefined) throw new Refusal('passkeyOnly')
  const name = `second step ${uid}`
  const tries = await ctx.store.write((trx) => countTry(trx, name, ctx.now(), HOUR))
  const stopped = () => new Refusal('secondStepStopped', { minutes: '60' })
  if (tries > WRONG_CODES_MAX) throw stopped()
  const isOfApp = !isRecovery && (await isCodeOfApp(ctx, uid, given))
  const way = isOfApp ? 'code' : (await isRecoveryCode(ctx, uid, given)) ? 'recovery' : undefined
  if (way) {
    await ctx.store.write((trx) => uncountTry(trx, name))
    return way
  }
  if (tries < WRONG_CODES_MAX) throw new Refusal('secondStepWrong')
  await ctx.store.write(async (trx) => {
    await countTry(trx, stopName(uid), ctx.now(), HOUR)
    await noticeSecurity(trx, uid, 'secondStepStopped', { minutes: 60 }, ctx.now())
  })
  mailSecurity(ctx, { uid, kind: 'secondStepStopped', about: { minutes: 60 } })
  throw stopped()
}

async function isCodeOfApp(ctx: Ctx, uid: number, given: string): Promise<boolean> {
  const code = digitsIn(given)
  const row = code === undefined ? undefined : await stepRow(ctx.db, uid)
  const secret = row?.totp_sealed ? unseal(ctx, secretName(uid), row.totp_sealed) : undefined
  const step = secret && code ? stepOfCode(Buffer.from(secret, 'base64'), code, ctx.now()) : undefined
  return step !== undefined && useStep(ctx.db, uid, step)
}

const hashOfCode = (services: Pick<Services, 'config'>, uid: number, code: string) =>
  createHmac('sha256', keyOf(services)).update(`recovery code ${uid} ${code}`).digest('hex')

async function isRecoveryCode(ctx: Ctx, uid: number, given: string): Promise<boolean> {
  const code = recoveryIn(given)
  if (code === undefined) return false
  const about = await ctx.store.write(async (trx) => {
    if (!(await useRecoveryCode(trx, uid, hashOfCode(ctx, uid, code), ctx.now()))) return undefined
    const { left } = await codesOf(trx, uid)
    const about = { left, agent: agentText(ctx.headers['user-agent'] ?? ''), address: ctx.address }
    await noticeSecurity(trx, uid, 'recoveryCodeUsed', about, ctx.now())
    const { username } = await trx.selectFrom('user').select('username').where('uid', '=', uid).executeTakeFirstOrThrow()
    await writeAudit(trx, ctx, 'recoveryCodeUsed', { by: { uid, username } })
    return about
  })
  if (about) mailSecurity(ctx, { uid, kind: 'recoveryCodeUsed', about })
  return about !== undefined
}

/** Replaces the recovery codes of an account. They are returned once; the database has only their hashes. */
export async function makeCodes(services: Pick<Services, 'config'>, db: Db, uid: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(16)))
  await replaceCodes(
    db,
    uid,
    codes.map((code) => hashOfCode(services, uid, code)),
  )
  return codes.map(shownCode)
}
