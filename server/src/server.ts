import { join } from 'node:path'
import { everyCall, Refusal } from '@sheaf/contract'
import { openApi } from '@sheaf/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { serveAgents } from './agent/agent.ts'
import { keyOf } from './auth/secrets.ts'
import { joinPeers } from './cluster/peers.ts'
import { fileStores } from './common/storage.store.ts'
import { serveConsoleWorker } from './console/serve-worker.ts'
import type { Services } from './context.ts'
import { openServerStore } from './db/dialect.ts'
import { migrate, mustNotBeLost } from './db/migrate.ts'
import { serveBackchannel } from './ext-login/backchannel.ts'
import { guards, handlers } from './handlers.ts'
import { makeApp } from './http/app.ts'
import { loggedError, serveMetrics } from './http/observe.ts'
import { serveCalls } from './http/serve.ts'
import { serveStatic } from './http/static.ts'
import { serveOauth } from './oauth/endpoints.ts'
import { makeOutbound } from './outbound/outbound.ts'
import { servePages } from './reading/html.ts'
import { type Config, version } from './runtime/config.ts'
import { clockOf } from './runtime/days.ts'
import { keepWorkers } from './runtime/workers.ts'
import { mustBeUsable } from './storage/disk.ts'
import { prepareSetup } from './user/setup.ts'
import { serveUnsubscribe } from './watch/mail/endpoint.ts'

export interface Server {
  app: FastifyInstance
  services: Services
  /** The secret of the set-up link while there is no administrator. */
  setup: string | undefined
  /** Runs `last` after the HTTP server has stopped and before the database closes. */
  close: (last?: () => Promise<void>) => Promise<void>
}

/** Creates the whole server, ready to listen; `dist` is the folder of the built web app. */
export async function makeServer(config: Config, dist: string): Promise<Server> {
  await mustBeUsable(config)
  await mustNotBeLost(config)
  const serializers = { err: loggedError }
  const log = pino({ level: config.LOG_LEVEL, base: null, serializers, redact: ['req.headers', '*.password', '*.token'] })
  const store = openServerStore(config.DATABASE_URL ?? join(config.DATA_DIR, 'sheaf.db'))
  const done = await migrate(store)
  if (done.length) log.info({ migrations: done }, 'database updated')
  const services: Services = {
    config,
    store,
    log,
    now: clockOf(config),
    files: fileStores({ config, store, log }),
    outbound: makeOutbound(config),
  }
  // The start fails here if the key that encrypts secret settings cannot be read or created.
  keyOf(services)
  await joinPeers(services).catch(async (error: Error) => {
    await store.close()
    throw error
  })
  const app = makeApp(services)
  serveMetrics(app, config)
  serveCalls(app, services, handlers, guards)
  serveOauth(app, services)
  serveUnsubscribe(app, services)
  serveBackchannel(app, services)
  let description: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    // Built on the first request: building it at start-up would take a quarter of the start time.
    description ??= JSON.stringify(openApi(everyCall(), version, config.PUBLIC_URL ?? (config.BASE_PATH || '/')))
    return reply.type('application/json; charset=utf-8').send(description)
  })
  // Only shows that the process responds: while the database is away, a restart would not help.
  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/healthz', async (_request, reply) => {
    // The parameter defeats cached results, and reading a table makes the database open its file.
    await store.hot('select ? as at from migration limit 1', [Date.now()])
    return reply.header('cache-control', 'no-store').send({ ok: true })
  })
  serveStatic(app, join(dist, 'web'))
  serveConsoleWorker(app, services, dist)
  const pages = servePages(app, services, dist)
  serveAgents(app, services, {
    '/mcp': (request, reply) => pages.item(request, reply, 'mcp'),
    '/mcp/open': pages.notFound,
    '/mcp.php': pages.notFound,
  })
  app.setNotFoundHandler((request, reply) => {
    if (
      request.url.startsWith('/api/') ||
      !['GET', 'HEAD'].includes(request.method) ||
      !String(request.headers.accept).includes('text/html')
    )
      throw new Refusal('unknownCall')
    return pages.notFound(request, reply)
  })
  const setup = await prepareSetup(services)
  const endWorkers = keepWorkers()
  return {
    app,
    services,
    setup,
    async close(last) {
      // A connection that was busy at shutdown becomes idle once its response is sent; Fastify does not close it.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close().finally(() => clearInterval(sweep))
      await endWorkers()
      await last?.()
      await store.close()
    },
  }
}
