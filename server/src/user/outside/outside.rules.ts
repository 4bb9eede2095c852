import { USERNAME } from '@sheaf/contract'

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
