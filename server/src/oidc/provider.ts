import { createHash } from 'node:crypto'
import { type ProviderForm, type ProviderKind, Refusal, requiredOfProvider } from '@sheaf/contract'
import type { Outbound } from '../outbound/outbound.ts'
import type { SignOut } from './discovered.ts'
import { groupsOfClaims } from './groups.ts'
import type { LogoutToken } from './logout-token.ts'
import { objectIn, type ProviderPerson, scalar } from './person.ts'
import { type Callback, type Endpoints, exchange, plainEndpoints, plainUser } from './plain.ts'
import { askThrough } from './preset/ask.ts'
import { dingtalk } from './preset/dingtalk.ts'
import { feishu } from './preset/feishu.ts'
import { domainOf, type Means, type Preset } from './preset/preset.ts'
import { withTokenOf } from './preset/token.ts'
import { wecom } from './preset/wecom.ts'

type Claims = Record<string, unknown>

const first = (claims: Claims, names: readonly string[]) => names.map((name) => scalar(claims[name])).find((value) => value !== '') ?? ''

/** Claims that contain a stable id of a user, in order of preference. */
const ID_CLAIMS = ['sub', 'id', 'user_id', 'uid', 'openid', 'open_id'] as const
const NAME_CLAIMS = ['preferred_username', 'username', 'login', 'nickname'] as const

/**
 * The answer of a provider of OAuth 2.0; some wrap the claims in `data`. With OpenID Connect this would let another claim of that name,
 * which people can sometimes edit themselves, replace the signed subject (S84).
 */
export const unwrapped = (given: Claims): Claims => ({ ...given, ...objectIn(given['data']) })

/** Reads the claims of a user. Without an id, the user name identifies the user, as in ShowDoc (PEER 9). */
export function userFromClaims(claims: Claims, groupsClaim = ''): ProviderPerson {
  const id = first(claims, ID_CLAIMS)
  const email = first(claims, ['email', 'mail'])
  const username = first(claims, NAME_CLAIMS) || email.replace(/@.*/, '')
  if (id === '' && username === '') throw new Refusal('providerNobody')
  return {
    subject: id === '' ? `name:${username.normalize('NFKC').toLowerCase()}` : `id:${id}`,
    username: username || id,
    name: first(claims, ['name', 'display_name']),
    email,
    isVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    ...groupsOfClaims(claims, groupsClaim),
  }
}

/** Loads the OpenID library only for a provider with an issuer. */
const discovered = () => import('./discovered.ts')

async function endpointsOf(form: ProviderForm): Promise<Endpoints> {
  const missing = (['client_id', 'redirectUri'] as const).find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
  return form.issuer ? (await discovered()).discoveredEndpoints(form) : plainEndpoints(form)
}

/** An id is unique per provider only, so the key of an identity contains the provider's host. */
export const providerPlace = ({ issuer, host }: ProviderForm) =>
  issuer
    ? (URL.parse(issuer)?.host ?? '')
    : host
        .replace(/^https?:\/\//, '')
        .replace(/\/.*$/, '')
        .toLowerCase()

const presets: Partial<Record<ProviderKind, Preset>> = { feishu, dingtalk, wecom }

/** The reader of a provider with addresses of its own; undefined for those of a standard. */
export const presetOf = (kind: ProviderKind): Preset | undefined => presets[kind]

function completePreset({ kind, form }: Settings): Preset | undefined {
  const preset = presetOf(kind)
  const missing = preset && requiredOfProvider[kind].find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
  return preset
}

/** The domain of a provider with addresses of its own, as the settings or the provider name it; undefined for those of a standard. */
export function presetDomain(kind: ProviderKind, { host }: Pick<ProviderForm, 'host'>): string | undefined {
  const preset = presetOf(kind)
  return preset && domainOf(host, preset.domain).domain
}

interface Settings {
  kind: ProviderKind
  form: ProviderForm
}

interface Begun extends Pick<Callback, 'state' | 'verifier' | 'nonce'> {
  isInApp: boolean
}

/** The address to which the browser is redirected for signing in. PKCE binds the code to this server. */
export async function signInAddress(settings: Settings, begun: Begun): Promise<string> {
  const { form } = settings
  const preset = completePreset(settings)
  if (preset) return preset.signInAddress(form, begun).href
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

export async function externalUserOf({ kind, form }: Settings, answered: Callback, means: Means): Promise<ProviderPerson> {
  const preset = presetOf(kind)
  if (preset) return preset.person(form, answered, means)
  const at = await endpointsOf(form)
  if (!form.issuer) return userFromClaims(unwrapped(await plainUser(form, at, answered)), form.groups_claim)
  const { claims, ...proof } = await (await discovered()).discoveredUser(form, at, answered)
  return { ...userFromClaims(claims, form.groups_claim), ...proof }
}

/** Where one signs out at the provider, by OpenID Connect only. */
export const signOutAddress = async (form: ProviderForm, leaving: SignOut): Promise<string | undefined> =>
  form.issuer ? (await discovered()).discoveredSignOut(form, leaving) : undefined

/** Whom an OpenID provider has signed out; undefined for a token that it has not made for us. */
export const signedOut = async (form: ProviderForm, token: string, now: number): Promise<LogoutToken | undefined> =>
  form.issuer ? (await discovered()).discoveredLogout(form, token, now) : undefined

/**
 * Checks the settings without a person: by a token of the app, or by requesting one with an invalid code. If client id and secret are
 * right, the provider reports another error than for a wrong secret.
 */
export async function tryProvider(settings: Settings, outbound: Outbound): Promise<Endpoints> {
  const { form } = settings
  const preset = completePreset(settings)
  if (preset) {
    const ask = askThrough(outbound)
    const { origin, pathname } = preset.signInAddress(form, { state: '', verifier: '', isInApp: false })
    await preset.trial(form, { ask, withToken: withTokenOf(async () => (await preset.takeToken(form, ask)).token) })
    return { authorize: origin + pathname, token: '', userinfo: '' }
  }
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
