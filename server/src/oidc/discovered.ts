import { type Oauth2Form, Refusal } from '@sheaf/contract'
import * as oidc from 'openid-client'
import { type Callback, type Endpoints, requestProvider } from './plain.ts'

/** How long the description of a provider is taken for true, in milliseconds. */
const DISCOVERY_CACHE_MS = 10 * 60_000

let known: { key: string; until: number; config: oidc.Configuration } | undefined

/** The provider as it describes itself; with other settings, or later, it is asked anew. */
async function configOf(form: Oauth2Form): Promise<oidc.Configuration> {
  const key = JSON.stringify([form.issuer, form.client_id, form.client_secret])
  if (known?.key === key && known.until > Date.now()) return known.config
  const issuer = URL.parse(form.issuer)
  if (!issuer || !/^https?:$/.test(issuer.protocol) || issuer.username) throw new Refusal('badInput', { field: 'issuer' })
  const options = {
    // Whoever writes http:// in the settings means it; every other address has to be https.
    execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: requestProvider as oidc.CustomFetch,
    timeout: 5,
  }
  const secret = form.client_secret
  const found = await oidc.discovery(issuer, form.client_id, { client_secret: secret }, undefined, options).catch(say(issuer.host))
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
  const config = new oidc.Configuration(found.serverMetadata(), form.client_id, { client_secret: secret }, auth)
  config[oidc.customFetch] = requestProvider as oidc.CustomFetch
  for (const one of options.execute) one(config)
  known = { key, until: Date.now() + DISCOVERY_CACHE_MS, config }
  return config
}

/** Our own refusals come through the library wrapped. */
const say = (place: string) => (error: unknown) => {
  const { cause, code, error: said, message } = error as { cause?: unknown; code?: string; error?: string; message?: string }
  if (error instanceof Refusal) throw error
  if (cause instanceof Refusal) throw cause
  if (said === 'invalid_client' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') throw new Refusal('providerClient')
  throw new Refusal('providerAnswer', { place, problem: (said ?? message ?? code ?? 'unknown').slice(0, 120) })
}

export async function discoveredEndpoints(form: Oauth2Form): Promise<Endpoints> {
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, issuer } = (await configOf(form)).serverMetadata()
  if (!authorization_endpoint || !token_endpoint)
    throw new Refusal('providerAnswer', { place: new URL(issuer).host, problem: 'authorization_endpoint, token_endpoint' })
  return { authorize: authorization_endpoint, token: token_endpoint, userinfo: userinfo_endpoint ?? '' }
}

/** OpenID Connect: the id_token must be signed by this issuer, for us, for this sign-in. */
export async function discoveredPerson(form: Oauth2Form, at: Endpoints, answered: Callback): Promise<Record<string, unknown>> {
  const config = await configOf(form)
  const back = new URL(form.redirectUri)
  for (const name of ['code', 'state', 'iss'] as const) if (answered[name]) back.searchParams.set(name, answered[name])
  const place = new URL(at.token).host
  const checks = {
    pkceCodeVerifier: answered.verifier,
    expectedState: answered.state,
    expectedNonce: answered.nonce,
    idTokenExpected: true,
  }
  const tokens = await oidc.authorizationCodeGrant(config, back, checks, { redirect_uri: form.redirectUri }).catch(say(place))
  const claims = tokens.claims()
  if (!claims) throw new Refusal('providerNobody')
  const more = at.userinfo ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(say(place)) : {}
  return { ...claims, ...more }
}

/** With a code nobody was given: a provider that knows us refuses the code and not us. */
export async function discoveredTrial(form: Oauth2Form, at: Endpoints): Promise<void> {
  const config = await configOf(form)
  const back = new URL(form.redirectUri)
  for (const [name, value] of [
    ['code', 'sheaf-trial'],
    ['state', 'sheaf-trial'],
    ['iss', config.serverMetadata().issuer],
  ] as const)
    back.searchParams.set(name, value)
  const checks = { pkceCodeVerifier: 'sheaf-trial'.repeat(5), expectedState: 'sheaf-trial' }
  const refuse = say(new URL(at.token).host)
  await oidc.authorizationCodeGrant(config, back, checks, { redirect_uri: form.redirectUri }).catch((error: { error?: string }) => {
    if (error.error !== 'invalid_grant') refuse(error)
  })
}
