import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillItem } from './export-fill.ts'
import { type Row, report } from './report.ts'
import { type BenchServer, startServer } from './servers.ts'
import { watched } from './watch.ts'

/*
 * The limits of exports: duration, memory above the idle server, and the longest wait of another client for page/info during the
 * export. Each export has its own server, so that no export benefits from the caches of another.
 */
const SIZES = (process.env['SIZES'] ?? '5000,20000').split(',').map(Number)
const PICTURES = (process.env['PICTURES'] ?? '0,500').split(',').map(Number)
const FORMATS = (process.env['FORMATS'] ?? 'markdown,word').split(',')
/** Limits in seconds and MB. The seconds are for 5,000 pages and scale with the number of pages. */
const limits: Record<string, { seconds: number; mb: number }> = {
  markdown: { seconds: 0.7, mb: 60 },
  word: { seconds: 30, mb: 400 },
  html: { seconds: 60, mb: 150 },
}
const rows: Row[] = []

for (const pages of SIZES) for (const pictures of PICTURES) await measure(pages, pictures)
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)

async function measure(pages: number, pictures: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-export-'))
  const first = await startServer(folder)
  const { uid } = await login(first)
  const filled = await fillItem(folder, Number(uid), pages, pictures)
  for (const format of FORMATS) {
    const server = format === FORMATS[0] ? first : await startServer(folder)
    const result = await exportOnce(server, format, filled)
    const what = `${format}, ${pages} pages${pictures ? `, ${pictures} pictures` : ''}`
    const limit = limits[format] ?? { seconds: 60, mb: 400 }
    console.log(`${what}: ${result.seconds.toFixed(2)} s, ${(result.bytes / 1e6).toFixed(1)} MB`)
    rows.push({ label: `Export as ${what}`, unit: 's', measured: result.seconds, limit: (limit.seconds * pages) / 5000 })
    rows.push({ label: `${what}: memory above idle`, unit: 'MB', measured: result.mb, limit: limit.mb })
    rows.push({ label: `${what}: slowest page/info of another client`, unit: 'ms', measured: result.worst, limit: 50 })
    await server.stop(format === FORMATS.at(-1) ? undefined : 'kept')
  }
}

async function login({ url }: BenchServer) {
  const body = new URLSearchParams({ username: 'admin', password: 'admin-password-1' })
  const answer = await (await fetch(`${url}/api/user/login`, { method: 'POST', body })).json()
  return answer.data as { uid: string; user_token: string }
}

async function exportOnce(server: BenchServer, format: string, { item_id, page_id }: { item_id: string; page_id: string }) {
  const { user_token } = await login(server)
  const headers = { authorization: `Bearer ${user_token}` }
  let bytes = 0
  const result = await watched(server, page_id, async () => {
    const answer = await fetch(`${server.url}/api/export/${format}?item_id=${item_id}`, { headers })
    if (!answer.headers.get('content-disposition')) throw new Error(await answer.text())
    for await (const part of answer.body as AsyncIterable<Uint8Array>) bytes += part.length
  })
  return { ...result, bytes }
}
