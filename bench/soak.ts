import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from './grow-postgres.ts'
import { line } from './line.ts'
import { seedSite } from './mixed-load.ts'
import { type Row, report } from './report.ts'
import { type BenchServer, startServer } from './servers.ts'
import { type ResourceSample, sampleResources } from './soak-samples.ts'
import { counters, differences, refusals, simulateUser } from './soak-users.ts'

/*
 * R17: fifty users for half an hour. The resources that a server holds must not grow with time alone. They are printed every half
 * minute, and at the end as the slope after a warm-up of a third of the run. MINUTES=1440 runs for a day. PROCESSES=3 starts three
 * servers on one PostgreSQL, each with a third of the users; at the end all of them must give the same answers.
 */
const MINUTES = Number(process.env['MINUTES'] ?? 30)
const PROCESSES = Number(process.env['PROCESSES'] ?? 1)
const USERS = 50
const EVERY = 30_000
const DEBUGGER = 4880
/** Milliseconds until an idle connection is closed, with a margin. */
const CONNECTION_KEPT = 80_000

const postgres = PROCESSES > 1 ? await startPostgres() : undefined
const folder = mkdtempSync(join(tmpdir(), 'sheaf-soak-'))
const files = join(folder, 'files')
mkdirSync(files)
const servers: BenchServer[] = []
for (let n = 0; n < PROCESSES; n++) {
  const own = join(folder, `${n}`)
  mkdirSync(own)
  symlinkSync(files, join(own, 'files'))
  const shared = postgres && { DATABASE_URL: postgres.url, SECRET_KEY: 'a key that all processes of the soak have' }
  servers.push(await startServer(own, { PORT: `${4896 + n}`, NODE_OPTIONS: `--inspect=127.0.0.1:${DEBUGGER + n}`, ...shared }))
}
const urls = servers.map(({ url }) => url)
const site = await seedSite(urls[0] as string, 2000)
const sample = (minute: number) => Promise.all(servers.map((server, n) => sampleResources(server, minute, DEBUGGER + n)))

const atRest = await sample(0)
const samples: ResourceSample[][] = []
const end = Date.now() + MINUTES * 60_000
const users = Array.from({ length: USERS }, (_, n) => simulateUser(urls[n % PROCESSES] as string, site, n, end))
for (const begun = Date.now(); Date.now() < end; await wait(EVERY)) {
  const now = await sample((Date.now() - begun) / 60_000)
  samples.push(now)
  console.log(now.map((one) => JSON.stringify(one)).join(' '), counters)
}
await Promise.all(users)
const different = PROCESSES > 1 ? await differences(urls, site) : []
await wait(CONNECTION_KEPT)
const last = await sample(MINUTES)

const rows: Row[] = servers.flatMap((_, n) => {
  const own = samples.map((one) => one[n] as ResourceSample)
  const growth = line(own.slice(Math.floor(own.length / 3)).map(({ minute, alive }) => [minute / 60, alive]))
  const [first, final] = [atRest[n] as ResourceSample, last[n] as ResourceSample]
  const name = (label: string) => (PROCESSES > 1 ? `Process ${n + 1}: ${label}` : label)
  return [
    { label: name('Growth of live memory per hour, after the warm-up'), unit: 'MB', measured: growth.slope, limit: 1 },
    { label: name('Uncertainty of this growth (±)'), unit: 'MB', measured: growth.error },
    { label: name('Live memory at the end'), unit: 'MB', measured: final.alive },
    { label: name('Process memory at the end'), unit: 'MB', measured: final.mb },
    { label: name('Process memory, maximum'), unit: 'MB', measured: Math.max(...own.map(({ mb }) => mb)) },
    { label: name('Open handles after all users left, compared with before'), unit: '', measured: final.handles - first.handles, limit: 5 },
    { label: name('Temporary files at the end'), unit: '', measured: final.temporary, limit: 0 },
    { label: name('Database log, maximum'), unit: 'MB', measured: Math.max(...own.map(({ walMb }) => walMb)), limit: 64 },
  ]
})
rows.push({ label: 'Refused or failed requests', unit: '', measured: counters.refused, limit: 0 })
if (PROCESSES > 1) rows.push({ label: 'Answers that differ between the processes', unit: '', measured: different.length, limit: 0 })
const summary = `${counters.requests} requests in ${MINUTES} minutes, ${PROCESSES} processes, Node ${process.versions.node}`
console.log(`\n${summary}\n\n${report(rows)}`, Object.fromEntries(refusals), different.slice(0, 20))
for (const server of servers) await server.stop('kept')
await postgres?.stop()
rmSync(folder, { recursive: true, force: true })
