import autocannon from 'autocannon'
import { type Checkout, checkOut } from './checkout.ts'
import { pageText, searchTerms } from './content.ts'
import type { Request } from './load.ts'
import { mix, type Site, seedSite } from './mixed-load.ts'
import { type BenchServer, cpuMs, startServer } from './servers.ts'

/*
 * Another commit against this version, on this machine: `npm run bench -- compare main`. Both servers have the same data and answer in
 * turns, so other work of the machine affects both alike. A ratio above one is a slowdown. The quarter of the turns that used the least
 * CPU counts, because other work can only add to it.
 */
const [ref = 'HEAD'] = process.argv.slice(2)
const PAGES = Number(process.env['PAGES'] ?? 5000)
const TURNS = Number(process.env['TURNS'] ?? 12)
/** With FULL=1, a row that is slower than this fails the command. */
const SLOWER_MAX = 1.1
const FIRST_PORT = Number(process.env['PORT'] ?? 4895)

interface Version {
  name: 'before' | 'now'
  server: BenchServer
  site: Site
  keys: Record<'api_key' | 'api_token', string>
}

interface Kind {
  label: string
  connections: number
  /** Requests in one turn: enough for half a second of CPU, because the system counts it in steps of 10 ms. */
  amount: number
  requests: (version: Version) => Request[]
}

const authorization = ({ site }: Version) => ({ authorization: `Bearer ${site.token}` })
const last = ({ site }: Version) => site.page_ids.slice(-40)
const saves = (version: Version) =>
  last(version).map((page_id, n) => ({
    path: '/api/page/save',
    fields: { page_id, item_id: version.site.item_id, page_title: `Page ${n}`, page_content: pageText(n) },
    headers: authorization(version),
  }))
const menu = ({ site }: Version) => ({ path: '/api/item/info', fields: { item_id: site.item_id } })
const search = ({ site }: Version, keyword: string) => ({ path: '/api/item/info', fields: { item_id: site.item_id, keyword } })

const kinds: Kind[] = [
  {
    label: 'page/info, 16 connections',
    connections: 16,
    amount: 8000,
    requests: ({ site }) => site.page_ids.slice(0, 50).map((page_id) => ({ path: '/api/page/info', fields: { page_id } })),
  },
  { label: 'menu, unchanged', connections: 4, amount: 2000, requests: (version) => [menu(version)] },
  {
    label: 'save and menu',
    connections: 1,
    amount: 100,
    requests: (version) => saves(version).flatMap((save) => [save, menu(version)]),
  },
  { label: 'page/save, 1 connection', connections: 1, amount: 400, requests: saves },
  { label: 'page/save, 8 connections', connections: 8, amount: 400, requests: saves },
  {
    label: 'item/updateByApi, 8 connections',
    connections: 8,
    amount: 400,
    requests: ({ keys }) =>
      Array.from({ length: 40 }, (_, n) => ({
        path: '/api/item/updateByApi',
        fields: { ...keys, cat_name: 'Builds/Nightly', page_title: `Module ${n}`, page_content: pageText(n) },
      })),
  },
  { label: 'search, Chinese word', connections: 4, amount: 400, requests: (version) => [search(version, searchTerms.chinese)] },
  {
    label: 'item/myList',
    connections: 4,
    amount: 1500,
    requests: (version) => [{ path: '/api/item/myList', headers: authorization(version) }],
  },
  { label: 'mixed load, 16 connections', connections: 16, amount: 1500, requests: () => [] },
]

const ids = '+[<id>]'
const asSent = ({ path, fields, headers }: Request) => ({
  method: 'POST' as const,
  path,
  // Each save has another text: an unchanged one is not written.
  body:
    new URLSearchParams(Object.entries(fields ?? {}).map(([key, value]) => [key, String(value)])) + (fields?.['page_content'] ? ids : ''),
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip', ...headers },
})

async function start(name: Version['name'], n: number, root?: string): Promise<Version> {
  const server = await startServer(undefined, { PORT: String(FIRST_PORT + n) }, root)
  const site = await seedSite(server.url, PAGES)
  const answer = await fetch(`${server.url}/api/item/getKey`, {
    method: 'POST',
    body: new URLSearchParams({ item_id: site.item_id }),
    headers: { authorization: `Bearer ${site.token}` },
  })
  return { name, server, site, keys: (await answer.json()).data }
}

/** CPU of the server per request in ms. */
async function turn(version: Version, { label, connections, amount, requests }: Kind): Promise<number> {
  const before = cpuMs(version.server.pid)
  const sent = label.startsWith('mixed') ? mix(version.site) : requests(version).map(asSent)
  const { non2xx, errors } = await autocannon({ url: version.server.url, connections, amount, idReplacement: true, requests: sent })
  if (non2xx || errors) throw new Error(`${label}: ${non2xx} refusals, ${errors} errors`)
  return (cpuMs(version.server.pid) - before) / amount
}

const lowQuarter = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 4)] ?? Number.NaN

async function measure(checkout: Checkout) {
  const versions = [await start('before', 0, checkout.root), await start('now', 1)]
  const slower: string[] = []
  try {
    console.log(`\n| CPU per request | before (${ref}) | now | ratio |\n| :-- | --: | --: | --: |`)
    for (const kind of kinds) {
      const spent: Record<Version['name'], number[]> = { before: [], now: [] }
      for (const version of versions) await turn(version, kind)
      for (let n = 0; n < TURNS; n++) for (const version of versions) spent[version.name].push(await turn(version, kind))
      const [before, now] = [lowQuarter(spent.before), lowQuarter(spent.now)]
      console.log(`| ${kind.label} | ${before.toFixed(3)} ms | ${now.toFixed(3)} ms | ${(now / before).toFixed(2)} |`)
      if (now > before * SLOWER_MAX) slower.push(kind.label)
    }
  } finally {
    for (const { server } of versions) await server.stop()
  }
  if (slower.length === 0) return
  console.log(`\nMore than a tenth slower: ${slower.join('; ')}`)
  if (process.env['FULL']) process.exitCode = 1
}

const checkout = checkOut(ref)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    checkout.remove()
    process.exit(1)
  })
await measure(checkout).finally(checkout.remove)
