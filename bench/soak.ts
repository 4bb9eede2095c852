import { setTimeout as wait } from 'node:timers/promises'
import { line } from './line.ts'
import { seedSite } from './mixed-load.ts'
import { type Row, report } from './report.ts'
import { startServer } from './servers.ts'
import { type ResourceSample, sampleResources } from './soak-samples.ts'
import { counters, refusals, simulateUser } from './soak-users.ts'

/*
 * R17: fifty users for half an hour. The resources that the server holds must not grow with time alone. They are printed every half
 * minute, and at the end as the slope after a warm-up of a third of the run. MINUTES=1440 runs for a day.
 */
const MINUTES = Number(process.env['MINUTES'] ?? 30)
const USERS = 50
const EVERY = 30_000
const DEBUGGER = 4895
/** Milliseconds until an idle connection is closed, with a margin. */
const CONNECTION_KEPT = 80_000

const server = await startServer(undefined, { PORT: '4896', NODE_OPTIONS: `--inspect=127.0.0.1:${DEBUGGER}` })
const site = await seedSite(server.url, 2000)
const atRest = await sampleResources(server, 0, DEBUGGER)
const samples: ResourceSample[] = []
const end = Date.now() + MINUTES * 60_000
const users = Array.from({ length: USERS }, (_, n) => simulateUser(server.url, site, n, end))
for (const begun = Date.now(); Date.now() < end; await wait(EVERY)) {
  samples.push(await sampleResources(server, (Date.now() - begun) / 60_000, DEBUGGER))
  console.log(JSON.stringify(samples.at(-1)), counters)
}
await Promise.all(users)
await wait(CONNECTION_KEPT)
const last = await sampleResources(server, MINUTES, DEBUGGER)
const afterWarmUp = samples.slice(Math.floor(samples.length / 3))
const growth = line(afterWarmUp.map(({ minute, alive }) => [minute / 60, alive]))
const rows: Row[] = [
  { label: 'Growth of live memory per hour, after the warm-up', unit: 'MB', measured: growth.slope, limit: 1 },
  { label: 'Uncertainty of this growth (±)', unit: 'MB', measured: growth.error },
  { label: 'Live memory at the end', unit: 'MB', measured: last.alive },
  { label: 'Process memory at the end', unit: 'MB', measured: last.mb },
  { label: 'Process memory, maximum', unit: 'MB', measured: Math.max(...samples.map(({ mb }) => mb)) },
  { label: 'Open handles after all users left, compared with before', unit: '', measured: last.handles - atRest.handles, limit: 5 },
  { label: 'Temporary files at the end', unit: '', measured: last.temporary, limit: 0 },
  { label: 'Database log, maximum', unit: 'MB', measured: Math.max(...samples.map(({ walMb }) => walMb)), limit: 64 },
  { label: 'Refused or failed requests', unit: '', measured: counters.refused, limit: 0 },
]
const summary = `${counters.requests} requests in ${MINUTES} minutes, Node ${process.versions.node}`
console.log(`\n${summary}\n\n${report(rows)}`, Object.fromEntries(refusals))
await server.stop()
