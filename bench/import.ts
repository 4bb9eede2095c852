import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openapiOf, yamlOf } from './openapi-sample.ts'
import { type Row, report } from './report.ts'
import { type Ours, startOurs } from './servers.ts'

/*
 * The promises of imports: how long an OpenAPI file of 5 MB takes until all of its pages are there, how much memory above what the
 * server takes at rest, and how long another client waits for page/info at worst meanwhile.
 */
const BYTES = Number(process.env['BYTES'] ?? 5_000_000)
const rows: Row[] = []
const json = openapiOf(BYTES)

await measure('JSON', 'bench.json', json)
await measure('YAML', 'bench.yaml', yamlOf(JSON.parse(json)))
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)

async function measure(what: string, name: string, text: string) {
  const ours = await startOurs(mkdtempSync(join(tmpdir(), 'sheaf-import-')))
  try {
    const { user_token } = await call<{ user_token: string }>(
      ours,
      'user/login',
      fields({ username: 'admin', password: 'admin-password-1' }),
    )
    const small = await send(ours, user_token, 'small.json', openapiOf(1000))
    const { menu } = await call<{ menu: { pages: { page_id: string }[] } }>(
      ours,
      'item/info',
      fields({ item_id: small.item_id }),
      user_token,
    )
    const watched = watch(ours, menu.pages[0]?.page_id as string, user_token)
    await wait(1500)
    watched.begin()
    const start = performance.now()
    const { report: made } = await send(ours, user_token, name, text)
    const seconds = (performance.now() - start) / 1000
    const { mb, worst } = await watched.end()
    const size = `${(text.length / 1e6).toFixed(1)} MB of ${what}, ${made.pages} pages`
    rows.push({ what: `Import of ${size}`, unit: 's', measured: seconds, promise: 30 })
    rows.push({ what: `${what}: memory above idle`, unit: 'MB', measured: mb, promise: 900 })
    rows.push({ what: `${what}: others’ page/info at worst`, unit: 'ms', measured: worst, promise: 50 })
  } finally {
    await ours.stop()
  }
}

function fields(values: Record<string, string>) {
  return new URLSearchParams(values)
}

async function call<T>({ url }: Ours, path: string, body: BodyInit, token = ''): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await (await fetch(`${url}/api/${path}`, { method: 'POST', body, headers })).json()
  if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

function send(ours: Ours, token: string, name: string, text: string) {
  const form = new FormData()
  form.set('file', new Blob([text]), name)
  return call<{ item_id: string; report: { pages: number } }>(ours, 'import/auto', form, token)
}

/** Resident memory of the server, and how long somebody else waits for a page. */
function watch(ours: Ours, page_id: string, token: string) {
  const resident = () => (Number(readFileSync(`/proc/${ours.pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1024 / 1024
  let [idle, peak, worst, isOver] = [0, 0, 0, false]
  const timer = setInterval(() => {
    peak = Math.max(peak, resident())
  }, 10)
  const other = (async () => {
    while (!isOver) {
      const start = performance.now()
      await call(ours, 'page/info', fields({ page_id }), token)
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
