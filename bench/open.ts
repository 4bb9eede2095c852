import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { openStore } from '../server/src/db/dialect.ts'
import { pageText } from './content.ts'
import { fillSite } from './grow-fill.ts'
import { type Row, report } from './report.ts'
import { type BenchServer, startServer } from './servers.ts'

/*
 * The load of build servers: 40 pages of an item, saved by title and catalog path with another text each time. The sites have 1,000
 * and 20,000 pages. Each save, with its revision and its index entries, is durable before the response.
 */
const SIZES = (process.env['SIZES'] ?? '1000,20000').split(',').map(Number)
const SECONDS = Number(process.env['SECONDS'] ?? 6)
const TITLES = 40
const CONNECTIONS = 8
const rows: Row[] = []

for (const pages of SIZES) await measure(pages)
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)

async function measure(pages: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-open-'))
  const server = await startServer(folder)
  try {
    const { uid, user_token } = await call<{ uid: string; user_token: string }>(server, 'user/login', {
      username: 'admin',
      password: 'admin-password-1',
    })
    const store = openStore(join(folder, 'sheaf.db'))
    const { large } = await fillSite(store, Number(uid), pages)
    await store.close()
    const { api_key, api_token } = await call<Record<'api_key' | 'api_token', string>>(
      server,
      'item/getKey',
      { item_id: String(large) },
      user_token,
    )
    await push(server, { api_key, api_token }, 2)
    const { requests, latency, non2xx, errors } = await push(server, { api_key, api_token }, SECONDS)
    if (non2xx || errors) throw new Error(`${non2xx} refusals, ${errors} errors`)
    const what = `item/updateByApi, ${CONNECTIONS} connections, ${pages} pages`
    rows.push({ label: `${what}: pages per second`, unit: '', measured: requests.total / SECONDS, limit: 900, atLeast: true })
    rows.push({ label: `${what}: 99th percentile`, unit: 'ms', measured: latency.p99, limit: 30 })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function call<T>({ url }: BenchServer, path: string, fields: Record<string, string>, token = ''): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await (await fetch(`${url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })).json()
  if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

function push({ url }: BenchServer, keys: Record<string, string>, duration: number) {
  return autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    // The text differs each time, because an unchanged text is not written.
    idReplacement: true,
    requests: Array.from({ length: TITLES }, (_, n) => ({
      method: 'POST' as const,
      path: '/api/item/updateByApi',
      body: `${new URLSearchParams({ ...keys, cat_name: 'Builds/Nightly', page_title: `Module ${n}`, page_content: pageText(n) })}+[<id>]`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip' },
    })),
  })
}
