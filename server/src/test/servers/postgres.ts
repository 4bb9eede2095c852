import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadPostgres } from './embedded-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A URL that returns the address of the PostgreSQL of this run. The first request starts it. */
    postgres: string
  }
}

const postgresFlags = Object.entries({
  max_connections: 200,
  // The data does not outlive the run, so crash safety is off. The guarantees of a commit stay as the product sets them.
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  // Copying a database file by file runs two checkpoints. These settings leave them little to write.
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

async function freePort() {
  const probe = createServer()
  const port = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function start() {
  // Loaded on demand, because many runs during development use only test files without a database.
  const [EmbeddedPostgres, { openStore }, { MIGRATED, makeReady }] = await Promise.all([
    loadPostgres(),
    import('../../db/dialect.ts'),
    import('../ready.ts'),
  ])
  const parent = mkdtempSync(join(tmpdir(), 'sheaf-postgres-'))
  chmodSync(parent, 0o777)
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags,
    onLog: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`
  await postgres.createDatabase(MIGRATED)
  const store = openStore(`${url}/${MIGRATED}`)
  await makeReady(store)
  await store.close()
  const stop = async () => {
    await postgres.stop()
    rmSync(parent, { recursive: true, force: true })
  }
  return { url, stop }
}

/** One real PostgreSQL for the whole run. The first test that needs it starts it, and every file creates its own databases. */
export default async function setup(project: TestProject) {
  let postgres: ReturnType<typeof start> | undefined
  const server = createServer(async (_request, reply) => {
    postgres ??= start()
    await postgres.then(
      ({ url }) => reply.end(url),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    )
  })
  project.provide('postgres', `http://127.0.0.1:${await listen(server)}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await postgres?.then(({ stop }) => stop())
  }
}
