import { type Assertion, type Attestation, Refusal } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import { type RelyingParty, relyingParty } from '../../auth/relying-party.ts'
import { countTry } from '../../auth/throttle.ts'
import { agentText } from '../../auth/user-agent.ts'
import type { Ctx, Services } from '../../context.ts'
import { mailSecurity, noticeSecurity } from '../../notice/security.service.ts'
import { keepChallenge, type Purpose, takeChallenge } from './challenge.store.ts'
import { ALGORITHMS, CHALLENGE_SECONDS, clientDataOf, randomBase64url, transportsIn } from './passkey.rules.ts'
import { type PasskeyOfUser, passkeyBy, useCounter } from './passkey.store.ts'

/* The library is loaded with the first answer, so that a site without passkeys never has it in memory. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

export function mustHaveParty({ config }: Pick<Services, 'config'>): RelyingParty {
  const party = relyingParty(config)
  if (!party) throw new Refusal('passkeyAddress')
  return party
}

interface Begun {
  session_id: number
  purpose: Purpose
  uid?: number | null
  handle?: string
}

/** A new challenge of this session. */
export async function beginCeremony(ctx: Ctx, { session_id, purpose, uid = null, handle = '' }: Begun): Promise<string> {
  const value = randomBase64url()
  const until = ctx.now() + CHALLENGE_SECONDS
  await ctx.store.write((trx) => keepChallenge(trx, { value, session_id, purpose, uid, handle, until }))
  return value
}

/** Uses up the challenge of an answer. A wrong answer uses it up too. */
async function takeChallengeOf(ctx: Ctx, purpose: Purpose, clientDataJSON: string) {
  const client = clientDataOf(clientDataJSON)
  if (!client) throw new Refusal('passkeyWrong')
  const { session_id } = ctx
  const challenge =
    session_id === null ? undefined : await takeChallenge(ctx.db, { value: client.challenge, session_id, purpose }, ctx.now())
  if (!challenge) throw new Refusal(purpose === 'add' ? 'passkeyNotBegun' : 'passkeyOver')
  // An answer that was made inside a page of another site.
  if (client.isEmbedded) throw new Refusal('passkeyWrong')
  return challenge
}

const PROBLEM_MAX_CHARS = 300

/** Runs a check of the library. What it throws about an answer is a refusal, and its reason is in the log. */
async function checked<T>(ctx: Ctx, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.info({ problem: String((error as Error).message).slice(0, PROBLEM_MAX_CHARS) }, 'a passkey was refused')
    throw new Refusal('passkeyWrong')
  }
}

interface Expected {
  purpose: Exclude<Purpose, 'add'>
  /** The account whose passkey must answer, where it is known. */
  uid?: number
  /** Whether the authenticator must have verified its person. */
  isVerified: boolean
}

/** Checks the answer of a passkey and notes its use. Returns the passkey, whose account can be disabled. */
export async function mustBePasskey(ctx: Ctx, answer: Assertion, { purpose, uid, isVerified }: Expected): Promise<PasskeyOfUser> {
  const party = mustHaveParty(ctx)
  const challenge = await takeChallengeOf(ctx, purpose, answer.response.clientDataJSON)
  const passkey = await passkeyBy(ctx.db, answer.id)
  const owner = uid ?? challenge.uid
  if (!passkey || (owner !== null && owner !== passkey.uid)) throw new Refusal('passkeyUnknown')
  const { userHandle } = answer.response
  // Without a name, only the handle says whose passkey it is.
  if (userHandle ? userHandle !== passkey.handle : owner === null) throw new Refusal('passkeyWrong')
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await checked(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...answer, response: withoutHandle(answer.response), clientExtensionResults: {} },
      expectedChallenge: challenge.value,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      // useCounter compares it, after the signature: the library would do so before.
      credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: 0 },
    }),
  )
  if (!verified) throw new Refusal('passkeyWrong')
  if (isVerified && !authenticationInfo.userVerified) throw new Refusal('passkeyAlone')
  const use = {
    counter: authenticationInfo.newCounter,
    is_backed_up: authenticationInfo.credentialBackedUp ? 1 : 0,
    isVerified: authenticationInfo.userVerified,
    now: ctx.now(),
  }
  if (!(await useCounter(ctx.db, passkey.passkey_id, use))) await refuseCopy(ctx, passkey)
  return passkey
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

const withoutHandle = ({ clientDataJSON, authenticatorData, signature }: Assertion['response']) => ({
  clientDataJSON,
  authenticatorData,
  signature,
})

/** Notices about a copied passkey in a day. */
const COPIES_PER_DAY = 3

/** The counter of a right answer has gone back: the passkey is refused and its person is informed. */
async function refuseCopy(ctx: Ctx, { uid, name, credential_id }: PasskeyOfUser): Promise<never> {
  if (!(await passkeyBy(ctx.db, credential_id))) throw new Refusal('passkeyUnknown')
  const about = { passkey: name, agent: agentText(ctx.headers['user-agent'] ?? ''), address: ctx.address }
  const isNoted = await ctx.store.write(async (trx) => {
    if ((await countTry(trx, `copied passkey ${uid}`, ctx.now())) > COPIES_PER_DAY) return false
    await noticeSecurity(trx, uid, 'passkeyCopied', about, ctx.now())
    const { username } = await trx.selectFrom('user').select('username').where('uid', '=', uid).executeTakeFirstOrThrow()
    await writeAudit(trx, ctx, 'passkeyCopied', { by: { uid, username }, detail: name })
    return true
  })
  if (isNoted) mailSecurity(ctx, { uid, kind: 'passkeyCopied', about })
  throw new Refusal('passkeyCopied')
}

const CREDENTIAL_BYTES = [16, 1023] as const

/** Checks the answer of a new passkey. Returns what is stored about it. */
export async function mustBeNewPasskey(ctx: Ctx<'user'>, answer: Attestation) {
  const party = mustHaveParty(ctx)
  const challenge = await takeChallengeOf(ctx, 'add', answer.response.clientDataJSON)
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([library(), helpers()])
  const { verified, registrationInfo } = await checked(ctx, async () => {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject))
    const format = attestation.get('fmt')
    // Certificates of makers are neither asked for nor read: the library would fetch their lists of revoked ones.
    if (format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined))
      throw new Error(`attestation ${String(format)}`)
    return verifyRegistrationResponse({
      response: {
        ...answer,
        response: { clientDataJSON: answer.response.clientDataJSON, attestationObject: answer.response.attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.value,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  const credential = registrationInfo?.credential
  const bytes = credential ? Buffer.from(credential.id, 'base64url').length : 0
  if (!verified || !credential || credential.id !== answer.id || bytes < CREDENTIAL_BYTES[0] || bytes > CREDENTIAL_BYTES[1])
    throw new Refusal('passkeyWrong')
  return {
    uid: ctx.user.uid,
    credential_id: credential.id,
    handle: challenge.handle,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: transportsIn(answer.response.transports),
    is_uv: registrationInfo.userVerified ? 1 : 0,
    is_backed_up: registrationInfo.credentialBackedUp ? 1 : 0,
    addtime: ctx.now(),
  }
}
