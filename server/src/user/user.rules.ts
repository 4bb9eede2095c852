import { Refusal, USERNAME } from '@sheaf/contract'

/** Somebody another system vouches for. */
export interface ExternalUser {
  /** `ldap`, or `oauth2` and the host that knows this number. */
  provider: string
  subject: string
  username: string
  name: string
  email: string
  isVerified: boolean
  /** Whether an account may be made for whoever has none. */
  mayJoin: boolean
}

const USERNAME_MAX_CHARS = 30

/** The user name here of somebody who is called so elsewhere: what our names cannot have becomes a dash. */
export function localUsername(given: string): string {
  const plain = given
    .normalize('NFKC')
    .trim()
    .replace(/^.*\\/, '')
    .replace(/@.*/, '')
    .replace(/[^\p{Script=Han}A-Za-z0-9_.-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const fitting = [...plain].slice(0, USERNAME_MAX_CHARS).join('')
  return USERNAME.test(fitting) ? fitting : `user-${fitting}`.slice(0, USERNAME_MAX_CHARS).replace(/-$/, '')
}

/** The name itself, then with -2, -3 … after it. */
export function namesLike(name: string, count: number): string[] {
  const after = (n: number) => (n === 1 ? '' : `-${n}`)
  return Array.from({ length: count }, (_, n) => [...name].slice(0, USERNAME_MAX_CHARS - after(n + 1).length).join('') + after(n + 1))
}

/** From how many failures of a user name from one network within a day on the captcha is asked for (W12). */
export const CAPTCHA_FROM = 5
/** From how many on it is asked for of a user name wherever the next one comes from, and of a network whatever the name. */
export const CAPTCHA_FROM_ALL = 100

/** An address mail can be sent to; no line breaks, so no headers can be smuggled in (S15). */
export function mustBeEmail(given: string): string {
  const email = given.trim()
  if (email.length > 254 || !/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(email)) throw new Refusal('emailInvalid')
  return email
}

/** The name as it will be kept: NFKC, trimmed; 2 to 30 letters, digits, Chinese characters or _ - . (W14). */
export function mustBeUsername(given: string): string {
  const username = given.normalize('NFKC').trim()
  if (!USERNAME.test(username)) throw new Refusal('usernameInvalid')
  return username
}
