import { BODY_BYTES_MAX, Refusal } from '@sheaf/contract'
import { languageIn } from '@sheaf/contract/languages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerChallenge } from '../auth/authorization-server.ts'
import { callerByToken, tokenInHeaders } from '../auth/grant.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { Caller, Ctx, Services } from '../context.ts'
import { announcedBytes, fieldsOf, receive } from '../http/body/body.receive.ts'
import { networkOf, ratesOf } from '../http/limits/rate.ts'
import { unauthenticatedLimits } from '../http/limits/unauthenticated.ts'
import { contextOf } from '../http/request.ts'
import { isLoopback } from '../runtime/config.ts'
import { languageOfShowdoc, withObjects } from './aliases/dialect.ts'

/** The addresses of agents: for tokens, for anonymous visitors, and with the tool names of ShowDoc. */
export const endpoints = ['/mcp', '/mcp/open', '/mcp.php'] as const
export type Endpoint = (typeof endpoints)[number]

/** A request that may be answered: its caller and its message. */
export interface Admitted {
  ctx: Ctx
  message: object
}

/** A body that is no message, and the answer that the protocol prescribes for it. */
export interface Refused {
  refused: object
}

const refusal = (code: number, message: string): Refused => ({ refused: { jsonrpc: '2.0', id: null, error: { code, message } } })

export function mustBePost({ method }: FastifyRequest, reply: FastifyReply) {
  if (method === 'POST') return
  reply.header('allow', 'POST')
  throw new Refusal('postOnly')
}

export async function mustBeOpen(services: Services, endpoint: Endpoint) {
  const { mcp_on, mcp_open } = await siteSettings(services)
  if (mcp_on !== '1' || (endpoint === '/mcp/open' && mcp_open !== '1')) throw new Refusal('agentsOff')
}

/**
 * Whether a page of our own sent the request. Without PUBLIC_URL only addresses without a name count, because another site can let its
 * own name point here.
 */
function isOwnOrigin({ config }: Services, request: FastifyRequest) {
  const { origin, host = '' } = request.headers
  if (origin === undefined) return true
  if (config.PUBLIC_URL) return origin === new URL(config.PUBLIC_URL).origin
  const name = host.replace(/:\d+$/, '')
  const isUnnamed = name === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, '')) || /^(?:[\d.]+|\[[\da-f:.]+\])$/i.test(name)
  return isUnnamed && origin === `${request.protocol}://${host}`
}

/** Checks origin, token, rate and size, in this order, and reads the message (S112). */
export function admission(services: Services) {
  const rate = ratesOf(services)
  const unknown = unauthenticatedLimits(services.config)

  async function callerFor(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    // A credential that cannot be a token is a wrong token and not a missing one, so that its program reports the right problem.
    const token = tokenInHeaders(request.headers) ?? /^Bearer +(\S+)/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) {
      reply.header('www-authenticate', bearerChallenge(services.config))
      throw new Refusal('tokenNeeded')
    }
    // Tokens of connected programs are valid for this address alone (O11).
    const place = endpoint === '/mcp' ? 'agent' : 'api'
    try {
      return await callerByToken(services, token, { address: request.ip, agent: request.headers['user-agent'] ?? '' }, place)
    } catch (error) {
      if (error instanceof Refusal) {
        await rate('wrong token', request.ip)
        reply.header('www-authenticate', bearerChallenge(services.config, { isWrong: true }))
      }
      throw error
    }
  }

  async function mustAllow({ grant, user }: Caller, address: string) {
    if (!grant) return rate('mcp/open', networkOf(address))
    await rate('mcp', `g${grant.grant_id}`)
    await rate('token', `g${grant.grant_id}`)
    await rate('token of a person', `u${user?.uid}`)
  }

  return async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Admitted | Refused> => {
    if (!isOwnOrigin(services, request)) throw new Refusal('foreignOrigin')
    const isOpen = endpoint === '/mcp/open'
    const caller: Caller = isOpen ? { session_id: null, user: null, grant: undefined } : await callerFor(endpoint, request, reply)
    await mustAllow(caller, request.ip)
    const bytes = Math.min(announcedBytes(request, BODY_BYTES_MAX), BODY_BYTES_MAX)
    const counted = unknown.begin(request.ip, bytes)
    if (caller.user) counted.uncount()
    try {
      const message = await messageOf(request)
      if (!message) return refusal(-32600, 'The body must be one JSON-RPC message; batches are not supported')
      // Nothing varies with a cookie, also not the language.
      const { cookie: _, ...headers } = request.headers
      const ctx = contextOf(services, caller, request, reply)
      const asked = headers['accept-language']
      const language = endpoint === '/mcp.php' ? languageOfShowdoc(asked) : languageIn(asked ?? '')
      return { ctx: { ...ctx, headers, language }, message: endpoint === '/mcp.php' ? withObjects(message) : message }
    } catch (error) {
      if (error instanceof Refusal && error.error === 'badInput') return refusal(-32700, 'The body is not valid JSON, or nested too deeply')
      throw error
    } finally {
      counted.end()
    }
  }
}

const reading = { names: undefined, query: {}, encoded: undefined }
const OPEN_LIST = 0x5b

/** The message in the body; undefined for a batch. A large body is parsed in a thread, with the limits of every JSON body. */
async function messageOf(request: FastifyRequest): Promise<object | undefined> {
  const blocks = await receive(request, BODY_BYTES_MAX)
  const first = blocks[0]?.find((byte) => byte > 0x20)
  if (first === OPEN_LIST) return undefined
  if (first === undefined) throw new Refusal('badInput', { field: 'JSON' })
  return fieldsOf('application/json', blocks, reading, request.ip)
}
