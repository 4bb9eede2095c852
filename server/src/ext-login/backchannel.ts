import { Refusal } from '@sheaf/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '../auth/audit.ts'
import { sha256 } from '../auth/secrets.ts'
import { atProvider, endSessionsAt } from '../auth/session-end.ts'
import { countFailure } from '../auth/throttle.ts'
import { firstProvider, type Provider, providerOf } from '../common/provider.store.ts'
import type { Services } from '../context.ts'
import { discardBody, RequestAborted, receive } from '../http/body/body.receive.ts'
import { networkOf, ratesOf } from '../http/limits/rate.ts'
import { LOGOUT_TOLERANCE_SECONDS } from '../oidc/logout-token.ts'
import { signedOut } from '../oidc/provider.ts'
import { rowOfUser } from '../user/user.store.ts'

const PATH = '/api/ExtLogin/backchannel'
/** Bytes of the form with the token. */
const BODY_BYTES_MAX = 16 * 1024

/**
 * Where an OpenID provider says that a person has signed out there (W50, OpenID Connect Back-Channel Logout 1.0): with the number of the
 * provider, or the first one without it. It takes no cookie; the signature of the provider is the right. Every refusal is 400 (S167).
 */
export function serveBackchannel(app: FastifyInstance, services: Services) {
  const rate = ratesOf(services)
  const answer = async (request: FastifyRequest<{ Params: { provider?: string } }>, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    try {
      await rate('ExtLogin/backchannel', networkOf(request.ip))
      const token = await tokenIn(request)
      const provider = await mustBeProvider(services, request.params.provider)
      await endFor(services, provider, token, request.ip)
      return reply.code(200).send()
    } catch (error) {
      discardBody(request)
      if (error instanceof RequestAborted) throw error
      // The reason stays in the log: the answer says nothing about settings.
      request.log.info({ reqId: request.id, problem: error instanceof Refusal ? error.error : (error as Error).name }, 'backchannel')
      return reply
        .code(400)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ error: 'invalid_request', error_description: 'The logout token was not accepted' }))
    }
  }
  // The addresses of calls arrive in lower case (http/address.ts).
  app.post(PATH.toLowerCase(), answer)
  app.post(`${PATH}/:provider`, answer)
}

async function tokenIn(request: FastifyRequest): Promise<string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('badInput', { field: 'content-type' })
  const given = new URLSearchParams(Buffer.concat(await receive(request, BODY_BYTES_MAX)).toString()).getAll('logout_token')
  if (given.length !== 1 || !given[0]) throw new Refusal('badInput', { field: 'logout_token' })
  return given[0]
}

async function mustBeProvider(services: Services, given: string | undefined): Promise<Provider> {
  const isId = given === undefined || /^[1-9]\d{0,8}$/.test(given)
  const found = !isId ? undefined : given === undefined ? await firstProvider(services) : await providerOf(services, Number(given))
  if (!found?.is_on || found.kind !== 'oidc') throw new Refusal('notFound')
  return found
}

/** Ends the sessions and the trusted browsers, and no grants: programs act on their own until the person or an administrator ends them. */
async function endFor(services: Services, { provider_id, name, form }: Provider, token: string, address: string) {
  const { store, now } = services
  const signed = await signedOut(form, token, now())
  if (!signed) throw new Refusal('badInput', { field: 'logout_token' })
  const used = await countFailure(services, `logout token ${sha256(`${provider_id} ${signed.jti}`)}`, 2 * LOGOUT_TOLERANCE_SECONDS + 60)
  if (used > 1) throw new Refusal('badInput', { field: 'jti' })
  await store.write(async (trx) => {
    for (const uid of await endSessionsAt(trx, provider_id, atProvider(signed))) {
      const by = await rowOfUser(trx, uid)
      if (by) await writeAudit(trx, { user: null, address, now }, 'sessionEnded', { by, subject: by.username, detail: name })
    }
  })
}
