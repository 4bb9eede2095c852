import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../runtime/config.ts'
import { callOf } from './call-route.ts'

/** Prometheus figures for this machine only. */
export async function serveMetrics(app: FastifyInstance) {
  const { Counter, collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'sheaf_requests_total',
    help: 'Answers by call and status',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'sheaf_request_seconds',
    help: 'Time to answer',
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    requests.inc({ call: callOf(request)?.path ?? request.routeOptions.url ?? 'none', status: reply.statusCode })
    seconds.observe(reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request.ip.replace('::ffff:', ''))) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
