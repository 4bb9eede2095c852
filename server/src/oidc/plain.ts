import { type ProviderForm, Refusal } from '@sheaf/contract'

/** Limits of one response of a provider (S85). */
export const PROVIDER_TIMEOUT_MS = 4500
export const PROVIDER_RESPONSE_MAX_BYTES = 1024 * 1024

/** Sends a request to a provider. Certificates are checked, redirects are refused, and time and size are limited. */
export async function requestProvider(url: string, init: RequestInit = {}): Promise<Response> {
  const place = new URL(url).host
  const headers = new Headers(init.headers)
  if (!headers.has('accept')) headers.set('accept', 'application/json')
  headers.set('user-agent', 'Sheaf')
  try {
    const reply = await fetch(url, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) })
    if (reply.status >= 300 && reply.status < 400) throw new Refusal('providerAnswer', { place, problem: `HTTP ${reply.status}` })
    const body = await bodyOf(reply, place)
    const isBare = [101, 204, 205, 304].includes(reply.status)
    return new Response(isBare ? null : body, { status: reply.status, headers: reply.headers })
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    const problem = name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? name ?? 'unknown')
    throw new Refusal(/CERT|SIGNED|VERIFY|SSL|TLS/.test(problem) ? 'providerTls' : 'providerSilent', { place, problem })
  }
}

async function bodyOf(reply: Response, place: string) {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    if (bytes > PROVIDER_RESPONSE_MAX_BYTES) throw new Refusal('providerAnswer', { place, problem: '> 1 MB' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The object in a response, as JSON or, from older providers, as a form. */
export async function objectOf(reply: Response, place: string): Promise<Record<string, unknown>> {
  const text = await reply.text()
  const isForm = reply.headers.get('content-type')?.includes('form-urlencoded') || /^access_token=/.test(text)
  try {
    const read: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>
  } catch {
    // Refused below.
  }
  throw new Refusal('providerAnswer', { place, problem: `HTTP ${reply.status}, ${reply.headers.get('content-type') ?? 'no content-type'}` })
}

export interface Endpoints {
  authorize: string
  token: string
  userinfo: string
}

/** The parameters of the callback, and the values that the server stored at the start of the login. */
export interface Callback {
  code: string
  state: string
  iss: string
  verifier: string
  nonce: string
}

/** The endpoints of a provider, from the paths in the settings (SPEC 3). */
export function plainEndpoints(form: ProviderForm): Endpoints {
  const missing = (['host', 'authorize_path', 'token_path'] as const).find((field) => !form[field])
  if (missing) throw new Refusal('providerMissing', { field: missing })
  const base = baseOf(form)
  const at = (path: string) => (path ? new URL(`${base}/${path.replace(/^\/+/, '')}`).href : '')
  return { authorize: at(form.authorize_path), token: at(form.token_path), userinfo: at(form.userinfo_path || form.resource_path) }
}

/** The base address. The host can contain a port and a path prefix. */
function baseOf({ protocol, host }: ProviderForm): string {
  const url = URL.parse(`${protocol === 'http' ? 'http' : 'https'}://${host.trim().replace(/^https?:\/\//, '')}`)
  if (!url || url.username || url.password || /[?#]/.test(host)) throw new Refusal('badInput', { field: 'host' })
  return url.href.replace(/\/+$/, '')
}

/** Exchanges a code for a token. The secret is sent in the body, as in ShowDoc, or else in a header; never in an address (S85). */
export async function exchange(form: ProviderForm, token: string, fields: Record<string, string>) {
  const { client_id, client_secret } = form
  const parameters = { grant_type: 'authorization_code', redirect_uri: form.redirectUri, ...fields }
  const first = await post(token, { ...parameters, client_id, client_secret })
  if (first.status !== 401 && first.error !== 'invalid_client') return first
  const pair = [client_id, client_secret].map(encodeURIComponent).join(':')
  return post(token, parameters, { authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
}

async function post(token: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const reply = await requestProvider(token, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { ...(await objectOf(reply, new URL(token).host)), status: reply.status } as { status: number; error?: unknown } & Record<
    string,
    unknown
  >
}

/** The claims of the user of a token: requested as in the standard, or else as older servers require (PEER 9). */
async function userinfo(address: string, token: string): Promise<Record<string, unknown>> {
  const reply = await requestProvider(address, { headers: { authorization: `Bearer ${token}` } })
  if (reply.ok) {
    const claims = await objectOf(reply, new URL(address).host)
    if (!claims['error']) return claims
  }
  const retry = await requestProvider(address, { method: 'POST', body: new URLSearchParams({ access_token: token }) })
  if (!retry.ok) throw new Refusal('providerAnswer', { place: new URL(address).host, problem: `HTTP ${retry.status}` })
  return objectOf(retry, new URL(address).host)
}

/** OAuth 2.0 with paths from the settings. Without an issuer no id_token can be verified, so it is ignored. */
export async function plainUser(form: ProviderForm, at: Endpoints, { code, verifier }: Callback): Promise<Record<string, unknown>> {
  const place = new URL(at.token).host
  const { status, ...answer } = await exchange(form, at.token, { code, code_verifier: verifier })
  if (answer['error'] === 'invalid_client') throw new Refusal('providerClient')
  const token = answer['access_token']
  if (typeof token !== 'string' || token === '') {
    const problem = typeof answer['error'] === 'string' ? answer['error'].slice(0, 60) : `HTTP ${status}`
    throw new Refusal('providerAnswer', { place, problem })
  }
  return at.userinfo ? userinfo(at.userinfo, token) : answer
}
