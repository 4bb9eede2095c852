import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx, Services } from '../context.ts'
import { languageOf } from './headers.ts'

/** The context of one request for its handler: services, caller and request data. The caller of this function adds `uploads` and `gone`. */
export const contextOf = (services: Services, caller: Caller, request: FastifyRequest, reply: FastifyReply): Ctx => ({
  ...services,
  ...caller,
  db: services.store.db,
  language: languageOf(request.headers),
  address: request.ip,
  method: request.method,
  headers: request.headers,
  uploads: {},
  gone: undefined,
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

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The one call of this route, or all calls that share the route, by path in lower case. */
    call?: RoutedCall
    calls?: Map<string, RoutedCall>
  }
}

/** The call of a request, available as soon as the request is routed. */
export function callOf({ routeOptions: { config }, params }: FastifyRequest): RoutedCall | undefined {
  if (!config.calls) return config.call
  const { group, action } = params as Record<'group' | 'action', string>
  return config.calls.get(`${group}/${action}`)
}

/** One route for all calls: two hundred separate routes take a fifth of the startup time. `handlers` are keyed by path in lower case. */
export function routeCalls(app: FastifyInstance, handlers: Map<string, RoutedCall & { handler: Handler }>) {
  app.route({
    method: ['GET', 'POST'],
    url: '/api/:group/:action',
    config: { calls: handlers },
    handler: (request, reply) => {
      const { group, action } = request.params as Record<'group' | 'action', string>
      return handlers.get(`${group}/${action}`)?.handler(request, reply) ?? reply.callNotFound()
    },
  })
}
