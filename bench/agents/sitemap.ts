import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../load.ts'
import type { Row } from '../report.ts'
import { startServer } from '../servers.ts'
import { fillSite } from './fill.ts'
import { signIn } from './person.ts'

const ROUNDS = 7
const PER_PART = 10_000

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

/** The sitemaps of a large site: their times, and that they name each page once. */
export async function measureSitemap(pages: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-sitemap-'))
  const first = await startServer(folder)
  const { uid } = await signIn(first)
  const started = performance.now()
  const { empty } = await fillSite(folder, uid, pages, Math.ceil(pages / 20))
  console.log(`${pages} pages without text: filled in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const { url } = first
  await first.stop('kept')
  const server = await startServer(folder, { PUBLIC_URL: url })
  try {
    const person = await signIn(server)
    await person.call('adminSetting/saveConfig', { site_index: '1', index_default: 'kind' })
    const read = async (path: string) => {
      const reply = await fetch(url + path)
      if (!reply.ok) throw new Error(`${path}: HTTP ${reply.status}`)
      return reply.text()
    }
    const timed = async (path: string) => {
      const start = performance.now()
      await read(path)
      return performance.now() - start
    }
    let turn = 0
    // A change of what is listed ends the kept lists.
    const forget = () => person.call('publish/save', { item_id: empty, is_indexed: String(++turn % 2) })
    const readAll = async () => {
      const parts = addressesIn(await read('/sitemap.xml')).map((address) => address.slice(url.length))
      const bodies = []
      for (const part of parts) bodies.push(await read(part))
      return { parts, bodies }
    }

    const [cold, part]: [number[], number[]] = [[], []]
    const middle = `/sitemap/${Math.floor(pages / PER_PART / 2)}.xml`
    for (let n = 0; n < ROUNDS; n++) {
      await forget()
      cold.push(await timed('/sitemap.xml'))
      part.push(await timed(middle))
    }
    const inPart = addressesIn(await read(middle)).length
    const kept = await load(url, server.pid, [{ method: 'GET', path: '/sitemap.xml' }], 1, 1)

    const before = await readAll()
    const addresses = before.bodies.flatMap(addressesIn)
    const wrong = addresses.length - new Set(addresses).size + Math.abs(pages - new Set(addresses).size)
    const [saved = ''] = addresses
    await person.call('page/save', { page_id: saved.split('/').at(-1) ?? '', page_title: 'Saved', page_content: 'Saved.' })
    await forget()
    const after = await readAll()
    const changed = after.bodies.filter((body, n) => body !== before.bodies[n]).length
    return [
      { label: `sitemap.xml, ${pages} pages, first after a change of what is listed`, unit: 'ms', measured: median(cold), limit: 150 },
      { label: 'sitemap.xml, kept', unit: 'ms', measured: 1000 / kept.rps, limit: 1 },
      { label: `Part of the sitemap with ${inPart} pages`, unit: 'ms', measured: median(part), limit: 120 },
      {
        label: 'Addresses in the largest part of the sitemap',
        unit: '',
        measured: Math.max(...before.bodies.map((body) => addressesIn(body).length)),
        limit: PER_PART,
      },
      { label: 'Pages that the sitemap lacks or names twice', unit: '', measured: wrong, limit: 0 },
      { label: `Parts of ${before.parts.length} that a save changes`, unit: '', measured: changed, limit: 1 },
    ]
  } finally {
    await server.stop()
  }
}
