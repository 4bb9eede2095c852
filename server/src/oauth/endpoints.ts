import { errorMessage, errors, Refusal } from '@sheaf/contract'
import { JSON_DEPTH_MAX, jsonExcess, OAUTH_REDIRECTS_MAX } from '@sheaf/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AuthorizationServer, authorizationServer, METADATA, RESOURCE_PATH } from '../auth/authorization-server.ts'
import { randomHex, sameSecret, sha256 } from '../auth/secrets.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { discardBody, RequestAborted, receive } from '../http/body/body.receive.ts'
import { networkOf, type Rate, ratesOf } from '../http/limits/rate.ts'
import { addRegistered, clientOf } from './client.store.ts'
import { exchangeCode, OauthError, refresh, revoke } from './oauth.grant.service.ts'
import { redirectsIn, SCOPES, shownName } from './oauth.rules.ts'

/** Bytes of a form or of the description of a client. */
const BODY_BYTES_MAX = 16 * 1024
const PATHS = { token: '/oauth/token', register: '/oauth/register', revoke: '/oauth/revoke', authorize: '/user/authorize' }

/**
 * The endpoints of OAuth for programs (W27): discovery, registration of clients, tokens. They take no cookies, and their errors are those
 * of RFC 6749 and not the envelope.
 */
export function serveOauth(app: FastifyInstance, services: Services) {
  const { config } = services
  const rate = ratesOf(services)
  const server = authorizationServer(config)
  if (!server) return
  const describe = (path: string, description: () => Promise<object> | object) =>
    app.get(path, async (_request, reply) =>
      reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*', 'cache-control': 'no-cache' })
        .send(JSON.stringify(await description())),
    )
  for (const path of new Set([METADATA.server, METADATA.server + server.path])) describe(path, () => describeServer(services, server))
  for (const path of new Set(['', RESOURCE_PATH, server.path, server.path + RESOURCE_PATH]))
    describe(METADATA.resource + path, () => describeResource(server))
  const post = (path: string, work: Work) => app.post(path, (request, reply) => answer(request, reply, work))
  post(PATHS.token, async (request) => ({ status: 200, body: await giveTokens(services, rate, request) }))
  post(PATHS.register, async (request) => ({ status: 201, body: await register(services, rate, request) }))
  post(PATHS.revoke, async (request) => {
    await rate('oauth/token', networkOf(request.ip))
    const form = await formOf(request)
    const client = await clientIn(services, form, request)
    await revoke(services, { client, address: request.ip }, required(form, 'token'))
    return { status: 200, body: {} }
  })
}

async function describeServer(services: Services, { issuer }: AuthorizationServer) {
  const { oauth_register, oauth_documents } = await siteSettings(services)
  return {
    issuer,
    authorization_endpoint: issuer + PATHS.authorize,
    token_endpoint: issuer + PATHS.token,
    revocation_endpoint: issuer + PATHS.revoke,
    ...(oauth_register === '1' && { registration_endpoint: issuer + PATHS.register }),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    scopes_supported: SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: oauth_documents === '1' && services.outbound.isOn,
  }
}

const describeResource = ({ issuer, resource }: AuthorizationServer) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: ['read', 'propose'],
  bearer_methods_supported: ['header'],
})

type Work = (request: FastifyRequest) => Promise<{ status: number; body: object }>

/** Answers in JSON that nothing stores; every error becomes one of OAuth. */
async function answer(request: FastifyRequest, reply: FastifyReply, work: Work) {
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' })
  try {
    const { status, body } = await work(request)
    return reply.code(status).send(JSON.stringify(body))
  } catch (error) {
    discardBody(request)
    if (error instanceof RequestAborted) throw error
    const { error: name, message, status } = asOauthError(error, request)
    if (name === 'invalid_client' && request.headers.authorization !== undefined) reply.header('www-authenticate', 'Basic realm="oauth"')
    if (error instanceof Refusal && error.error === 'tooMany') reply.header('retry-after', error.fill['seconds'] ?? '60')
    return reply.code(status).send(JSON.stringify({ error: name, error_description: message }))
  }
}

