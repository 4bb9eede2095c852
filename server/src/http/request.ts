import type { IncomingHttpHeaders } from 'node:http'
import { type Language, languageIn } from '@sheaf/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx, Services } from '../context.ts'

export const cookieOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const cookies = headers.cookie
  if (!cookies) return undefined
  for (const part of cookies.split(';')) {
    const cut = part.indexOf('=')
    if (part.slice(0, cut).trim() === name) return part.slice(cut + 1).trim()
  }
  return undefined
}

/** The language that the user chose, or else the one that the browser prefers. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const chosen = cookieOf(headers, 'lang') ?? cookieOf(headers, 'think_language')
  return languageIn(chosen ?? headers['accept-language'] ?? '')
}

/** Whether a page in a browser sent this request; other clients send none of these headers. */
export const isFromPage = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined || headers.referer !== undefined

/**
 * Whether the origin of a write request is allowed (S25): the same origin, or a client other than a browser, without these headers.
 * `own` lists the origins of this server.
 */
export function fromOwnPages(headers: IncomingHttpHeaders, own: string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin !== undefined) return own.includes(headers.origin)
  if (headers.referer !== undefined) return own.some((origin) => headers.referer === origin || headers.referer?.startsWith(`${origin}/`))
  return true
}

/**
 * Whether a user followed a link to this address. An image, a frame or a prefetch requests the same address with the same cookie and
 * origin, but without an action of the user.
 */
export function isFollowedLink(headers: IncomingHttpHeaders): boolean {
  const target = headers['sec-fetch-dest']
  if (headers['sec-purpose'] !== undefined) return false
  if (target !== undefined) return target === 'document'
  // Browsers without Sec-Fetch send Referer and Accept; other clients send neither.
  return headers.referer === undefined || String(headers.accept).includes('text/html')
}

/** The context of one request for its handler: services, caller and request data. */
export const contextOf = (
  services: Services,
  { user, session_id, grant }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  { uploads = {}, gone }: Partial<Pick<Ctx, 'uploads' | 'gone'>> = {},
): Ctx => ({
  ...services,
  user,
  session_id,
  grant,
  db: services.store.db,
  language: languageOf(request.headers),
  address: request.ip,
  method: request.method,
  headers: request.headers,
  uploads,
  gone,
  reply: (name, value) => void reply.header(name, value),
})

/** The properties of a call that the log, the metrics and the timeouts need. */
interface RoutedCall {
  /** `page/save` */
  path: string
  kind: 'read' | 'write'
  /** Its multipart bodies contain files; multipart.ts applies the timeout to them. */
  takesFiles: boolean
}

/** Calls by group and action in lower case: joining the two for every request would cost more than two look-ups. */
type RoutedCalls<C = RoutedCall> = Map<string, Map<string, C>>

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The one call of this route, or all calls that share the route. */
    call?: RoutedCall
    calls?: RoutedCalls
  }
}

/** The call of a request, available as soon as the request is routed. */
export function callOf({ routeOptions: { config }, params }: FastifyRequest): RoutedCall | undefined {
  if (!config.calls) return config.call
  const { group, action } = params as Record<'group' | 'action', string>
  return config.calls.get(group)?.get(action)
}

/** One route for all calls: two hundred separate routes take a fifth of the startup time. */
export function routeCalls(app: FastifyInstance, calls: (RoutedCall & { handler: Handler })[]) {
  const handlers: RoutedCalls<RoutedCall & { handler: Handler }> = new Map()
  for (const call of calls) {
    const [group = '', action = ''] = call.path.toLowerCase().split('/')
    handlers.set(group, (handlers.get(group) ?? new Map()).set(action, call))
  }
  app.route({
    method: ['GET', 'POST'],
    url: '/api/:group/:action',
    config: { calls: handlers },
    handler: (request, reply) => {
      const { group, action } = request.params as Record<'group' | 'action', string>
      return handlers.get(group)?.get(action)?.handler(request, reply) ?? reply.callNotFound()
    },
  })
}
