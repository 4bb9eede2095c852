import { Refusal } from '@sheaf/contract'
import { WATCH_TOKEN_MAX } from '@sheaf/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../context.ts'
import { discardBody, receive } from '../../http/body/body.receive.ts'
import { networkOf, ratesOf } from '../../http/limits/rate.ts'
import { endByLink } from './unsubscribe.service.ts'

const BODY_BYTES_MAX = 1024
const ONE_CLICK = 'One-Click'

/**
 * The door for mail programs (W46, RFC 8058): a POST to the address of the link, without cookie, Origin or session, ends what the token
 * names. A GET of the same address is a screen and changes nothing.
 */
export function serveOneClick(app: FastifyInstance, services: Services) {
  const rate = ratesOf(services)
  app.post<{ Params: { token: string } }>('/user/unsubscribe/:token', async (request, reply) => {
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    try {
      await rate('watch/unsubscribe', networkOf(request.ip))
      const form = new URLSearchParams(Buffer.concat(await receive(request, BODY_BYTES_MAX)).toString())
      if (form.get('List-Unsubscribe') !== ONE_CLICK) return reply.code(400).send('List-Unsubscribe=One-Click is missing\n')
      const { token } = request.params
      if (token.length > WATCH_TOKEN_MAX) throw new Refusal('linkInvalid')
      await endByLink(services, token, false)
      return reply.send('Unsubscribed\n')
    } catch (error) {
      discardBody(request)
      if (!(error instanceof Refusal)) throw error
      const { seconds = '60' } = error.fill
      if (error.error === 'tooMany') return reply.code(429).header('retry-after', seconds).send('Too many requests\n')
      return reply.code(400).send('This link is no longer valid\n')
    }
  })
}
