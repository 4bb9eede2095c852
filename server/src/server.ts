import { join } from 'node:path'
import { everyCall, Refusal } from '@sheaf/contract'
import { openApi } from '@sheaf/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { keyOf } from './auth/secrets.ts'
import { joinPeers } from './cluster/peers.ts'
import { fileStores } from './common/storage.store.ts'
import type { Services } from './context.ts'
import { openStore } from './db/dialect.ts'
import { migrate, mustNotBeLost } from './db/migrate.ts'
import { makeApp } from './http/app.ts'
import { loggedError, serveMetrics } from './http/observe.ts'
import { serveCalls } from './http/serve.ts'
import { serveStatic } from './http/static.ts'
import { servePages } from './reading/html.ts'
import { guards, rooms } from './rooms.ts'
import { type Config, clockOf, version } from './runtime/config.ts'
import { closeWorkers } from './runtime/workers.ts'
import { mustBeUsable } from './storage/disk.ts'
import { prepareSetup } from './user/setup.ts'

export interface Server {
  app: FastifyInstance
  house: Services
  /** The secret of the set-up link while there is no administrator. */
  setup: string | undefined
  /** `last` comes when nobody is served any more and the database is still open. */
  close: (last?: () => Promise<void>) => Promise<void>
}

/** The whole server, ready to listen; `dist` is where the built web app lies. */
export async function makeServer(config: Config, dist: string): Promise<Server> {
  await mustBeUsable(config)
  await mustNotBeLost(config)
  const serializers = { err: loggedError }
  const log = pino({ level: config.LOG_LEVEL, base: null, serializers, redact: ['req.headers', '*.password', '*.token'] })
  const store = openStore(config.DATABASE_URL ?? join(config.DATA_DIR, 'sheaf.db'))
  const done = await migrate(store)
  if (done.length) log.info({ migrations: done }, 'database updated')
  const house: Services = { config, store, log, now: clockOf(config), files: fileStores({ config, store, log }) }
  // The key for the secrets of the settings is there from the start, or the start ends here.
  keyOf(house)
  await joinPeers(house).catch(async (error: Error) => {
    await store.close()
    throw error
  })
  const app = makeApp(house)
  await serveMetrics(app)
  serveCalls(app, house, rooms, guards)
  let description: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    // Made when it is asked for: it would be a quarter of the start.
    description ??= JSON.stringify(openApi(everyCall(), version, config.PUBLIC_URL ?? (config.BASE_PATH || '/')))
    return reply.type('application/json; charset=utf-8').send(description)
  })
  app.get('/healthz', async (_request, reply) => {
    // The time makes it a new question each time, so that the database answers and no memory of it; a table makes it open the file.
    await store.hot('select ? as at from migration limit 1', [Date.now()])
    return reply.header('cache-control', 'no-store').send({ ok: true })
  })
  serveStatic(app, join(dist, 'web'))
  const pages = servePages(app, house, dist)
  app.setNotFoundHandler((request, reply) => {
    if (
      request.url.startsWith('/api/') ||
      !['GET', 'HEAD'].includes(request.method) ||
      !String(request.headers.accept).includes('text/html')
    )
      throw new Refusal('unknownCall')
    return pages.notFound(request, reply)
  })
  return {
    app,
    house,
    setup: await prepareSetup(house),
    async close(last) {
      // A connection that was busy when the end came is idle once its answer is sent; nobody else would close it.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close().finally(() => clearInterval(sweep))
      await closeWorkers()
      await last?.()
      await store.close()
    },
  }
}
