import { load, quantileMs, type Request } from '../load.ts'
import type { Row } from '../report.ts'
import type { BenchServer } from '../servers.ts'
import { watched } from '../watch.ts'
import type { Person } from './person.ts'

const ROUNDS = 3

interface Item {
  item_id: string
  page_ids: string[]
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number

/** Reads a file completely; throws unless it is there. */
async function read(url: string): Promise<{ text: string; etag: string }> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url}: HTTP ${reply.status}`)
  return { text: await reply.text(), etag: reply.headers.get('etag') ?? '' }
}

/** Pages as Markdown, and their 304, next to page/info of the same page. */
async function markdown({ url, pid }: BenchServer, { item_id, page_ids }: Item, seconds: number): Promise<Row[]> {
  const [page_id = ''] = page_ids
  const path = `/${item_id}/${page_id}.md`
  const { etag } = await read(url + path)
  const info: Request = { path: '/api/page/info', fields: { page_id } }
  const file: Request = { method: 'GET', path }
  const known: Request = { ...file, headers: { 'if-none-match': etag } }
  const rps = { info: [] as number[], file: [] as number[], known: [] as number[] }
  for (const request of [info, file, known]) await load(url, pid, [request], 16, 1)
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, request] of Object.entries({ info, file, known }))
      rps[name as keyof typeof rps].push((await load(url, pid, [request], 16, seconds)).rps)
  const share = (name: 'file' | 'known') => median(rps[name].map((one, n) => one / (rps.info[n] as number)))
  return [
    { label: '.md, 16 connections: requests relative to page/info', unit: '', measured: share('file'), limit: 0.6, atLeast: true },
    { label: '.md, 304, 16 connections: requests relative to page/info', unit: '', measured: share('known'), limit: 0.9, atLeast: true },
  ]
}

/** The list of an item after a save, and its whole text. */
async function lists(server: BenchServer, person: Person, { item_id, page_ids }: Item): Promise<Row[]> {
  const [page_id = ''] = page_ids
  const last = page_ids.at(-1) ?? ''
  const url = `${server.url}/${item_id}/llms.txt`
  const times: number[] = []
  for (let n = 0; n < 7; n++) {
    // The tree of the item and its list are made again after each save.
    await person.call('page/save', { page_id: last, page_title: `Renamed ${n}`, page_content: `Text ${n}` })
    times.push(await quantileMs(1, () => read(url)))
  }
  const kept = await load(server.url, server.pid, [{ method: 'GET', path: `/${item_id}/llms.txt` }], 1, 1)
  let bytes = 0
  const full = await watched(server, page_id, async () => {
    bytes = (await read(`${server.url}/${item_id}/llms-full.txt`)).text.length
  })
  const megabytes = `${(bytes / 1e6).toFixed(1)} MB`
  return [
    { label: `llms.txt, ${page_ids.length} pages, first after a save`, unit: 'ms', measured: median(times), limit: 60 },
    { label: 'llms.txt, kept', unit: 'ms', measured: 1000 / kept.rps },
    { label: `llms-full.txt, ${page_ids.length} pages, ${megabytes}`, unit: 's', measured: full.seconds, limit: 1 },
    { label: 'llms-full.txt: memory above idle', unit: 'MB', measured: full.mb, limit: 30 },
    { label: 'llms-full.txt: slowest page/info of another client', unit: 'ms', measured: full.worst, limit: 50 },
  ]
}

/** The newest fifty changes in both forms. */
async function feeds({ url, pid }: BenchServer, person: Person, { item_id, page_ids }: Item): Promise<Row[]> {
  for (const page_id of page_ids.slice(1, 61)) await person.call('page/save', { page_id, page_title: 'Changed', page_content: 'Changed.' })
  const rows: Row[] = []
  for (const form of ['atom', 'json']) {
    const path = `/${item_id}/changes.${form}`
    const { etag } = await read(url + path)
    const whole = await load(url, pid, [{ method: 'GET', path }], 1, 1)
    const same = await load(url, pid, [{ method: 'GET', path, headers: { 'if-none-match': etag } }], 1, 1)
    rows.push(
      { label: `changes.${form}, 50 changes`, unit: 'ms', measured: 1000 / whole.rps },
      { label: `changes.${form}, 304`, unit: 'ms', measured: 1000 / same.rps },
    )
  }
  return rows
}

/** What programs read of an item over HTTP. */
export const measureFiles = async (server: BenchServer, person: Person, item: Item, seconds: number): Promise<Row[]> => [
  ...(await markdown(server, item, seconds)),
  ...(await lists(server, person, item)),
  ...(await feeds(server, person, item)),
]

/** The CPU that a token adds to a call, next to the same call of an anonymous visitor and of a session. */
export async function measureToken(
  { url, pid }: BenchServer,
  person: Person,
  token: string,
  page_id: string,
  seconds: number,
): Promise<Row[]> {
  const callers = { anonymous: {}, session: person.headers, token: { authorization: `Bearer ${token}` } }
  const cpu = { anonymous: [] as number[], session: [] as number[], token: [] as number[] }
  for (let round = 0; round < ROUNDS + 1; round++)
    for (const [name, headers] of Object.entries(callers)) {
      const { cpu: spent } = await load(url, pid, [{ path: '/api/page/info', fields: { page_id }, headers }], 16, seconds)
      // The first round warms up.
      if (round > 0) cpu[name as keyof typeof cpu].push(spent)
    }
  // Other work of the machine only adds to it.
  const least = (name: keyof typeof cpu) => Math.min(...cpu[name])
  return [
    {
      label: 'page/info with a token: CPU above an anonymous visitor',
      unit: 'ms',
      measured: least('token') - least('anonymous'),
      limit: 0.03,
    },
    { label: 'page/info with a session: CPU above an anonymous visitor', unit: 'ms', measured: least('session') - least('anonymous') },
  ]
}
