import { createHash } from 'node:crypto'
import { type Oauth2Form, Refusal } from '@sheaf/contract'
import { type Callback, type Endpoints, exchange, plainEndpoints, plainPerson } from './plain.ts'

interface ProviderPerson {
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

/** Claims that hold a stable id of a person, in the order of preference. */
const NUMBERS = ['sub', 'id', 'user_id', 'uid', 'openid', 'open_id'] as const
const NAMES = ['preferred_username', 'username', 'login', 'nickname'] as const

/** Reads the claims of a person; some providers wrap them in `data`. The user name identifies the person when there is no id, as in ShowDoc (PEER 9). */
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

/** The library for it is in memory only where a provider describes itself. */
const discovered = () => import('./discovered.ts')

async function endpointsOf(form: Oauth2Form): Promise<Endpoints> {
  const missing = (['client_id', 'redirectUri'] as const).find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
  return form.issuer ? (await discovered()).discoveredEndpoints(form) : plainEndpoints(form)
}

/** An id is unique per provider only, so the provider's host belongs to the key of an identity. */
export const providerPlace = ({ issuer, host }: Oauth2Form) =>
  issuer
    ? (URL.parse(issuer)?.host ?? '')
    : host
        .replace(/^https?:\/\//, '')
        .replace(/\/.*$/, '')
        .toLowerCase()

/** Where the browser is sent to sign in. PKCE binds the code to us, whatever else the provider does. */
export async function signInAddress(form: Oauth2Form, begun: Pick<Callback, 'state' | 'verifier' | 'nonce'>): Promise<string> {
  const address = new URL((await endpointsOf(form)).authorize)
  const scope = form.scope || (form.issuer ? 'openid profile email' : '')
  const fields = {
    response_type: 'code',
    client_id: form.client_id,
    redirect_uri: form.redirectUri,
    state: begun.state,
    code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(scope ? { scope } : {}),
    ...(form.issuer ? { nonce: begun.nonce } : {}),
  }
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address.href
}

export async function personOf(form: Oauth2Form, answered: Callback): Promise<ProviderPerson> {
  const at = await endpointsOf(form)
  return personFrom(await (form.issuer ? (await discovered()).discoveredPerson(form, at, answered) : plainPerson(form, at, answered)))
}

/** A code nobody was given is refused by a provider that knows us as another mistake than a wrong secret. */
export async function tryProvider(form: Oauth2Form): Promise<Endpoints> {
  const at = await endpointsOf(form)
  if (form.issuer) {
    await (await discovered()).discoveredTrial(form, at)
    return at
  }
  const place = new URL(at.token).host
  const { status, error } = await exchange(form, at.token, { code: 'sheaf-trial', code_verifier: 'sheaf-trial'.repeat(5) })
  if (status === 401 || error === 'invalid_client' || error === 'unauthorized_client') throw new Refusal('providerClient')
  if (status === 404 || status >= 500 || error === undefined)
    throw new Refusal('providerAnswer', { place, problem: `token: HTTP ${status}` })
  return at
}
