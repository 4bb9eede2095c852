import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isId, Refusal } from '@sheaf/contract'
import type { FastifyInstance } from 'fastify'
import { mustVisit } from '../access/access.ts'
import { callerOf, cookieName, isSecure } from '../auth/session.ts'
import type { Services } from '../context.ts'
import { networkOf, ratesOf } from '../http/limits/rate.ts'
import { contextOf, cookieOf } from '../http/request.ts'
import { workerPolicy } from './console.rules.ts'
import { shownAddresses } from './console.store.ts'

/**
 * `GET /console/{item_id}/worker.js`: the script that sends the requests of readers. It is the same for all items. A worker obeys the
 * policy that its own script came with, so this one lists the origins of the item's environments, and pages keep `connect-src 'self'`.
 */
export function serveConsoleWorker(app: FastifyInstance, services: Services, dist: string) {
  const rate = ratesOf(services)
  const cookie = cookieName(isSecure(services))
  let script: Promise<Buffer> | undefined
  app.get<{ Params: { item_id: string } }>('/console/:item_id/worker.js', async (request, reply) => {
    await rate('console/worker', networkOf(request.ip))
    const { item_id } = request.params
    if (!isId(item_id)) throw new Refusal('noVisit')
    const caller = await callerOf(services, cookieOf(request.headers, cookie) ?? '')
    await mustVisit(contextOf(services, caller, request, reply), Number(item_id))
    script ??= readFile(join(dist, 'console', 'worker.js')).catch((error: unknown) => {
      // A failure is not kept: the next request reads the file again.
      script = undefined
      throw error
    })
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy': workerPolicy(await shownAddresses(services, Number(item_id))),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(await script)
  })
}
