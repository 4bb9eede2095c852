import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { tidyInTurn } from '../server/src/retention/retention.ts'
import { readConfig } from '../server/src/runtime/config.ts'
import { makeServer } from '../server/src/server.ts'
import { fetchDue } from '../server/src/source/fetch/source.fetch.service.ts'
import { ownAddress } from './agents/receivers.ts'
import { startPostgres } from './grow-postgres.ts'
import { line } from './line.ts'
import { openapiOf } from './openapi-sample.ts'
import { type Row, report } from './report.ts'

/*
 * R130: a year of hourly fetches of a description that differs each time. The clock of the server is moved by an hour for each fetch; the
 * fetches, the syncs and the deletion of what has expired are those of a running server. Versions, the database and the live memory must stay
 * bounded. The year ends early after MINUTES, and the first row says how many fetches there were.
 */
const FETCHES = Number(process.env['FETCHES'] ?? 365 * 24)
const MINUTES = Number(process.env['MINUTES'] ?? 60)
const BYTES = 20_000
const HOUR = 3600
const EVERY = 50
const KEPT = 50
/** A server deletes what has expired each hour; less often here, because its pauses would take most of the run. */
const TIDY_HOURS = 12

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const rows: Row[] = []
for (const kind of (process.env['DATABASES'] ?? 'sqlite').split(',')) await measure(kind)
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)

async function measure(kind: string) {
  if (!ownAddress) throw new Error('This machine has no IPv4 address in a network, which the address of a source needs')
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-fetches-'))
  const postgres = kind === 'postgres' ? await startPostgres() : undefined
  const host = await startHost(ownAddress)
  const server = await makeServer(
    readConfig({
      NODE_ENV: 'test',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      OUTBOUND_ALLOW: ownAddress,
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: 'admin-password-1',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    }),
    join(import.meta.dirname, '../dist'),
  )
  const { services } = server
  try {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    let user_token = ''
    const call = async <T>(path: string, fields: Record<string, string>, file?: Blob): Promise<T> => {
      const body = file ? new FormData() : new URLSearchParams()
      for (const [name, value] of Object.entries({ user_token, ...fields })) body.set(name, value)
      if (body instanceof FormData && file) body.set('file', file, 'orders.json')
      const { error_code, error_message, data } = await (await fetch(`${address}/api/${path}`, { method: 'POST', body })).json()
      if (error_code) throw new Error(`${path}: ${error_message}`)
      return data
    }
    const signIn = async () => {
      user_token = ''
      user_token = (await call<{ user_token: string }>('user/login', { username: 'admin', password: 'admin-password-1' })).user_token
    }
    await signIn()
    const { item_id } = await call<{ item_id: string }>('item/add', { item_name: 'Orders' })
    const { source_id } = await call<{ source_id: string }>(
      'source/add',
      { item_id, name: 'orders', title: 'Orders' },
      new Blob([host.next()]),
    )
    await call('source/saveSchedule', { source_id, url: host.url, every_hours: '1', header_name: '', header_value: '' })
    const { now } = services
    let hours = 0
    services.now = () => now() + hours * (HOUR + 1)
    const samples: { fetch: number; alive: number; resident: number; databaseMb: number }[] = []
    const counts = { fetched: 0, versions: 0 }
    const begun = performance.now()
    while (hours < FETCHES && performance.now() - begun < MINUTES * 60_000) {
      hours++
      counts.fetched += await fetchDue(services, async () => services.now())
      if (hours % TIDY_HOURS === 0) await tidyInTurn(services)
      if (hours % EVERY > 0) continue
      const { versions } = await services.store.db
        .selectFrom('source_version')
        .select(({ fn }) => fn.countAll<number>().as('versions'))
        .executeTakeFirstOrThrow()
      counts.versions = Math.max(counts.versions, Number(versions))
      samples.push({ fetch: hours, ...memory(), databaseMb: await databaseMb() })
      if (hours % (EVERY * 10) === 0) console.log(JSON.stringify(samples.at(-1)))
    }
    const seconds = (performance.now() - begun) / 1000
    // The session of the start has expired months ago.
    await signIn()
    const [last] = (await call<{ list: { seq: string; state: string }[] }>('source/versions', { source_id })).list
    // Two thirds of the samples: before, the server compiles its code and fills its caches.
    const settled = samples.slice(Math.floor(samples.length / 3))
    const slope = (of: 'alive' | 'resident' | 'databaseMb') => line(settled.map((one) => [one.fetch / 1000, one[of]]))
    const [alive, resident, size] = [slope('alive'), slope('resident'), slope('databaseMb')]
    rows.push(
      {
        label: `${kind}: fetches of ${hours} hours, in ${seconds.toFixed(0)} s`,
        unit: '',
        measured: counts.fetched,
        limit: hours,
        atLeast: true,
      },
      {
        label: `${kind}: versions that they made and applied`,
        unit: '',
        measured: last?.state === 'applied' ? Number(last.seq) - 1 : 0,
        limit: hours,
        atLeast: true,
      },
      { label: `${kind}: versions in the database, at most`, unit: '', measured: counts.versions, limit: KEPT },
      { label: `${kind}: growth of live memory per 1,000 fetches`, unit: 'MB', measured: alive.slope, limit: Math.max(0.1, alive.error) },
      { label: `${kind}: uncertainty of this growth (±)`, unit: 'MB', measured: alive.error },
      { label: `${kind}: growth of the memory of the process per 1,000 fetches`, unit: 'MB', measured: resident.slope },
      { label: `${kind}: uncertainty of this growth (±)`, unit: 'MB', measured: resident.error },
      { label: `${kind}: growth of the database per 1,000 fetches`, unit: 'MB', measured: size.slope },
      { label: `${kind}: uncertainty of this growth (±)`, unit: 'MB', measured: size.error },
      { label: `${kind}: database at the end`, unit: 'MB', measured: samples.at(-1)?.databaseMb ?? 0 },
    )
  } finally {
    await server.close()
    await host.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  function memory() {
    collect()
    const { heapUsed, external, rss } = process.memoryUsage()
    return { alive: (heapUsed + external) / 1e6, resident: rss / 1e6 }
  }

  /** The size of what is stored, without what is free in the file. */
  async function databaseMb() {
    const question =
      kind === 'postgres'
        ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
        : sql<{ bytes: number }>`select (select page_count from pragma_page_count()) * (select page_size from pragma_page_size()) as bytes`
    const { rows: found } = await question.execute(services.store.db)
    return Number(found[0]?.bytes ?? 0) / 1e6
  }
}

/** Serves a description whose words are others each time. */
async function startHost(host: string) {
  const sample = openapiOf(BYTES)
  let n = 0
  const next = () => {
    n++
    const document = JSON.parse(sample) as { paths: Record<string, { get: { description: string } }> }
    const paths = Object.values(document.paths)
    const changed = paths[n % paths.length]
    if (changed) changed.get.description = `What it says in version ${n}.`
    return JSON.stringify(document)
  }
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(next()),
  )
  await new Promise<void>((done) => server.listen(0, host, done))
  const address = server.address()
  return {
    next,
    url: `http://${host}:${typeof address === 'object' ? address?.port : ''}/openapi.json`,
    close: () => new Promise((done) => server.close(done)),
  }
}
