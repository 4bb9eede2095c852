import type { ProviderForm } from '@sheaf/contract'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** Seconds that the clocks may differ, and that a token is accepted. */
export const LOGOUT_TOLERANCE_SECONDS = 300
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Signatures with a public key. With a shared secret, or the public key as one, anyone could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const NAME_MAX = 255

export interface LogoutToken {
  /** One sign-in there, or "". */
  sid: string
  /** A person there, or "". */
  sub: string
  /** The token itself: each is used once. */
  jti: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= NAME_MAX

/** What a logout token says (OpenID Connect Back-Channel Logout 1.0, 2.4); undefined for any other token, such as an id_token. */
function logoutOf({ jti, sid, sub, events, iat, nonce }: JWTPayload, now: number): LogoutToken | undefined {
  const event = (events as Record<string, unknown> | undefined)?.[EVENT]
  const isEvent = typeof event === 'object' && event !== null && !Array.isArray(event)
  const isNow = typeof iat === 'number' && Math.abs(now - iat) <= LOGOUT_TOLERANCE_SECONDS
  if (!isEvent || !isNow || nonce !== undefined || !isText(jti)) return undefined
  if ([sid, sub].some((name) => name !== undefined && !isText(name)) || (sid === undefined && sub === undefined)) return undefined
  return { jti, sid: (sid as string | undefined) ?? '', sub: sub ?? '' }
}

/** Reads a token without its signature, to refuse what can be refused cheaply. */
export function readLogout(token: string, { client_id }: Pick<ProviderForm, 'client_id'>, now: number): LogoutToken | undefined {
  try {
    if (!ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? '')) return undefined
    const claims = decodeJwt(token)
    return [claims.aud].flat().includes(client_id) ? logoutOf(claims, now) : undefined
  } catch {
    return undefined
  }
}

interface Asked {
  issuer: string
  client_id: string
  keys: JWTVerifyGetKey
  now: number
}

/** Checks the signature by the public keys of the provider, its name, ours and the time. */
export async function verifyLogout(token: string, { issuer, client_id, keys, now }: Asked): Promise<LogoutToken | undefined> {
  const checks = {
    issuer,
    audience: client_id,
    algorithms: ALGORITHMS,
    currentDate: new Date(now * 1000),
    clockTolerance: LOGOUT_TOLERANCE_SECONDS,
  }
  const { payload } = await jwtVerify(token, keys, checks)
  return logoutOf(payload, now)
}
