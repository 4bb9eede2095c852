import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from './grow-postgres.ts'
import { minimalServerRps, mix, runLoad, seedSite } from './mixed-load.ts'
import { type Row, report } from './report.ts'
import { type BenchServer, processTreeCpuMs, residentMb, startServer } from './servers.ts'

/*
 * A typical load: of a hundred requests ninety read pages and trees, nine search and one saves. All 5,000 pages are in one item
 * (or in ITEMS items), which is the hardest case, because each save renders the menu of all pages again. There are 16 connections:
 * to one process on SQLite, then to one and three processes on PostgreSQL with fsync on. Each run also measures a minimal server
 * that sends the bytes of a page.
 */
const PAGES = Number(process.env['PAGES'] ?? 5000)
const ITEMS = Number(process.env['ITEMS'] ?? 1)
const SECONDS = Number(process.env['SECONDS'] ?? 10)
const CONNECTIONS = 16
const FIRST_PORT = 4901
const MEMORY = 200
/** Milliseconds until unused memory has been returned to the system. */
const REST = 15_000
const rows: Row[] = []

for (const [kind, count] of [
  ['SQLite', 1],
  ['PostgreSQL', 1],
  ['PostgreSQL', 3],
] as const)
  if ((process.env['CASES'] ?? 'SQLite1,PostgreSQL1,PostgreSQL3').split(',').includes(`${kind}${count}`)) await measure(kind, count)
console.log(`\n${PAGES} pages in ${ITEMS === 1 ? 'one item' : `${ITEMS} items`}, Node ${process.versions.node}\n\n${report(rows)}`)

async function measure(kind: 'SQLite' | 'PostgreSQL', count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-mixed-'))
  const postgres = kind === 'PostgreSQL' ? await startPostgres({ fsync: 'on' }) : undefined
  const all: BenchServer[] = []
  try {
    const start = (n: number) => startServer(folder, { PORT: String(FIRST_PORT + n), ...(postgres && { DATABASE_URL: postgres.url }) })
    // Another process fills the site, so that memory left over from the import is not measured.
    const filling = await start(0)
    const site = await seedSite(filling.url, PAGES, ITEMS).finally(() => filling.stop('kept'))
    for (let n = 0; n < count; n++) all.push(await start(n))
    const [first] = all as [BenchServer]
    const requests = mix(site)
    await runLoad(all, requests, CONNECTIONS, 3)
    const floor = await minimalServerRps(first.url, site, CONNECTIONS)
    const before = postgres ? processTreeCpuMs(postgres.pid) : 0
    const result = await runLoad(all, requests, CONNECTIONS, SECONDS)
    const database = postgres ? (processTreeCpuMs(postgres.pid) - before) / (result.rps * SECONDS) : undefined
    const what = `${count === 1 ? '1 process' : `${count} processes`}, ${kind}`
    const hasLimits = kind === 'SQLite'
    console.log(`${what}: ${JSON.stringify(result)}, bare server ${Math.round(floor)} per second`)
    rows.push({ label: `${what}: requests per second`, unit: '', measured: result.rps, ...(hasLimits && { limit: 2500, atLeast: true }) })
    rows.push({ label: `${what}: 99th percentile`, unit: 'ms', measured: result.p99, ...(hasLimits && { limit: 25 }) })
    rows.push({ label: `${what}: CPU of the server per request`, unit: 'ms', measured: result.cpu })
    if (database !== undefined) rows.push({ label: `${what}: CPU of the database per request`, unit: 'ms', measured: database })
    rows.push({ label: `${what}: requests relative to the bare server`, unit: '', measured: result.rps / floor })
    const largest = () => Math.max(...all.map(({ pid }) => residentMb(pid)))
    rows.push({ label: `${what}: memory of the largest process when the load ends`, unit: 'MB', measured: largest() })
    await wait(REST)
    rows.push({ label: `${what}: memory of the largest process after the load`, unit: 'MB', measured: largest(), limit: MEMORY })
  } finally {
    for (const one of all) await one.stop('kept')
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
