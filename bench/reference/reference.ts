import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { coldVisits, hasBrowser, type Visit } from '../browser.ts'
import { type Branch, pagesOf, pageText } from '../content.ts'
import { load, quantileMs } from '../load.ts'
import { type Row, report } from '../report.ts'
import { type BenchServer, startServer } from '../servers.ts'
import { measureVersions } from './keeping.ts'
import { servePeers } from './peers.ts'
import { INTRODUCTION, leadOf, OPERATIONS, referenceOpenapi } from './sample.ts'

/*
 * The pages of a description with 1,166 operations: a third of them as HTML, cold visits of one by a slow browser, next to those of other
 * programs that show the same file, its search, and what its versions take. FILE is another description and TEXT a text of its
 * introduction, PEERS a folder with the other programs (peers.ts), ROUNDS the number of visits of each, VERSIONS the number of further
 * versions.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const VERSIONS = Number(process.env['VERSIONS'] ?? 49)
const FILE = process.env['FILE']
const PEERS = process.env['PEERS']
/** A visit without a text after this time fails. */
const LIMIT_MS = 600_000
/** One of this number of pages is requested as HTML. */
const EVERY = 3

const text = FILE ? readFileSync(FILE, 'utf8') : referenceOpenapi()
const rows: Row[] = []
const server = await startServer()
try {
  const site = await seed(server)
  const pages = await measureHtml(site)
  await measureReading(site, pages)
  if (hasBrowser()) await measureVisits(site, pages)
  else console.log('No Chromium found: the visits are skipped.')
  if (!FILE) rows.push(...(await measureVersions(server, site, text, VERSIONS)))
} finally {
  await server.stop()
}
console.log(`\n${(text.length / 1e6).toFixed(1)} MB, Node ${process.versions.node}\n\n${report(rows)}`)

type Site = Awaited<ReturnType<typeof seed>>

