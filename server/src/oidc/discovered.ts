import { PROVIDERS_MAX, type ProviderForm, Refusal } from '@sheaf/contract'
import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'
import { Lru } from '../runtime/lru.ts'
import { type LogoutToken, readLogout, verifyLogout } from './logout-token.ts'
import { scalar } from './person.ts'
import { type Callback, type Endpoints, requestProvider } from './plain.ts'

/** Milliseconds for which the metadata of a provider is cached. */
const DISCOVERY_CACHE_MS = 10 * 60_000

/** By the settings that they were read with. Of older settings the last few remain until the next start. */
const known = new Lru<{ until: number; config: oidc.Configuration; keys: JWTVerifyGetKey }>(2 * PROVIDERS_MAX)

/** The configuration from the provider's metadata; it is fetched again when it expires or the settings change. */
const configOf = async (form: ProviderForm): Promise<oidc.Configuration> => (await knownOf(form)).config

async function knownOf(form: ProviderForm) {
  const key = JSON.stringify([form.issuer, form.client_id, form.client_secret])
  const cached = known.get(key)
  if (cached && cached.until > Date.now()) return cached
  const issuer = URL.parse(form.issuer)
  if (!issuer || !/^https?:$/.test(issuer.protocol) || issuer.username) throw new Refusal('badInput', { field: 'issuer' })
  const options = {
    // http:// is allowed only if the issuer in the settings uses it; all other addresses must use https.
    execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: requestProvider as oidc.CustomFetch,
    timeout: 5,
  }
  const secret = form.client_secret
  const found = await oidc.discovery(issuer, form.client_id, { client_secret: secret }, undefined, options).catch(rethrow(issuer.host))
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const bySecret = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
  // A public client has none; PKCE protects its codes.
  const auth = secret === '' ? oidc.None() : bySecret(secret)
  const config = new oidc.Configuration(found.serverMetadata(), form.client_id, { client_secret: secret }, auth)
  config[oidc.customFetch] = requestProvider as oidc.CustomFetch
  for (const configure of options.execute) configure(config)
  const made = { until: Date.now() + DISCOVERY_CACHE_MS, config, keys: keysAt(found.serverMetadata().jwks_uri) }
  known.set(key, made, 1)
  return made
}

/** The public keys of a provider. An unknown key is searched there again after half a minute at the earliest. */
function keysAt(jwks_uri: string | undefined): JWTVerifyGetKey {
  const address = URL.parse(jwks_uri ?? '')
  if (!address)
    return async () => {
      throw new Refusal('providerAnswer', { place: '', problem: 'jwks_uri' })
    }
  const fetched = { [customFetch]: requestProvider as FetchImplementation, cooldownDuration: 30_000, cacheMaxAge: DISCOVERY_CACHE_MS }
  return createRemoteJWKSet(address, fetched)
}

/** Whom a provider has signed out, by a token that it has signed for us; undefined for any other token. */
export async function discoveredLogout(form: ProviderForm, token: string, now: number): Promise<LogoutToken | undefined> {
  // Before any request to the provider: anyone can send any token.
  if (!readLogout(token, form, now)) return undefined
  const { config, keys } = await knownOf(form)
  return verifyLogout(token, { issuer: config.serverMetadata().issuer, client_id: form.client_id, keys, now })
}

/** Rethrows an error of the library as a refusal. The library wraps our own refusals. */
const rethrow = (place: string) => (error: unknown) => {
  const { cause, code, error: oauthError, message } = error as { cause?: unknown; code?: string; error?: string; message?: string }
  if (error instanceof Refusal) throw error
  if (cause instanceof Refusal) throw cause
  if (oauthError === 'invalid_client' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') throw new Refusal('providerClient')
  throw new Refusal('providerAnswer', { place, problem: (oauthError ?? message ?? code ?? 'unknown').slice(0, 120) })
}

export interface SignOut {
  /** The proof of the sign-in, or "". */
  id_token: string
  state: string
  /** The address of this site to come back to. */
  back: string
}

export async function discoveredEndpoints(form: ProviderForm): Promise<Endpoints> {
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, issuer } = (await configOf(form)).serverMetadata()
  if (!authorization_endpoint || !token_endpoint)
    throw new Refusal('providerAnswer', { place: new URL(issuer).host, problem: 'authorization_endpoint, token_endpoint' })
  return { authorize: authorization_endpoint, token: token_endpoint, userinfo: userinfo_endpoint ?? '' }
}

/** OpenID Connect: the id_token must be signed by this issuer, for us, for this sign-in. */
export async function discoveredUser(
  form: ProviderForm,
  at: Endpoints,
  answered: Callback,
): Promise<{ claims: Record<string, unknown>; id_token: string; named: { sid: string; sub: string } }> {
  const config = await configOf(form)
  const callback = new URL(form.redirectUri)
  for (const name of ['code', 'state', 'iss'] as const) if (answered[name]) callback.searchParams.set(name, answered[name])
  const place = new URL(at.token).host
  const checks = {
    pkceCodeVerifier: answered.verifier,
    expectedState: answered.state,
    expectedNonce: answered.nonce,
    idTokenExpected: true,
  }
  const tokens = await oidc.authorizationCodeGrant(config, callback, checks, { redirect_uri: form.redirectUri }).catch(rethrow(place))
  const claims = tokens.claims()
  if (!claims) throw new Refusal('providerNobody')
  const more = at.userinfo ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(rethrow(place)) : {}
  const named = { sid: scalar(claims['sid']), sub: claims.sub }
  return { claims: { ...claims, ...more }, id_token: tokens.id_token ?? '', named }
}

/**
 * The address at which one signs out there; undefined when the provider has none. Without the proof the provider asks the person, by our
 * id. It must be a web address, because a browser opens it.
 */
export async function discoveredSignOut(form: ProviderForm, { id_token, state, back }: SignOut): Promise<string | undefined> {
  const { end_session_endpoint, issuer } = (await configOf(form)).serverMetadata()
  const address = URL.parse(end_session_endpoint ?? '')
  if (!address || ![new URL(issuer).protocol, 'https:'].includes(address.protocol)) return undefined
  const fields = { ...(id_token ? { id_token_hint: id_token } : {}), client_id: form.client_id, post_logout_redirect_uri: back, state }
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address.href
}

/** Requests a token with an invalid code: a provider that accepts our client id and secret rejects only the code. */
export async function discoveredTrial(form: ProviderForm, at: Endpoints): Promise<void> {
  const config = await configOf(form)
  const callback = new URL(form.redirectUri)
  for (const [name, value] of [
    ['code', 'sheaf-trial'],
    ['state', 'sheaf-trial'],
    ['iss', config.serverMetadata().issuer],
  ] as const)
    callback.searchParams.set(name, value)
  const checks = { pkceCodeVerifier: 'sheaf-trial'.repeat(5), expectedState: 'sheaf-trial' }
  const refuse = rethrow(new URL(at.token).host)
  await oidc.authorizationCodeGrant(config, callback, checks, { redirect_uri: form.redirectUri }).catch((error: { error?: string }) => {
    if (error.error !== 'invalid_grant') refuse(error)
  })
}
