import { Refusal, USERNAME } from '@sheaf/contract'
import type { ReportedGroups } from '../group/group.rules.ts'

/** A user authenticated by another system, and the groups that it reported. */
export interface ExternalUser extends ReportedGroups {
  /** The row in `provider`; 0 for the directory. */
  provider_id: number
  /** The proof of an OpenID provider with which one signs out there, or "". */
  id_token_sealed: string
  provider_sid: string
  provider_sub: string
  /** `ldap`, or `oauth2` and the host of the provider. */
  provider: string
  subject: string
  username: string
  name: string
  email: string
  isVerified: boolean
  /** Whether an account can be created if the user has none. */
  mayJoin: boolean
}

const USERNAME_MAX_CHARS = 30

/** The local user name for an external name: characters that our names cannot contain become a dash. */
export function localUsername(given: string): string {
  const plain = given
    .normalize('NFKC')
    .trim()
    .replace(/^.*\\/, '')
    .replace(/@.*/, '')
    .replace(/[^\p{Script=Han}A-Za-z0-9_.-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  const fitting = [...plain].slice(0, USERNAME_MAX_CHARS).join('')
  return USERNAME.test(fitting) ? fitting : `user-${fitting}`.slice(0, USERNAME_MAX_CHARS).replace(/-$/, '')
}

/** The name, then the name with the suffixes -2, -3 … */
export function namesLike(name: string, count: number): string[] {
  const suffix = (n: number) => (n === 1 ? '' : `-${n}`)
  return Array.from({ length: count }, (_, n) => [...name].slice(0, USERNAME_MAX_CHARS - suffix(n + 1).length).join('') + suffix(n + 1))
}

/** Failures for a user name from one network within a day, from which a captcha is required (W12). */
export const CAPTCHA_FROM = 5
/** Failures for a user name from all networks, or for all names from a network, from which a captcha is required. */
export const CAPTCHA_FROM_ALL = 100

/** A valid e-mail address, trimmed; without line breaks, so it cannot inject headers (S15). */
export function mustBeEmail(given: string): string {
  const email = given.trim()
  if (email.length > 254 || !/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(email)) throw new Refusal('emailInvalid')
  return email
}

/** The name as it is stored: NFKC, trimmed; 2 to 30 letters, digits, Chinese characters or _ - . (W14). */
export function mustBeUsername(given: string): string {
  const username = given.normalize('NFKC').trim()
  if (!USERNAME.test(username)) throw new Refusal('usernameInvalid')
  return username
}
