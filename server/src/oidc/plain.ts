import { type Oauth2Form, Refusal } from '@sheaf/contract'
import { objectOf, requestProvider } from './ask.ts'
import type { Callback, Endpoints } from './types.ts'

/** Where a provider has everything, by the paths of SPEC 3. */
export function plainEndpoints(form: Oauth2Form): Endpoints {
  const missing = (['host', 'authorize_path', 'token_path'] as const).find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
  const base = baseOf(form)
  const at = (path: string) => (path ? new URL(`${base}/${path.replace(/^\/+/, '')}`).href : '')
  return { authorize: at(form.authorize_path), token: at(form.token_path), userinfo: at(form.userinfo_path || form.resource_path) }
}

/** The host may bring a port and the beginning of all paths. */
function baseOf({ protocol, host }: Oauth2Form): string {
  const url = URL.parse(`${protocol === 'http' ? 'http' : 'https'}://${host.trim().replace(/^https?:\/\//, '')}`)
  if (!url || url.username || url.password || /[?#]/.test(host)) throw new Refusal('badInput', { field: 'host' })
  return url.href.replace(/\/+$/, '')
}

/** The token for a code. The secret goes in the body, as it did before, else in a header; never in an address (S85). */
export async function exchange(form: Oauth2Form, token: string, fields: Record<string, string>) {
  const { client_id, client_secret } = form
  const asked = { grant_type: 'authorization_code', redirect_uri: form.redirectUri, ...fields }
  const first = await post(token, { ...asked, client_id, client_secret })
  if (first.status !== 401 && first.error !== 'invalid_client') return first
  const pair = [client_id, client_secret].map(encodeURIComponent).join(':')
  return post(token, asked, { authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
}

async function post(token: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const reply = await requestProvider(token, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { ...(await objectOf(reply, new URL(token).host)), status: reply.status } as { status: number; error?: unknown } & Record<
    string,
    unknown
  >
}

/** Who the token belongs to: asked as the standard has it, else as older servers do (PEER 9). */
async function userinfo(address: string, token: string): Promise<Record<string, unknown>> {
  const reply = await requestProvider(address, { headers: { authorization: `Bearer ${token}` } })
  if (reply.ok) {
    const claims = await objectOf(reply, new URL(address).host)
    if (!claims['error']) return claims
  }
  const again = await requestProvider(address, { method: 'POST', body: new URLSearchParams({ access_token: token }) })
  if (!again.ok) throw new Refusal('providerAnswer', { place: new URL(address).host, problem: `HTTP ${again.status}` })
  return objectOf(again, new URL(address).host)
}

/** OAuth 2.0 by hand-made paths. What a provider without an issuer says of itself is not believed: no id_token counts here. */
export async function plainPerson(form: Oauth2Form, at: Endpoints, { code, verifier }: Callback): Promise<Record<string, unknown>> {
  const place = new URL(at.token).host
  const { status, ...answer } = await exchange(form, at.token, { code, code_verifier: verifier })
  if (answer['error'] === 'invalid_client') throw new Refusal('providerClient')
  const token = answer['access_token']
  if (typeof token !== 'string' || token === '') {
    const said = typeof answer['error'] === 'string' ? answer['error'].slice(0, 60) : `HTTP ${status}`
    throw new Refusal('providerAnswer', { place, problem: said })
  }
  return at.userinfo ? userinfo(at.userinfo, token) : answer
}
