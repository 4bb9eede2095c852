import { createHmac, randomBytes } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '@sheaf/contract'
import type { RelyingParty } from '../../auth/relying-party.ts'

/** EdDSA, ES256, RS256: what authenticators have, and nothing else is accepted. */
export const ALGORITHMS = [-8, -7, -257]
/** Seconds in which an answer is due. */
export const CHALLENGE_SECONDS = 300
export const randomBase64url = () => randomBytes(32).toString('base64url')

interface Credential {
  credential_id: string
  transports?: string
}

const descriptor = ({ credential_id, transports = '' }: Credential) => ({
  type: 'public-key' as const,
  id: credential_id,
  ...(transports && { transports: transports.split(',') }),
})

interface Creation {
  party: RelyingParty
  user: { username: string; name: string }
  handle: string
  challenge: string
  credentials: Credential[]
}

/** Plain security keys are welcome as a second step, so neither verification nor a place on the key is required. */
export const creationOptions = ({ party, user, handle, challenge, credentials }: Creation): CreationOptions => ({
  rp: { id: party.id, name: `Sheaf, ${party.id}` },
  user: { id: handle, name: user.username, displayName: user.name || user.username },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: CHALLENGE_SECONDS * 1000,
  attestation: 'none',
  excludeCredentials: credentials.map(descriptor),
  authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
})

export const requestOptions = (
  party: RelyingParty,
  challenge: string,
  credentials: Credential[],
  userVerification: RequestOptions['userVerification'],
): RequestOptions => ({
  challenge,
  rpId: party.id,
  timeout: CHALLENGE_SECONDS * 1000,
  userVerification,
  allowCredentials: credentials.map(descriptor),
})

/** Lengths of ids in bytes, as the usual authenticators give them. */
const DECOY_BYTES = [20, 32, 32, 32, 48, 64]

/**
 * What a name without passkeys is said to have: the same each time, and without the key of the site it looks like ids of
 * authenticators (S159).
 */
export function decoysOf(key: Buffer, name: string): Credential[] {
  const bytes = (purpose: string) => createHmac('sha512', key).update(`passkey ${purpose} ${name}`).digest()
  const seed = bytes('seed')
  const count = (seed[0] as number) < 192 ? 1 : 2
  return Array.from({ length: count }, (_, n) => ({
    credential_id: bytes(`id ${n}`)
      .subarray(0, DECOY_BYTES[(seed[n + 1] as number) % DECOY_BYTES.length])
      .toString('base64url'),
  }))
}

/** The challenge and the frame that the browser says it answered in; undefined when the text is none of a browser. */
export function clientDataOf(base64url: string): { challenge: string; isEmbedded: boolean } | undefined {
  try {
    const data = JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8')) as unknown
    if (typeof data !== 'object' || data === null) return undefined
    const { challenge, crossOrigin } = data as Record<string, unknown>
    return typeof challenge === 'string' ? { challenge, isEmbedded: Boolean(crossOrigin) } : undefined
  } catch {
    return undefined
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** The known transports among those that a browser reports. */
export const transportsIn = (given: readonly string[] = []) => TRANSPORTS.filter((one) => given.includes(one)).join(',')
