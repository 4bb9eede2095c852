import { type Call, VISITOR_BODY_BYTES_MAX } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Ctx, Services } from '../context.ts'
import { announcedBytes, discardBody, receive } from './body/body.receive.ts'
import { type Fields, readBody, readForm } from './body/body.ts'
import { RawResponse } from './encode.ts'
import type { unauthenticatedLimits } from './limits/unauthenticated.ts'
import { languageOf } from './request.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const allowed = `${METHODS.join(', ')}, HEAD`

interface OpenCall {
  path: string
  call: Call
  handler: (input: unknown, ctx: Ctx) => unknown
  mayCall: (who: string) => void | Promise<void>
  unauthenticated: ReturnType<typeof unauthenticatedLimits>
  badInput: (error: z.ZodError) => Error
}

/**
 * Serves a call that pages of any site can make (S97). It reads and sets no cookie and no token, so every site is allowed to read the
 * response; no other call allows that. Fields of the query take precedence over fields of the body.
 */
export function serveOpen(app: FastifyInstance, services: Services, { path, call, handler, mayCall, unauthenticated, badInput }: OpenCall) {
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'OPTIONS') return preflight(request, reply)
    await mayCall(request.ip)
    const admission = unauthenticated.begin(request.ip, Math.min(announcedBytes(request, VISITOR_BODY_BYTES_MAX), VISITOR_BODY_BYTES_MAX))
    const body = await bodyOf(request).finally(admission.end)
    const input = call.input.safeParse({ ...body, ...queryOf(request) })
    if (!input.success) throw badInput(input.error)
    const ctx: Ctx = {
      ...services,
      user: null,
      session_id: null,
      grant: undefined,
      db: services.store.db,
      language: languageOf(request.headers),
      address: request.ip,
      method: request.method,
      headers: {},
      uploads: {},
      gone: undefined,
      reply: () => {},
    }
    const sent = await handler(input.data, ctx)
    if (!(sent instanceof RawResponse)) throw new Error(`${path} must answer bytes`)
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

/** Programs under test send arbitrary bodies. A large body, or one that is neither a form nor JSON, counts as empty. */
async function bodyOf(request: FastifyRequest): Promise<Fields> {
  const type = request.headers['content-type'] ?? ''
  if (announcedBytes(request, 1) === 0 || type.startsWith('multipart/')) return {}
  try {
    return readBody(type, Buffer.concat(await receive(request, VISITOR_BODY_BYTES_MAX)))
  } catch {
    discardBody(request)
    return {}
  }
}
