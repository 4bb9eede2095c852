import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillItem } from './export-fill.ts'
import { type Row, report } from './report.ts'
import { type Ours, startOurs } from './servers.ts'

/*
 * The promises of exports: how long they take, how much memory they take above what the server takes at rest, and how long another
 * client waits for page/info at worst meanwhile. Each export has a server of its own, so that none profits from another.
 */
const SIZES = (process.env['SIZES'] ?? '5000,20000').split(',').map(Number)
const PICTURES = (process.env['PICTURES'] ?? '0,500').split(',').map(Number)
const FORMATS = (process.env['FORMATS'] ?? 'markdown,word').split(',')
/** Seconds and MB; seconds hold for 5,000 pages and grow with the number of pages. */
const promises: Record<string, { seconds: number; mb: number }> = {
  markdown: { seconds: 0.7, mb: 60 },
  word: { seconds: 30, mb: 400 },
  html: { seconds: 60, mb: 150 },
}
const rows: Row[] = []

for (const pages of SIZES) for (const pictures of PICTURES) await measure(pages, pictures)
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)

async function measure(pages: number, pictures: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-export-'))
  const first = await startOurs(folder)
  const { uid } = await login(first)
  const filled = await fillItem(folder, Number(uid), pages, pictures)
  for (const format of FORMATS) {
    const ours = format === FORMATS[0] ? first : await startOurs(folder)
    const found = await exportOnce(ours, format, filled)
    const what = `${format}, ${pages} pages${pictures ? `, ${pictures} pictures` : ''}`
    const promise = promises[format] ?? { seconds: 60, mb: 400 }
    console.log(`${what}: ${found.seconds.toFixed(2)} s, ${(found.bytes / 1e6).toFixed(1)} MB`)
    rows.push({ what: `Export as ${what}`, unit: 's', measured: found.seconds, promise: (promise.seconds * pages) / 5000 })
    rows.push({ what: `${what}: memory above idle`, unit: 'MB', measured: found.mb, promise: promise.mb })
    rows.push({ what: `${what}: others’ page/info at worst`, unit: 'ms', measured: found.worst, promise: 50 })
    await ours.stop(format === FORMATS.at(-1) ? undefined : 'kept')
  }
}

async function login({ url }: Ours) {
  const body = new URLSearchParams({ username: 'admin', password: 'admin-password-1' })
  const answer = await (await fetch(`${url}/api/user/login`, { method: 'POST', body })).json()
  return answer.data as { uid: string; user_token: string }
}

/** Memory that a process has taken for itself, in MB: what it reads from files is not in it. Cheap enough to be asked a hundred times a second. */
function takenMb(pid: number) {
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function exportOnce(ours: Ours, format: string, { item_id, page_id }: { item_id: string; page_id: string }) {
  const { user_token } = await login(ours)
  const headers = { authorization: `Bearer ${user_token}` }
  const ask = () =>
    fetch(`${ours.url}/api/page/info`, { method: 'POST', body: new URLSearchParams({ page_id }) }).then((answer) => answer.arrayBuffer())
  for (let n = 0; n < 50; n++) await ask()
  await wait(1500)
  const idle = takenMb(ours.pid)
  let [peak, worst, isOver] = [idle, 0, false]
  const watch = setInterval(() => {
    peak = Math.max(peak, takenMb(ours.pid))
  }, 10)
  const other = (async () => {
    while (!isOver) {
      const start = performance.now()
      await ask()
      worst = Math.max(worst, performance.now() - start)
      await wait(10)
    }
  })()
  const start = performance.now()
  const answer = await fetch(`${ours.url}/api/export/${format}?item_id=${item_id}`, { headers })
  if (!answer.headers.get('content-disposition')) throw new Error(await answer.text())
  let bytes = 0
  for await (const part of answer.body as AsyncIterable<Uint8Array>) bytes += part.length
  const seconds = (performance.now() - start) / 1000
  isOver = true
  await other
  clearInterval(watch)
  return { seconds, bytes, worst, mb: peak - idle }
}
