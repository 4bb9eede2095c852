import { readFileSync } from 'node:fs'
import autocannon, { type Request } from 'autocannon'
import { pageText, searchTerms, writeManualZip } from './content.ts'
import { type BenchServer, cpuMs, startMinimalServer } from './servers.ts'

interface Place {
  item_id: string
  page_id: string
}

export interface Site {
  token: string
  places: Place[]
  /** The first item and its pages. */
  item_id: string
  page_ids: string[]
}

async function call<T>(url: string, path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<T> {
  const answer = await (await fetch(`${url}/api/${path}`, { method: 'POST', body, headers })).json()
  if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

interface Branch {
  pages: { page_id: string }[]
  catalogs: Branch[]
}
const pagesOf = ({ pages, catalogs }: Branch): string[] => [...pages.map((page) => page.page_id), ...catalogs.flatMap(pagesOf)]

/** Imports this number of pages into this number of public items. */
export async function seedSite(url: string, pages: number, items = 1): Promise<Site> {
  const password = new URLSearchParams({ username: 'admin', password: 'admin-password-1' })
  const { user_token: token } = await call<{ user_token: string }>(url, 'user/login', password)
  const zip = new Blob([readFileSync(writeManualZip(Math.ceil(pages / items)))])
  const places: Place[][] = []
  for (let n = 0; n < items; n++) {
    const form = new FormData()
    form.set('file', zip, 'bench.zip')
    const { item_id } = await call<{ item_id: string }>(url, 'import/auto', form, { authorization: `Bearer ${token}` })
    const { menu } = await call<{ menu: Branch }>(url, 'item/info', new URLSearchParams({ item_id }))
    places.push(pagesOf(menu).map((page_id) => ({ item_id, page_id })))
  }
  // Adjacent places of the list are in different items.
  const [first = []] = places
  return {
    token,
    item_id: first[0]?.item_id ?? '',
    page_ids: first.map(({ page_id }) => page_id),
    places: first.flatMap((_, at) => places.flatMap((item) => item[at] ?? [])),
  }
}

const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip' }
const post = (path: string, fields: Record<string, string>, more = ''): Request => ({
  method: 'POST',
  path: `/api/${path}`,
  body: `${new URLSearchParams(fields)}${more}`,
  headers,
})

const ROUNDS = 40
const SAVED = 40

/** Forty rounds of 100 requests: 85 pages, 5 trees, 9 searches and one save, each save with another text. */
export function mix({ token, places }: Pick<Site, 'token' | 'places'>): Request[] {
  const words = [searchTerms.rare, searchTerms.chinese, searchTerms.none]
  return Array.from({ length: ROUNDS * 100 }, (_, n) => {
    const [round, turn] = [Math.floor(n / 100), (n * 37) % 100]
    const { item_id, page_id } = places[(n * 7919) % places.length] as Place
    if (turn === 0) {
      const saved = places[places.length - 1 - (round % SAVED)] as Place
      const fields = { user_token: token, ...saved, page_title: `Saved ${round}` }
      return post('page/save', { ...fields, page_content: pageText(round) }, '+[<id>]')
    }
    if (turn <= 9) return post('item/search', { user_token: token, item_id, keyword: words[turn % 3] as string })
    if (turn <= 14) return post('item/info', { item_id })
    return post('page/info', { page_id })
  })
}

export interface LoadResult {
  rps: number
  p50: number
  /** The value of the slowest process. */
  p99: number
  /** CPU of the processes per request, in ms. */
  cpu: number
}

/** Spreads the connections over the processes like a load balancer. Each connection starts at another position of the requests. */
export async function runLoad(all: BenchServer[], requests: Request[], connections: number, duration: number): Promise<LoadResult> {
  const before = all.map(({ pid }) => cpuMs(pid))
  let begun = 0
  const results = await Promise.all(
    all.map(({ url }, n) =>
      autocannon({
        url,
        connections: Math.floor(connections / all.length) + (n < connections % all.length ? 1 : 0),
        duration,
        idReplacement: true,
        requests,
        setupClient(client) {
          const from = Math.floor((requests.length / connections) * begun++) + begun * 13
          client.setRequests([...requests.slice(from), ...requests.slice(0, from)])
        },
      }),
    ),
  )
  for (const { non2xx, errors } of results) if (non2xx || errors) throw new Error(`${non2xx} refusals, ${errors} errors`)
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0)
  const spent = all.reduce((sum, { pid }, n) => sum + cpuMs(pid) - (before[n] ?? 0), 0)
  const most = (of: 'p50' | 'p99') => Math.max(...results.map(({ latency }) => latency[of]))
  return { rps: total / duration, p50: most('p50'), p99: most('p99'), cpu: spent / total }
}

/** Requests per second of a minimal server that sends the bytes of a page, with the same number of connections. */
export async function minimalServerRps(url: string, { places }: Site, connections: number): Promise<number> {
  const page_id = places[0]?.page_id as string
  const body = new URLSearchParams({ page_id })
  const page = Buffer.from(
    await (await fetch(`${url}/api/page/info`, { method: 'POST', body, headers: { 'accept-encoding': 'identity' } })).arrayBuffer(),
  )
  const bare = await startMinimalServer(page, { 'content-type': 'application/json; charset=utf-8' })
  const { requests } = await autocannon({
    url: bare.url,
    connections,
    duration: 2,
    requests: [post('page/info', { page_id })],
  })
  bare.stop()
  return requests.total / 2
}
