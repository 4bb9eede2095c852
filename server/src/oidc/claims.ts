import { Refusal } from '@sheaf/contract'

export interface ProviderPerson {
  subject: string
  username: string
  name: string
  email: string
  /** Whether the provider vouches for the address. */
  isVerified: boolean
}

type Claims = Record<string, unknown>

const scalar = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 255) : '')
const first = (claims: Claims, names: readonly string[]) => names.map((name) => scalar(claims[name])).find((value) => value !== '') ?? ''

/** What providers call the number of a person that never changes. */
const NUMBERS = ['sub', 'id', 'user_id', 'uid', 'openid', 'open_id'] as const
const NAMES = ['preferred_username', 'username', 'login', 'nickname'] as const

/** Who a provider says somebody is; some wrap it in `data`. Without a number the user name stands for the person, as it did before (PEER 9). */
export function personFrom(given: Claims): ProviderPerson {
  const inner = given['data']
  const claims = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...given, ...inner } : given
  const number = first(claims, NUMBERS)
  const email = first(claims, ['email', 'mail'])
  const username = first(claims, NAMES) || email.replace(/@.*/, '')
  if (number === '' && username === '') throw new Refusal('providerNobody')
  return {
    subject: number === '' ? `name:${username.normalize('NFKC').toLowerCase()}` : `id:${number}`,
    username: username || number,
    name: first(claims, ['name', 'display_name']),
    email,
    isVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
  }
}
