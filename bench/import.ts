import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openapiOf, yamlOf } from './openapi-sample.ts'
import { type Row, report } from './report.ts'
import { type BenchServer, startServer } from './servers.ts'

/*
 * The limits of an import of an OpenAPI file of 5 MB. Measured are the duration until all pages exist, the memory above the idle
 * server, and the longest wait of another client for page/info.
 */
const BYTES = Number(process.env['BYTES'] ?? 5_000_000)
const rows: Row[] = []
const json = openapiOf(BYTES)

await measure('JSON', 'bench.json', json)
await measure('YAML', 'bench.yaml', yamlOf(JSON.parse(json)))
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)

async function measure(what: string, name: string, text: string) {
  const server = await startServer(mkdtempSync(join(tmpdir(), 'sheaf-import-')))
  try {
    const { user_token } = await call<{ user_token: string }>(
      server,
      'user/login',
      fields({ username: 'admin', password: 'admin-password-1' }),
    )
    const small = await send(server, user_token, 'small.json', openapiOf(1000))
    const { menu } = await call<{ menu: { pages: { page_id: string }[] } }>(
      server,
      'item/info',
      fields({ item_id: small.item_id }),
      user_token,
    )
    const watched = watch(server, menu.pages[0]?.page_id as string, user_token)
    await wait(1500)
    watched.begin()
    const start = performance.now()
    const { report: made } = await send(server, user_token, name, text)
    const seconds = (performance.now() - start) / 1000
    const { mb, worst } = await watched.end()
    const size = `${(text.length / 1e6).toFixed(1)} MB of ${what}, ${made.pages} pages`
    rows.push({ label: `Import of ${size}`, unit: 's', measured: seconds, limit: 30 })
    rows.push({ label: `${what}: memory above idle`, unit: 'MB', measured: mb, limit: 900 })
    rows.push({ label: `${what}: slowest page/info of another client`, unit: 'ms', measured: worst, limit: 50 })
  } finally {
    await server.stop()
  }
}

function fields(values: Record<string, string>) {
  return new URLSearchParams(values)
}

async function call<T>({ url }: BenchServer, path: string, body: BodyInit, token = ''): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await (await fetch(`${url}/api/${path}`, { method: 'POST', body, headers })).json()
  if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

function send(server: BenchServer, token: string, name: string, text: string) {
  const form = new FormData()
  form.set('file', new Blob([text]), name)
  return call<{ item_id: string; report: { pages: number } }>(server, 'import/auto', form, token)
}

/** Measures the resident memory of the server and how long another client waits for a page. */
function watch(server: BenchServer, page_id: string, token: string) {
  const resident = () => (Number(readFileSync(`/proc/${server.pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1024 / 1024
  let [idle, peak, worst, isOver] = [0, 0, 0, false]
  const timer = setInterval(() => {
    peak = Math.max(peak, resident())
  }, 10)
  const other = (async () => {
    while (!isOver) {
      const start = performance.now()
      await call(server, 'page/info', fields({ page_id }), token)
      worst = Math.max(worst, performance.now() - start)
      await wait(10)
    }
  })()
  return {
    begin: () => {
      idle = resident()
      peak = idle
      worst = 0
    },
    end: async () => {
      isOver = true
      await other
      clearInterval(timer)
      return { mb: peak - idle, worst }
    },
  }
}
