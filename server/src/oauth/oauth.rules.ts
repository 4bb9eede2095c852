import { createHash } from 'node:crypto'
import { inOneLine, TOKEN_NAME_MAX } from '@sheaf/contract/limits'

/** Characters of a redirect address. */
const REDIRECT_MAX = 500

/** Each scope includes those before it, as levels do. */
export const SCOPES = ['read', 'propose', 'write', 'manage'] as const
/** What a program gets that asks for nothing in particular: it reads and suggests. */
const USUAL_LEVEL = 2

export const scopeOf = (level: number) => SCOPES.slice(0, level).join(' ')

/** The highest level among the scopes; undefined if none of them is known. Other scopes are ignored, as RFC 6749 allows. */
export function levelOf(scope: string): number | undefined {
  const asked = scope.split(' ').filter(Boolean)
  if (asked.length === 0) return USUAL_LEVEL
  const level = Math.max(...asked.map((one) => (SCOPES as readonly string[]).indexOf(one) + 1))
  return level > 0 ? level : undefined
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?([/?].*)?$/

/** Whether a client can register this redirect address (O4): https, http on this computer, or a scheme that the site settings list. */
export function canBeRedirect(address: string, schemes: string): boolean {
  if (address.length > REDIRECT_MAX || /[^\x21-\x7e]|[\\#<>"`{}|^]/.test(address)) return false
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(address)) return false
  if (url.protocol === 'https:') return /^https:\/\/[^/?@]+/.test(address)
  if (url.protocol === 'http:') return LOOPBACK.test(address)
  return schemesIn(schemes).some((scheme) => address.startsWith(`${scheme}://`))
}

/** Redirect addresses of a description that are looked at. */
const ADDRESSES_READ_MAX = 50

/** The redirect addresses of a description that are allowed. */
export const redirectsIn = (sent: unknown, schemes: string): string[] =>
  (Array.isArray(sent) ? sent.slice(0, ADDRESSES_READ_MAX) : []).filter(
    (one): one is string => typeof one === 'string' && canBeRedirect(one, schemes),
  )

/** Schemes that a browser or the operating system treats in its own manner, and that no setting allows. */
const FORBIDDEN_SCHEMES = ['http', 'https', 'javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'view-source', 'ws', 'wss', 'ftp']

const schemesIn = (setting: string) => setting.split(/\s+/).filter(Boolean)

export const areSchemes = (setting: string) =>
  schemesIn(setting).every((scheme) => /^[a-z][a-z0-9.+-]{1,40}$/.test(scheme) && !FORBIDDEN_SCHEMES.includes(scheme))

/** Whether the address is the registered one, letter by letter. A program on this computer can use any port (RFC 8252). */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  const [one, other] = [LOOPBACK.exec(registered), LOOPBACK.exec(asked)]
  return one !== null && other !== null && one[1] === other[1] && (one[2] ?? '') === (other[2] ?? '')
}

/** Control characters, and characters that are invisible or change the direction of the text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu

/** The name that a client gave itself, as it is shown: in one line, without hidden characters. */
export const shownName = (given: unknown, otherwise: string) => {
  const text = typeof given === 'string' ? inOneLine(given.slice(0, 1000).toWellFormed().replace(HIDDEN, '')) : ''
  return Array.from(text || otherwise)
    .slice(0, TOKEN_NAME_MAX)
    .join('')
    .trim()
}

interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  state: string | undefined
  level: number
  code_challenge: string
  /** The error of RFC 6749 that the program receives, with its description. */
  problem: { error: string; description: string } | undefined
}

const ONCE = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'response_mode']
/** Unreserved characters, as RFC 7636 has them. */
const VERIFIER = /^[\w.~-]{43,128}$/
const CHALLENGE = /^[\w-]{43}$/

/** Reads the query of an authorization request. Undefined when a parameter is repeated, because it is then unclear which one counts. */
export function readRequest(query: string, resource: string): AuthorizationRequest | undefined {
  const fields = new URLSearchParams(query)
  if (ONCE.some((name) => fields.getAll(name).length > 1)) return undefined
  const one = (name: string) => fields.get(name) ?? ''
  const level = levelOf(one('scope'))
  const problems: [boolean, string, string][] = [
    [one('response_type') !== 'code', 'unsupported_response_type', 'response_type must be code'],
    [one('response_mode') !== '' && one('response_mode') !== 'query', 'invalid_request', 'response_mode must be query'],
    [!CHALLENGE.test(one('code_challenge')), 'invalid_request', 'code_challenge is missing or is not a SHA-256 hash'],
    [one('code_challenge_method') !== 'S256', 'invalid_request', 'code_challenge_method must be S256'],
    [level === undefined, 'invalid_scope', `scope must be some of ${SCOPES.join(' ')}`],
    [fields.getAll('resource').some((asked) => asked !== resource), 'invalid_target', `resource must be ${resource}`],
  ]
  const [, error, description] = problems.find(([isWrong]) => isWrong) ?? []
  return {
    client_id: one('client_id'),
    redirect_uri: one('redirect_uri'),
    state: fields.get('state') ?? undefined,
    level: level ?? USUAL_LEVEL,
    code_challenge: one('code_challenge'),
    problem: error === undefined || description === undefined ? undefined : { error, description },
  }
}

/** The address of the program, with the answer in its query. A query that it registered stays in front. */
export function withAnswer(redirect_uri: string, answer: Record<string, string | undefined>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

/** Whether the verifier belongs to the challenge of the authorization request. */
export const isVerifier = (verifier: string, challenge: string) =>
  VERIFIER.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
