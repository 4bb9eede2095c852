import { readFileSync } from 'node:fs'
import { coldVisits, hasBrowser, openBrowser, type Visit } from './browser.ts'
import { type Branch, marker, pagesOf, pageText, searchTerms, writeManualZip } from './content.ts'
import { load, quantileMs } from './load.ts'
import { type Row, report } from './report.ts'
import { measureHistorySize, measureSaves } from './saving.ts'
import { type BenchServer, memoryMb, startMinimalServer, startServer } from './servers.ts'
import { typing } from './typing.ts'

/*
 * The measured limits of the product, with an item of 5,000 pages. A minimal server that sends the same bytes is measured in the same
 * run. Ratios and CPU per request are stable; times depend on other work of the machine.
 */
const PAGES = Number(process.env['PAGES'] ?? 5000)

const first = await startServer()
const rows: Row[] = [{ label: 'Start to first response, empty site', unit: 'ms', measured: first.startMs, limit: 500 }]
await first.stop()

const server = await startServer()
try {
  const { token, item_id, page_id, page_ids } = await seed(server)
  const authorization = { authorization: `Bearer ${token}` }
  await reading(page_id)
  await tree(item_id, page_id, authorization)
  await searching(item_id)
  const writer = { item_id, page_ids, headers: authorization }
  rows.push(...(await measureSaves(server, writer)), ...(await measureHistorySize(server, writer)))
  if (hasBrowser()) {
    await visits(item_id, page_id)
    await editing(item_id, token)
  } else console.log('No Chromium found: the visits are skipped.')
} finally {
  await server.stop()
}
const idle = await startServer()
await new Promise((done) => setTimeout(done, 3000))
rows.push({ label: 'Idle memory', unit: 'MB', measured: memoryMb(idle.pid), limit: 120 })
await idle.stop()
console.log(`\n${PAGES} pages, Node ${process.versions.node}\n\n${report(rows)}`)

async function call<T>(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<T> {
  const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body, headers })).json()
  if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

async function seed({ url }: BenchServer) {
  console.log(`Filling ${url} with ${PAGES} pages ...`)
  const { user_token: token } = await call<{ user_token: string }>(
    'user/login',
    new URLSearchParams({ username: 'admin', password: 'admin-password-1' }),
  )
  const zip = new FormData()
  zip.set('file', new Blob([readFileSync(writeManualZip(PAGES))]), 'bench.zip')
  const { item_id } = await call<{ item_id: string }>('import/auto', zip, { authorization: `Bearer ${token}` })
  const { menu } = await call<{ menu: Branch }>('item/info', new URLSearchParams({ item_id }))
  return { token, item_id, page_id: menu.pages[0]?.page_id as string, page_ids: pagesOf(menu).reverse() }
}

async function editing(item_id: string, token: string) {
  const page_content = Array.from({ length: 48 }, (_, n) => `# Part ${n}\n\n${pageText(n)}`)
    .join('\n')
    .slice(0, 100_000)
  const form = new URLSearchParams({ item_id, page_title: 'Long page', page_content })
  const { page_id } = await call<{ page_id: string }>('page/save', form, { authorization: `Bearer ${token}` })
  const browser = await openBrowser()
  rows.push(...(await typing(browser, `${server.url}/page/edit/${item_id}/${page_id}`, token, page_content)))
  await browser.close()
}

async function reading(page_id: string) {
  const path = '/api/page/info'
  const answer = await fetch(server.url + path, {
    method: 'POST',
    body: new URLSearchParams({ page_id }),
    headers: { 'accept-encoding': 'identity' },
  })
  const bare = await startMinimalServer(Buffer.from(await answer.arrayBuffer()), { 'content-type': 'application/json; charset=utf-8' })
  const requests = [{ path, fields: { page_id } }]
  // Both servers are warmed up, because steady state is measured.
  await load(server.url, server.pid, requests, 16, 4)
  await load(bare.url, bare.pid, requests, 16, 4)
  const mine = await load(server.url, server.pid, requests, 16)
  const floor = await load(bare.url, bare.pid, requests, 16)
  bare.stop()
  rows.push({ label: 'page/info, 16 connections: CPU per request', unit: 'ms', measured: mine.cpu, limit: 0.12 })
  rows.push({
    label: 'page/info, 16 connections: requests relative to the bare server',
    unit: '',
    measured: mine.rps / floor.rps,
    limit: 0.35,
    atLeast: true,
  })
}

async function tree(item_id: string, page_id: string, headers: Record<string, string>) {
  const request = { path: '/api/item/info', fields: { item_id } }
  await load(server.url, server.pid, [request], 1, 1)
  rows.push({ label: 'Tree, unchanged', unit: 'ms', measured: (await load(server.url, server.pid, [request], 1)).cpu, limit: 0.3 })
  const read = () =>
    fetch(server.url + request.path, {
      method: 'POST',
      body: new URLSearchParams({ item_id }),
      headers: { 'accept-encoding': 'gzip' },
    }).then((answer) => answer.arrayBuffer())
  const save = (n: number) =>
    call('page/save', new URLSearchParams({ page_id, page_title: `Bench ${n}`, page_content: `${marker} ${n}` }), headers)
  const both = await quantileMs(15, async (n) => {
    await save(n)
    await read()
  })
  rows.push({ label: 'Tree, first read after a write (with the write)', unit: 'ms', measured: both, limit: 45 })
}

async function searching(item_id: string) {
  const limits = { rare: 0.5, none: 0.5, chinese: 2, common: 12 } as const
  const labels = { rare: 'rare word', none: 'no match', chinese: 'Chinese word', common: 'common word' } as const
  for (const [kind, promise] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const requests = [{ path: '/api/item/info', fields: { item_id, keyword: searchTerms[kind] } }]
    const result = await load(server.url, server.pid, requests, 1)
    rows.push({ label: `Search, ${labels[kind]}`, unit: 'ms', measured: result.cpu, limit: promise })
    if (kind === 'common') rows.push({ label: 'Search, common word: response', unit: 'KB', measured: result.bytes / 1024, limit: 30 })
  }
}

async function visits(item_id: string, page_id: string) {
  const many = await coldVisits(`${server.url}/${item_id}/${page_id}`, marker, 5)
  const median = (of: (one: Visit) => number) => many.map(of).sort((a, b) => a - b)[2] as number
  rows.push({ label: 'Cold visit, slow browser: article visible', unit: 'ms', measured: median((one) => one.textMs), limit: 700 })
  rows.push({ label: 'Cold visit: transferred before the text', unit: 'KB', measured: median((one) => one.kbBeforeText), limit: 90 })
  rows.push({ label: 'Cold visit: script', unit: 'KB', measured: median((one) => one.scriptKb), limit: 135 })
  rows.push({ label: 'Cold visit: main thread blocked', unit: 'ms', measured: median((one) => one.blockedMs), limit: 100 })
  rows.push({ label: 'Tree of all pages: interactive', unit: 'ms', measured: median((one) => one.usableMs), limit: 1200 })
  rows.push({ label: 'Tree of all pages: elements', unit: '', measured: median((one) => one.elements), limit: 1000 })
}
