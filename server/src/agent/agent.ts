import { errors, Refusal } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { discardBody } from '../http/body/body.receive.ts'
import { squeeze } from '../http/body/gzip.ts'
import { tokenLog } from '../http/token-log.ts'
import { type Admitted, admission, type Endpoint, endpoints, mustBeOpen, mustBePost, type Refused } from './admission.ts'
import { languageOfShowdoc, refusalOf } from './aliases/dialect.ts'
import type { Serve } from './protocol.ts'

type Page = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Serves agents that speak the Model Context Protocol (W26). There are no sessions: every request is answered by itself, so any of
 * several servers can answer it. `page` renders the address for a browser, because an item can be called mcp.
 */
export function serveAgents(app: FastifyInstance, services: Services, page: Record<Endpoint, Page>) {
  const log = tokenLog(services)
  app.addHook('onClose', log.flush)
  const admit = admission(services)
  let protocol: Promise<Serve> | undefined
  /** The library is loaded for the first agent: it takes memory that most installations do not need. */
  const load = () => (protocol ??= import('./protocol.ts').then(({ protocolOf }) => protocolOf(services, log)))

  async function answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    const admitted: Admitted | Refused = await admit(endpoint, request, reply)
    if ('refused' in admitted) return reply.code(400).type('application/json; charset=utf-8').send(JSON.stringify(admitted.refused))
    const response = await (await load())(endpoint, admitted, request)
    const text = response.body === null ? '' : await response.text()
    reply.code(response.status).header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    const type = response.headers.get('content-type')
    if (type) reply.header('content-type', type)
    const { body, encoding } = await squeeze(text, request.headers['accept-encoding'])
    if (encoding) reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
    return reply.send(body === '' ? undefined : body)
  }

  const refuseAsShowdoc = (error: Refusal, { headers }: FastifyRequest, reply: FastifyReply) => {
    if (error.error === 'tooMany') reply.header('retry-after', error.fill['seconds'] ?? '60')
    return reply
      .code(errors[error.error].code)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(JSON.stringify(refusalOf(error, languageOfShowdoc(headers['accept-language']))))
  }

  for (const endpoint of endpoints) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: endpoint,
      handler: async (request, reply) => {
        if (['GET', 'HEAD'].includes(request.method) && String(request.headers.accept).includes('text/html'))
          return page[endpoint](request, reply)
        try {
          mustBePost(request, reply)
          await mustBeOpen(services, endpoint)
          return await answer(endpoint, request, reply)
        } catch (error) {
          discardBody(request)
          const code = error instanceof Refusal ? errors[error.error].code : 0
          if (error instanceof Refusal && endpoint === '/mcp.php' && (code === 401 || code === 429))
            return refuseAsShowdoc(error, request, reply)
          throw error
        }
      },
    })
  }
}
