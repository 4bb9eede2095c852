import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Oauth2Form } from '@sheaf/contract'
import Provider from 'oidc-provider'

const CLIENT = { client_id: 'docs', client_secret: 'hush-hush-client' }
export const BACK = 'http://localhost/api/ExtLogin/oauth2'
/** Where the provider leads after a sign-out there: a page of the site that has this callback address. */
const leftOf = (redirect: string) => new URL('/user/login?out=1', redirect).href
export const LEFT = leftOf(BACK)

interface Claims {
  preferred_username?: string
  name?: string
  email?: string
  email_verified?: boolean
  /** More claims, such as those of groups, of the scope `groups`. */
  [claim: string]: unknown
}

export interface OidcServer {
  url: string
  /** The accounts of the provider, by subject. */
  people: Map<string, Claims>
  /** Every request: method and URL with its query. */
  asked: string[]
  /** Settings that use the provider's discovery document, or the paths of SPEC 3. */
  form: (mode: 'issuer' | 'paths', more?: Partial<Oauth2Form>) => Oauth2Form
  /** Signs in at the provider as a browser does. Returns the URL it redirects back to. */
  signIn: (address: string, sub: string) => Promise<URL>
  /** Signs out at the provider as a browser does. Returns the URL it redirects back to. */
  signOut: (address: string) => Promise<string>
  /** Ends the session of a person at the provider as a browser does: the provider reports it to `backchannel`. */
  leave: (sub: string) => Promise<void>
  /** The key with which it signs. */
  key: KeyObject
  stop: () => Promise<void>
}

/** Starts a real OpenID provider on this machine. `backchannel` is where it reports who has signed out. */
export async function startOidc(redirect = BACK, backchannel = ''): Promise<OidcServer> {
  const people = new Map<string, Claims>()
  const asked: string[] = []
  const server = createServer()
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const jars = new Map<string, Map<string, string>>()
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const quiet = silence()
  const provider = new Provider(url, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [redirect],
        post_logout_redirect_uris: [leftOf(redirect)],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...(backchannel && { backchannel_logout_uri: backchannel, backchannel_logout_session_required: true }),
      },
    ],
    // Its own `fetch` refuses addresses of this machine.
    ...(backchannel && {
      features: { backchannelLogout: { enabled: true } },
      fetch: (to: string, { method, headers, body }: RequestInit) => fetch(to, { method, headers, body } as RequestInit),
    }),
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'name', 'data'],
      email: ['email', 'email_verified'],
      groups: ['groups', 'realm_access', '_claim_names', 'hasgroups'],
    },
    scopes: ['openid', 'offline_access', 'groups'],
    conformIdTokenClaims: false,
    jwks: { keys: [key.export({ format: 'jwk' })] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    cookies: { keys: ['only for tests'] },
    findAccount: (_ctx: unknown, sub: string) => {
      const claims = people.get(sub)
      return claims && { accountId: sub, claims: async () => ({ sub, ...claims }) }
    },
  })
  quiet()
  provider.on('server_error', (_ctx: unknown, error: Error) => console.error(error))
  const handle = provider.callback()
  server.on('request', (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    void handle(request, response)
  })
  return {
    url,
    people,
    asked,
    form: (mode, more = {}) => ({
      redirectUri: redirect,
      entrance_tips: 'Sign in with Example',
      ...CLIENT,
      protocol: 'http',
      host: new URL(url).host,
      authorize_path: '/auth',
      token_path: 'token',
      resource_path: '',
      userinfo_path: '/me',
      register_open: '',
      issuer: mode === 'issuer' ? url : '',
      scope: 'openid profile email',
      ...more,
    }),
    signIn: (address, sub) => {
      const cookies = new Map<string, string>()
      jars.set(sub, cookies)
      return signIn(url, address, sub, redirect, cookies)
    },
    signOut,
    leave: (sub) => leave(url, jars.get(sub) ?? new Map()),
    key,
    stop: () => closed(server),
  }
}

/** Silences the provider's warnings that its forms and its storage are only for development. */
function silence() {
  const { warn, info } = console
  Object.assign(console, { warn: () => {}, info: () => {} })
  return () => void Object.assign(console, { warn, info })
}

const closed = (server: Server) =>
  new Promise<void>((done) => {
    server.closeAllConnections()
    server.close(() => done())
  })

/** A request of a browser with these cookies. */
async function visit(to: URL, cookies: Map<string, string>, init: RequestInit = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(to, { ...init, redirect: 'manual', headers: { cookie, accept: 'text/html' } })
  for (const line of reply.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }
  return { text: await reply.text(), location: reply.headers.get('location') ?? '' }
}

async function leave(url: string, cookies: Map<string, string>): Promise<void> {
  const { text } = await visit(new URL('/session/end', url), cookies)
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? []
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? []
  await visit(new URL(action, url), cookies, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
}

async function signIn(url: string, address: string, sub: string, redirect: string, cookies: Map<string, string>): Promise<URL> {
  const step = async (to: string, init: RequestInit = {}) => (await visit(new URL(to, url), cookies, init)).location
  let at = await step(address)
  for (const fields of [{ prompt: 'login', login: sub, password: 'any' }, { prompt: 'consent' }]) {
    while (at && !at.includes('/interaction/') && !at.startsWith(redirect)) at = await step(at)
    if (at.startsWith(redirect)) break
    at = await step(at, { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) })
  }
  while (at && !at.startsWith(redirect)) at = await step(at)
  return new URL(at)
}

/** Confirms at the provider; "" when it does not accept the address. */
async function signOut(address: string): Promise<string> {
  const asked = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const page = await asked.text()
  const [, action] = /action="([^"]+)"/.exec(page) ?? []
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
  if (!action || !xsrf) return ''
  const cookie = asked.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  const left = await fetch(action, { method: 'POST', redirect: 'manual', headers: { cookie, accept: 'text/html' }, body })
  await left.text()
  return left.headers.get('location') ?? ''
}
