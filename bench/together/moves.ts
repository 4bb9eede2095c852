import { setTimeout as wait } from 'node:timers/promises'
import type { Row } from '../report.ts'
import { TURN_LIMIT_MS, turnProbe } from '../turns.ts'
import { watched } from '../watch.ts'
import { seconds as now, PART, startSite } from './site.ts'

const ROUNDS = 4
const CATALOGS = 20

/** A move of many pages to another item and back, while another reader reads a page of a third item. */
export async function measureMoves(kind: string, pages: number): Promise<Row[]> {
  const probe = turnProbe()
  const site = await startSite(kind, probe.settings)
  const { db, does, uid } = site
  try {
    const addItem = async (item_name: string) => (await does<{ item_id: string }>('item/add', { item_name, item_type: '1' })).item_id
    const [from, to, third] = [await addItem('Source'), await addItem('Target'), await addItem('Third')]
    const { page_id } = await does<{ page_id: string }>('page/save', { item_id: third, page_title: 'Read', page_content: 'Text' })
    const { cat_id } = await does<{ cat_id: string }>('catalog/save', { item_id: from, cat_name: 'Moved' })
    const parents: number[] = []
    for (let n = 0; n < CATALOGS; n++) {
      const made = await does<{ cat_id: string }>('catalog/save', { item_id: from, cat_name: `Part ${n}`, parent_cat_id: cat_id })
      parents.push(Number(made.cat_id))
    }
    const by = { author_uid: uid, author_username: 'admin', creator_uid: uid, page_comments: '', s_number: 99 }
    for (let done = 0; done < pages; done += PART) {
      const rows = Array.from({ length: Math.min(PART, pages - done) }, (_, n) => ({
        ...by,
        item_id: Number(from),
        cat_id: parents[(done + n) % CATALOGS] ?? 0,
        page_title: `Page ${done + n}`,
        page_content: `## Part ${n}\n\n${'The server keeps every version of a page. '.repeat(20)}`,
        addtime: now(),
        created: now(),
      }))
      await db.insertInto('page').values(rows).execute()
    }
    const before = await watched(site.server, page_id, () => wait(3000))
    await probe.longest(site.server.pid)
    let [source, target] = [from, to]
    const move = async (read?: Parameters<typeof watched>[3]) => {
      const aim = { item_id: source, lines: JSON.stringify([{ cat_id }]), to_item_id: target }
      const { checked, pages: found } = await does<{ checked: string; pages: string }>('tree/check', { ...aim, action: 'move' })
      if (Number(found) !== pages) throw new Error(`${found} of ${pages} pages are selected`)
      const seen = await watched(site.server, page_id, () => does('tree/move', { ...aim, checked }), read)
      ;[source, target] = [target, source]
      return seen
    }
    const all: Awaited<ReturnType<typeof move>>[] = []
    for (let round = 0; round < ROUNDS; round++) all.push(await move())
    // Most calls read through the query builder, and not by a prepared statement as page/info does.
    const changes = { path: 'change/getList', fields: { item_id: third } }
    const lists = [await move(changes), await move(changes)]
    const worst = (of: (one: (typeof all)[number]) => number) => Math.max(...all.map(of))
    const turn = await probe.longest(site.server.pid)
    return [
      {
        label: `${kind}: tree/move of ${pages} pages to another item, the longest of ${ROUNDS}`,
        unit: 's',
        measured: worst(({ seconds }) => seconds),
        limit: 1.5,
      },
      {
        label: `${kind}: page/info of another reader meanwhile, 95th percentile relative to before`,
        unit: '×',
        measured: worst(({ p95 }) => p95) / before.p95,
        limit: 2,
      },
      { label: `${kind}: page/info of another reader meanwhile, longest`, unit: 'ms', measured: worst((one) => one.worst) },
      {
        label: `${kind}: change/getList of another reader meanwhile, longest`,
        unit: 'ms',
        measured: Math.max(...lists.map((one) => one.worst)),
      },
      { label: `${kind}: longest turn of the event loop meanwhile, CPU`, unit: 'ms', measured: turn, limit: TURN_LIMIT_MS },
    ]
  } finally {
    await site.stop()
    probe.end()
  }
}
