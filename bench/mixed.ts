import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from './grow-postgres.ts'
import { bareFloor, mix, seedSite, together } from './mixed-load.ts'
import { type Row, report } from './report.ts'
import { familyCpuMs, type Ours, residentMb, startOurs } from './servers.ts'

/*
 * A day at work, in seconds: of a hundred requests ninety read (pages, and now and then the tree of all), nine search and one saves. A
 * site of 5,000 pages in one item, the hardest case, because each save makes the menu of all of them anew, or in ITEMS; 16 connections;
 * one process on SQLite, then one and three on PostgreSQL, each beside a bare server that sends a page's bytes in the same run. PostgreSQL keeps its promises here as it does at work: fsync is on.
 */
const PAGES = Number(process.env['PAGES'] ?? 5000)
const ITEMS = Number(process.env['ITEMS'] ?? 1)
const SECONDS = Number(process.env['SECONDS'] ?? 10)
const CONNECTIONS = 16
const FIRST_PORT = 4901
const MEMORY = 200
/** Milliseconds after which what nobody needs any more has been given back. */
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
  const all: Ours[] = []
  try {
    const start = (n: number) => startOurs(folder, { PORT: String(FIRST_PORT + n), ...(postgres && { DATABASE_URL: postgres.url }) })
    // Filled by another process, so that what is measured is the load and not what an import leaves.
    const filling = await start(0)
    const site = await seedSite(filling.url, PAGES, ITEMS).finally(() => filling.stop('kept'))
    for (let n = 0; n < count; n++) all.push(await start(n))
    const [first] = all as [Ours]
    const requests = mix(site)
    await together(all, requests, CONNECTIONS, 3)
    const floor = await bareFloor(first.url, site, CONNECTIONS)
    const before = postgres ? familyCpuMs(postgres.pid) : 0
    const found = await together(all, requests, CONNECTIONS, SECONDS)
    const database = postgres ? (familyCpuMs(postgres.pid) - before) / (found.rps * SECONDS) : undefined
    const what = `${count === 1 ? '1 process' : `${count} processes`}, ${kind}`
    const promised = kind === 'SQLite'
    console.log(`${what}: ${JSON.stringify(found)}, bare server ${Math.round(floor)} per second`)
    rows.push({ what: `${what}: requests a second`, unit: '', measured: found.rps, ...(promised && { promise: 2500, atLeast: true }) })
    rows.push({ what: `${what}: 99th percentile`, unit: 'ms', measured: found.p99, ...(promised && { promise: 25 }) })
    rows.push({ what: `${what}: CPU of the server per request`, unit: 'ms', measured: found.cpu })
    if (database !== undefined) rows.push({ what: `${what}: CPU of the database per request`, unit: 'ms', measured: database })
    rows.push({ what: `${what}: share of the bare server’s requests`, unit: '', measured: found.rps / floor })
    const largest = () => Math.max(...all.map(({ pid }) => residentMb(pid)))
    rows.push({ what: `${what}: memory in the moment the load ends, the largest process`, unit: 'MB', measured: largest() })
    await wait(REST)
    rows.push({ what: `${what}: memory after the load, the largest process`, unit: 'MB', measured: largest(), promise: MEMORY })
  } finally {
    for (const one of all) await one.stop('kept')
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
