import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startPostgres } from './grow-postgres.ts'
import { type Row, report } from './report.ts'
import { createBenchShowdoc } from './showdoc-sample.ts'

/* The limit of a migration: 100,000 pages with 300,000 revisions in 15 minutes and 500 MB, including the comparison of every text. */
const PAGES = Number(process.env['PAGES'] ?? 100_000)
const program = resolve(import.meta.dirname, '../dist/server/sheaf.js')
const rows: Row[] = []
const source = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-'))

console.log(`Creating ${PAGES} pages …`)
createBenchShowdoc(source, PAGES)
for (const kind of (process.env['DATABASES'] ?? 'sqlite,postgres').split(',')) await measure(kind)
rmSync(source, { recursive: true, force: true })
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)

async function measure(kind: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-moved-'))
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) }
  const start = performance.now()
  const child = spawn(process.execPath, [program, 'import-showdoc', source, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let [output, peak] = ['', 0]
  child.stdout.on('data', (text) => {
    output += text
  })
  const timer = setInterval(() => {
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  }, 200)
  const code = await new Promise((done) =>
    child.once('exit', (ended) => {
      clearInterval(timer)
      done(ended)
    }),
  )
  if (code !== 0) throw new Error(`import-showdoc ended with ${code}`)
  const { pages, versions } = JSON.parse(output) as { pages: { same: number }; versions: { same: number } }
  const what = `${kind}: ${pages.same} pages with ${versions.same} revisions`
  rows.push({ label: `${what} migrated and compared`, unit: 'min', measured: (performance.now() - start) / 60_000, limit: 15 })
  rows.push({ label: `${kind}: memory`, unit: 'MB', measured: peak, limit: 500 })
  rmSync(folder, { recursive: true, force: true })
  await postgres?.stop()
}
