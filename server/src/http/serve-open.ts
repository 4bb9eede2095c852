import { type Call, VISITOR_BODY_BYTES_MAX } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Ctx, Services } from '../context.ts'
import { announced, discardBody, receive } from './body/body.receive.ts'
import { type Fields, readBody, readForm } from './body/body.ts'
import { Sent } from './encode.ts'
import { languageOf } from './headers.ts'
import type { unauthenticatedLimits } from './limits/unauthenticated.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const allowed = `${METHODS.join(', ')}, HEAD`

export interface OpenCall {
  path: string
  call: Call
  handler: (input: unknown, ctx: Ctx) => unknown
  mayCall: (who: string) => void | Promise<void>
  unknown: ReturnType<typeof unauthenticatedLimits>
  badInput: (error: z.ZodError) => Error
}

/**
 * A call for anybody's pages and programs (S97). It reads no cookie and no token and sets none, so every site may read the answer;
 * nowhere else do we say so. What is in the address is never replaced by what a program happens to send in a body.
 */
export function serveOpen(app: FastifyInstance, house: Services, { path, call, handler, mayCall, unknown, badInput }: OpenCall) {
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'OPTIONS') return preflight(request, reply)
    await mayCall(request.ip)
    const stay = unknown.begin(request.ip, Math.min(announced(request, VISITOR_BODY_BYTES_MAX), VISITOR_BODY_BYTES_MAX))
    const body = await bodyOf(request).finally(stay.end)
    const input = call.input.safeParse({ ...body, ...queryOf(request) })
    if (!input.success) throw badInput(input.error)
    const ctx: Ctx = {
      ...{ ...house, user: null, session_id: null, db: house.store.db },
      ...{ language: languageOf(request.headers), address: request.ip, method: request.method, headers: {} },
      ...{ uploads: {}, gone: undefined, reply: () => {} },
    }
    const sent = await handler(input.data, ctx)
    if (!(sent instanceof Sent)) throw new Error(`${path} must answer bytes`)
    return reply.code(sent.status).headers(sent.headers).send(sent.body)
  }

  app.route({
    method: [...METHODS],
    url: `/api/${path.toLowerCase()}`,
    config: { call: { path, kind: call.kind, takesFiles: false } },
    onRequest: async (_request, reply) => void reply.header('access-control-allow-origin', '*'),
    handler: answer,
  })
}

const preflight = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': allowed,
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '600',
      vary: 'access-control-request-headers',
      'cache-control': 'no-store',
    })
    .send()

function queryOf({ url }: FastifyRequest) {
  const cut = url.indexOf('?')
  return cut < 0 ? {} : readForm(url.slice(cut + 1))
}

/** Programs under test send what they like; what is neither a form nor JSON, or large, says nothing to us and is not read. */
async function bodyOf(request: FastifyRequest): Promise<Fields> {
  const type = request.headers['content-type'] ?? ''
  if (announced(request, 1) === 0 || type.startsWith('multipart/')) return {}
  try {
    return readBody(type, Buffer.concat(await receive(request, VISITOR_BODY_BYTES_MAX)))
  } catch {
    discardBody(request)
    return {}
  }
}
