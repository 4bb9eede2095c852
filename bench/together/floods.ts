import { setTimeout as wait } from 'node:timers/promises'
import type { Row } from '../report.ts'
import { watched } from '../watch.ts'
import { startSite } from './site.ts'

const POSTS = 10_000
const ADDRESSES = 100
const PAGES = 200
const CONNECTIONS = 16
const BEFORE_MS = 3000

/** Hostile posts of feedback from many addresses, while another reader reads (S149). */
export async function measureFloods(kind: string): Promise<Row[]> {
  const site = await startSite(kind, { RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  try {
    const { item_id } = await site.does<{ item_id: string }>('item/add', { item_name: 'Orders', item_type: '1' })
    await site.does('feedback/saveSettings', { item_id, feedback_from: '2' })
    const pages: string[] = []
    for (let n = 0; n < PAGES; n++)
      pages.push((await site.does<{ page_id: string }>('page/save', { item_id, page_title: `Page ${n}`, page_content: 'Text' })).page_id)
    const { origin } = new URL(site.server.url)
    const post = async (n: number) => {
      const headers = { origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'x-forwarded-for': `10.0.${n % ADDRESSES}.7` }
      const page_id = pages[n % PAGES] as string
      const client_id = n.toString(16).padStart(32, '0')
      const fields = { page_id, feedback_type: '2', client_id, shown_ms: '4000', note: `Buy ${n}` }
      const answer = await fetch(`${site.server.url}/api/feedback/give`, { method: 'POST', headers, body: new URLSearchParams(fields) })
      await answer.arrayBuffer()
      return answer.status
    }
    const statuses = new Map<number, number>()
    const first = pages[0] as string
    const before = await watched(site.server, first, () => wait(BEFORE_MS))
    const during = await watched(site.server, first, async () => {
      let next = 0
      const send = async () => {
        for (let n = next++; n < POSTS; n = next++) {
          const status = await post(n)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, send))
    })
    console.log(`${kind}: answers by status`, Object.fromEntries(statuses))
    const count = async (table: 'page_feedback' | 'mail' | 'tell') =>
      Number(
        (
          await site.db
            .selectFrom(table)
            .select((row) => row.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const notes = await site.db.selectFrom('page_feedback').select('feedback_id').where('note', '<>', '').execute()
    const failed = [...statuses].reduce((sum, [status, times]) => sum + (status >= 500 ? times : 0), 0)
    return [
      { label: `${POSTS} hostile posts from ${ADDRESSES} addresses: notes that are left`, unit: '', measured: notes.length, limit: 500 },
      { label: 'Voices that are left', unit: '', measured: await count('page_feedback') },
      { label: 'Mails about them', unit: '', measured: await count('mail'), limit: 0 },
      { label: 'Answers with 5xx', unit: '', measured: failed, limit: 0 },
      { label: 'The posts took', unit: 's', measured: during.seconds },
      { label: 'page/info of another reader, 95th percentile relative to before', unit: '×', measured: during.p95 / before.p95, limit: 2 },
    ].map((row) => ({ ...row, label: `${kind}: ${row.label}` }))
  } finally {
    await site.stop()
  }
}