async function seed({ url }: BenchServer) {
  const call = async <T>(path: string, body: BodyInit | Record<string, string>, token = ''): Promise<T> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const sent = body instanceof FormData ? body : new URLSearchParams(body as Record<string, string>)
    const answer = await (await fetch(`${url}/api/${path}`, { method: 'POST', body: sent, headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  const { user_token } = await call<{ user_token: string }>('user/login', { username: 'admin', password: 'admin-password-1' })
  const { item_id: elsewhere } = await call<{ item_id: string }>('item/add', { item_name: 'Other' }, user_token)
  const page = { item_id: elsewhere, page_title: 'Start', page_content: pageText(1) }
  const plain = await call<{ page_id: string }>('page/save', page, user_token)
  const { item_id } = await call<{ item_id: string }>('item/add', { item_name: 'Bench' }, user_token)
  const form = new FormData()
  for (const [name, value] of Object.entries({ item_id, name: 'bench', title: 'Bench' })) form.set(name, value)
  form.set('file', new Blob([text]), text.startsWith('{') ? 'bench.json' : 'bench.yaml')
  const { source_id } = await call<{ source_id: string }>('source/add', form, user_token)
  const environment = { item_id, env_name: 'Production', base_url: 'https://api.example.com/client/v4', is_shown: '1', variables: '[]' }
  await call('console/saveEnvironment', environment, user_token)
  const { menu } = await call<{ menu: Branch }>('item/info', { item_id }, user_token)
  return { call, user_token, item_id, source_id, plain_id: plain.page_id, page_ids: menu.catalogs.flatMap(pagesOf) }
}

interface Html {
  page_id: string
  url: string
  kb: number
  elements: number
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

/** Bytes of a page as they are sent, compressed. */
function sentKb(url: string) {
  return new Promise<number>((done, failed) => {
    get(url, { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => done(bytes / 1024))
    }).on('error', failed)
  })
}

/** Requests pages twice: the first request makes the view. Returns the pages, the largest ones last. */
async function measureHtml({ item_id, page_ids, call }: Site): Promise<Html[]> {
  const pages: Html[] = []
  const making: number[] = []
  // The first views compile the code of the thread, as the first reader of a server sees it once.
  for (const page_id of page_ids.slice(0, 20)) await call('page/view', { page_id })
  for (const page_id of page_ids.filter((_, n) => n % EVERY === 0)) {
    const one = async () => {
      const start = performance.now()
      await call('page/view', { page_id })
      return performance.now() - start
    }
    const first = await one()
    making.push(first - (await one()))
    const url = `${server.url}/${item_id}/${page_id}`
    const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    pages.push({ page_id, url, kb: await sentKb(url), elements: html.match(/<[a-z]/g)?.length ?? 0 })
  }
  const made = making.slice(Math.ceil(20 / EVERY))
  rows.push({
    label: `Views of ${made.length} pages, made on the first request: median`,
    unit: 'ms',
    measured: quantile(made, 0.5),
    limit: 15,
  })
  rows.push({ label: 'Making a view, 99th percentile', unit: 'ms', measured: quantile(made, 0.99), limit: 80 })
  rows.push({ label: 'Making a view, slowest', unit: 'ms', measured: quantile(made, 1), limit: 250 })
  pages.sort((a, b) => a.kb - b.kb)
  rows.push({
    label: 'HTML of a page, compressed, median',
    unit: 'KB',
    measured: quantile(
      pages.map(({ kb }) => kb),
      0.5,
    ),
  })
  rows.push({
    label: 'HTML of a page, compressed, 95th percentile',
    unit: 'KB',
    measured: quantile(
      pages.map(({ kb }) => kb),
      0.95,
    ),
    limit: 25,
  })
  const elements = quantile(
    pages.map((one) => one.elements),
    0.95,
  )
  rows.push({ label: 'Elements in the HTML of a page, 95th percentile', unit: '', measured: elements, limit: 2500 })
  return pages
}

async function measureReading({ item_id, plain_id }: Site, pages: Html[]) {
  const view = pages[Math.floor(pages.length / 2)]?.page_id ?? ''
  const rates: { view: number; plain: number }[] = []
  for (let n = 0; n < ROUNDS + 1; n++) {
    const rate = async (page_id: string) =>
      (await load(server.url, server.pid, [{ path: '/api/page/info', fields: { page_id } }], 16, n === 0 ? 4 : 2)).rps
    rates.push({ view: await rate(view), plain: await rate(plain_id) })
  }
  // Before, the server compiles what it runs often.
  const share = quantile(
    rates.slice(1).map((one) => one.view / one.plain),
    0.5,
  )
  rows.push({
    label: 'The same view again, 16 connections: share of page/info of a plain page',
    unit: '',
    measured: share,
    limit: 0.8,
    atLeast: true,
  })
  if (FILE) return
  const request = { path: '/api/item/info', fields: { item_id, keyword: 'mode_77' } }
  const found = await (await fetch(`${server.url}${request.path}`, { method: 'POST', body: new URLSearchParams(request.fields) })).json()
  if (pagesOf(found.data.menu).length !== 2) throw new Error('The search has not found the pages with the nested field')
  await load(server.url, server.pid, [request], 1, 1)
  rows.push({
    label: 'Search that finds the name of a nested field',
    unit: 'ms',
    measured: (await load(server.url, server.pid, [request], 1)).cpu,
    limit: 2,
  })
  const waits = await quantileMs(100, () =>
    fetch(`${server.url}${request.path}`, { method: 'POST', body: new URLSearchParams(request.fields) }).then((one) => one.arrayBuffer()),
  )
  rows.push({ label: 'The same with its connection, median', unit: 'ms', measured: waits })
}

async function measureVisits({ call, page_ids }: Site, pages: Html[]) {
  const peers = PEERS ? await servePeers(PEERS, text) : undefined
  if (!peers) console.log('PEERS is not set: other programs are not measured (bench/reference/peers.ts).')
  const large = pages[Math.floor(pages.length * 0.95)] as Html
  const { page_title, page_content } = await call<{ page_title: string; page_content: string }>('page/info', { page_id: large.page_id })
  const numbers = Array.from({ length: OPERATIONS }, (_, n) => n)
  const lead = FILE ? page_title : leadOf(numbers.find((n) => page_content.includes(leadOf(n))) ?? -1)
  const introduction = FILE ? (process.env['TEXT'] ?? '') : INTRODUCTION
  const all = [
    { name: 'Ours', url: large.url, text: lead },
    { name: 'Ours, with the console', url: `${large.url}?try`, text: lead },
    ...(peers?.list ?? []).map((one) => ({ ...one, text: introduction })),
  ]
  const visits = new Map<string, Visit[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const { name, url, text: marker } of all) {
      const [visit] = await coldVisits(url, marker, 1, LIMIT_MS)
      if (visit) visits.set(name, [...(visits.get(name) ?? []), visit])
      console.log(name, JSON.stringify(visit))
    }
  await peers?.close()
  const of = (name: string, what: keyof Visit) =>
    quantile(
      (visits.get(name) ?? []).map((one) => one[what]),
      0.5,
    )
  const fastest = Math.min(...(peers?.list ?? []).map(({ name }) => of(name, 'textMs')))
  const label = 'Operation page, cold visit, slow browser'
  rows.push({ label: `${label}: text visible`, unit: 'ms', measured: of('Ours', 'textMs'), limit: 800 })
  if (Number.isFinite(fastest))
    rows.push({ label: `${label}: relative to the faster peer`, unit: '', measured: of('Ours', 'textMs') / fastest, limit: 0.2 })
  rows.push({ label: `${label}: transferred before the text`, unit: 'KB', measured: of('Ours', 'kbBeforeText'), limit: 60 })
  rows.push({ label: `${label}: scripts`, unit: 'KB', measured: of('Ours', 'scriptKb'), limit: 150 })
  const more = of('Ours, with the console', 'scriptKb') - of('Ours', 'scriptKb')
  rows.push({ label: 'The console, more scripts when it is opened', unit: 'KB', measured: more, limit: 60 })
  rows.push({ label: `${label}: main thread blocked`, unit: 'ms', measured: of('Ours', 'blockedMs'), limit: 120 })
  rows.push({ label: `${label}: elements`, unit: '', measured: of('Ours', 'elements'), limit: 2500 })
  rows.push({ label: `Tree of ${page_ids.length} operations: interactive`, unit: 'ms', measured: of('Ours', 'usableMs'), limit: 900 })
  const line = (name: string) =>
    `| ${name} | ${[
      of(name, 'textMs') / 1000,
      of(name, 'kbBeforeText'),
      of(name, 'scriptKb'),
      of(name, 'blockedMs') / 1000,
      of(name, 'elements'),
    ]
      .map((value, n) => value.toFixed(n === 0 || n === 3 ? 2 : 0))
      .join(' | ')} |`
  console.log(
    `\n| | Text visible, s | Before the text, KB | Scripts, KB | Blocked, s | Elements |\n| :-- | --: | --: | --: | --: | --: |\n${['Ours', ...(peers?.list ?? []).map(({ name }) => name)].map(line).join('\n')}`,
  )
}
