import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx, Services } from '../context.ts'
import { languageOf } from './headers.ts'

/** What a handler knows of one request: the house, who asks, and how. Files and an end before the answer are for the door to add. */
export const contextOf = (house: Services, caller: Caller, request: FastifyRequest, reply: FastifyReply): Ctx => ({
  ...house,
  ...caller,
  db: house.store.db,
  language: languageOf(request.headers),
  address: request.ip,
  method: request.method,
  headers: request.headers,
  uploads: {},
  gone: undefined,
  reply: (name, value) => void reply.header(name, value),
})

/** What the log, the figures and the time limits need to know of the call that a request makes. */
interface RoutedCall {
  /** `page/save` */
  path: string
  kind: 'read' | 'write'
  /** Its multipart bodies bring files, and are watched where they are read. */
  takesFiles: boolean
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The one call of this route, or all that share it, by their paths in small letters. */
    call?: RoutedCall
    calls?: Map<string, RoutedCall>
  }
}

/** The call that a request makes, as soon as it is routed. */
export function callOf({ routeOptions: { config }, params }: FastifyRequest): RoutedCall | undefined {
  if (!config.calls) return config.call
  const { group, action } = params as Record<'group' | 'action', string>
  return config.calls.get(`${group}/${action}`)
}

/** One route for all of them: two hundred of their own take a fifth of the start. `handlers` by path in small letters. */
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