function asOauthError(error: unknown, request: FastifyRequest): OauthError {
  if (error instanceof OauthError) return error
  if (error instanceof Refusal && error.error === 'tooMany')
    return new OauthError('too_many_requests', errorMessage('tooMany', 'en', error.fill), 429)
  if (error instanceof Refusal && error.error === 'tooLarge') return new OauthError('invalid_request', errors.tooLarge.en, 413)
  request.log.error({ reqId: request.id, err: error }, 'oauth')
  return new OauthError('server_error', `The server could not answer. Its log has more under ${request.id}`, 500)
}

/** The fields of a form. A repeated field is refused; only `resource` can occur several times (RFC 8707). */
async function formOf(request: FastifyRequest): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new OauthError('invalid_request', 'The body must be application/x-www-form-urlencoded')
  const form = new URLSearchParams(Buffer.concat(await receive(request, BODY_BYTES_MAX)).toString())
  const names = [...form.keys()].filter((name) => name !== 'resource')
  if (new Set(names).size < names.length) throw new OauthError('invalid_request', 'A parameter occurs twice')
  return form
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new OauthError('invalid_request', `${name} is missing`)
  return value
}

/** The client of a form, authenticated by its secret if it has one. */
async function clientIn({ store }: Services, form: URLSearchParams, request: FastifyRequest) {
  const refuse = (why: string) => new OauthError('invalid_client', why, 401)
  if (request.headers.authorization !== undefined) throw refuse('Send client_id and client_secret in the form')
  const client = await clientOf(store.db, form.get('client_id') ?? '')
  if (!client || client.is_blocked) throw refuse('The client is not known')
  if (client.secret_hash !== '' && !sameSecret(client.secret_hash, sha256(form.get('client_secret') ?? '')))
    throw refuse('client_secret is wrong')
  return client
}

async function giveTokens(services: Services, rate: Rate, request: FastifyRequest) {
  await rate('oauth/token', networkOf(request.ip))
  const form = await formOf(request)
  const kind = required(form, 'grant_type')
  if (kind !== 'authorization_code' && kind !== 'refresh_token')
    throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  const client = await clientIn(services, form, request)
  await rate('oauth/token of a client', client.client_id)
  const who = { client, address: request.ip }
  const resources = form.getAll('resource')
  if (kind === 'refresh_token') return refresh(services, who, { refresh_token: required(form, 'refresh_token'), resources })
  return exchangeCode(services, who, {
    code: required(form, 'code'),
    redirect_uri: required(form, 'redirect_uri'),
    code_verifier: required(form, 'code_verifier'),
    resources,
  })
}

/** Registers a client (RFC 7591, O12). It receives no secret, whichever method of authentication it asks for. */
async function register(services: Services, rate: Rate, request: FastifyRequest) {
  const { store, now } = services
  const { oauth_register, oauth_schemes } = await siteSettings(services)
  if (oauth_register !== '1') throw new OauthError('access_denied', 'Programs cannot register themselves here', 403)
  await rate('oauth/register', networkOf(request.ip))
  const description = await jsonOf(request)
  const grants = description['grant_types']
  if (Array.isArray(grants) && !grants.includes('authorization_code'))
    throw new OauthError('invalid_client_metadata', 'grant_types must contain authorization_code')
  const redirects = redirectsIn(description['redirect_uris'], oauth_schemes).slice(0, OAUTH_REDIRECTS_MAX)
  const [first] = redirects
  if (first === undefined) throw new OauthError('invalid_redirect_uri', 'redirect_uris has no address that is allowed here')
  const client = {
    client_id: randomHex(16),
    kind: 'registered' as const,
    name: shownName(description['client_name'], new URL(first).host || first),
    redirect_uris: JSON.stringify(redirects),
    secret_hash: '',
    addtime: now(),
    last_used_time: 0,
    is_blocked: 0,
    until: 0,
  }
  if (!(await store.write((trx) => addRegistered(trx, client, now()))))
    throw new OauthError('temporarily_unavailable', 'Too many programs have registered. Try again later', 503)
  return {
    client_id: client.client_id,
    client_id_issued_at: client.addtime,
    client_name: client.name,
    redirect_uris: redirects,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPES.join(' '),
  }
}

async function jsonOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const wrong = (why: string) => new OauthError('invalid_client_metadata', why)
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw wrong('The body must be application/json')
  const text = Buffer.concat(await receive(request, BODY_BYTES_MAX)).toString()
  if (jsonExcess(text)) throw wrong(`The body has more than ${JSON_DEPTH_MAX} levels`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong('The body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('The body must be an object')
  return value as Record<string, unknown>
}
