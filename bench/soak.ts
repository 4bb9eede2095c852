import { setTimeout as wait } from 'node:timers/promises'
import { seedSite } from './mixed-load.ts'
import { type Row, report } from './report.ts'
import { startOurs } from './servers.ts'
import { type Held, held } from './soak-held.ts'
import { done, refusals, work } from './soak-people.ts'

/*
 * R17: fifty people at work for half an hour; what a server holds must not grow by time alone. Told every half minute, and at the end
 * as the slope after a warm-up of a third. MINUTES=1440 is the long run of an operator.
 */
const MINUTES = Number(process.env['MINUTES'] ?? 30)
const PEOPLE = 50
const EVERY = 30_000
const DEBUGGER = 4895
/** Milliseconds until a connection on which nothing more is asked is closed, and a little more. */
const CONNECTION_KEPT = 80_000

const ours = await startOurs(undefined, { PORT: '4896', NODE_OPTIONS: `--inspect=127.0.0.1:${DEBUGGER}` })
const site = await seedSite(ours.url, 2000)
const atRest = await held(ours, 0, DEBUGGER)
const samples: Held[] = []
const end = Date.now() + MINUTES * 60_000
const people = Array.from({ length: PEOPLE }, (_, n) => work(ours.url, site, n, end))
for (const begun = Date.now(); Date.now() < end; await wait(EVERY)) {
  samples.push(await held(ours, (Date.now() - begun) / 60_000, DEBUGGER))
  console.log(JSON.stringify(samples.at(-1)), done)
}
await Promise.all(people)
await wait(CONNECTION_KEPT)
const last = await held(ours, MINUTES, DEBUGGER)
const settled = samples.slice(Math.floor(samples.length / 3))
const growth = line(settled.map(({ minute, alive }) => [minute / 60, alive]))
const rows: Row[] = [
  { what: 'What is alive in memory grows by the hour, after the warm-up', unit: 'MB', measured: growth.slope, promise: 1 },
  { what: 'and how far that slope can be told, give or take', unit: 'MB', measured: growth.error },
  { what: 'Alive at the end', unit: 'MB', measured: last.alive },
  { what: 'Memory of the process at the end', unit: 'MB', measured: last.mb },
  { what: 'and at most', unit: 'MB', measured: Math.max(...samples.map(({ mb }) => mb)) },
  { what: 'Open handles when all have left, more than before they came', unit: '', measured: last.handles - atRest.handles, promise: 5 },
  { what: 'Temporary files at the end', unit: '', measured: last.temporary, promise: 0 },
  { what: 'Log of the database, at most', unit: 'MB', measured: Math.max(...samples.map(({ walMb }) => walMb)), promise: 64 },
  { what: 'Requests that were refused or failed', unit: '', measured: done.refused, promise: 0 },
]
const told = `${done.requests} requests in ${MINUTES} minutes, Node ${process.versions.node}`
console.log(`\n${told}\n\n${report(rows)}`, Object.fromEntries(refusals))
await ours.stop()

/** The line that fits these points best, and the 95 % bounds of its slope. */
function line(points: [x: number, y: number][]) {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
  const slope = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0) / spread
  const rest = points.reduce((sum, [px, py]) => sum + (py - y - slope * (px - x)) ** 2, 0) / (points.length - 2)
  return { slope, error: 2 * Math.sqrt(rest / spread) }
}
