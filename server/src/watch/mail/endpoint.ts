import { errors, Refusal } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../context.ts'
import { discardBody, RequestAborted, receive } from '../../http/body/body.receive.ts'
import { networkOf, ratesOf } from '../../http/limits/rate.ts'
import { endMail } from './unsubscribe.service.ts'

const BODY_BYTES_MAX = 1024

/**
 * The one-click address of mails (RFC 8058, W46). Mail programs post to it without cookies, session or origin: the token is the right. It
 * is an exception to the rule on origins (W2), because it can only lessen mail, and GET is a screen that changes nothing.
 */
export function serveUnsubscribe(app: FastifyInstance, services: Services) {
  const rate = ratesOf(services)
  app.post<{ Params: { token: string } }>('/user/unsubscribe/:token', async (request, reply) => {
    try {
      await rate('watch/unsubscribe', networkOf(request.ip))
      await mustBeOneClick(request)
      await endMail(services, request.params.token, false)
      return answer(reply, 200, 'Unsubscribed. 已退订。')
    } catch (error) {
      discardBody(request)
      if (error instanceof RequestAborted || !(error instanceof Refusal)) throw error
      const { en, zh } = errors[error.error]
      return answer(reply, error.error === 'tooMany' ? 429 : 400, `${en}. ${zh}。`)
    }
  })
}

/** Both forms that RFC 8058 allows. Any other body ends nothing: a scanner of links may send one. */
async function mustBeOneClick(request: FastifyRequest) {
  const body = Buffer.concat(await receive(request, BODY_BYTES_MAX)).toString('utf8')
  const isForm = /^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')
  const isAsked = isForm
    ? /name="?List-Unsubscribe"?\s*\r?\n\r?\nOne-Click\s*\r?\n/i.test(body)
    : new URLSearchParams(body.trim()).get('List-Unsubscribe') === 'One-Click'
  if (!isAsked) throw new Refusal('badInput', { field: 'List-Unsubscribe' })
}

const answer = (reply: FastifyReply, status: number, text: string) =>
  reply
    .code(status)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .send(`${text}\n`)
