import { type Row, report } from './report.ts'
import { cpuMs, startServer } from './servers.ts'
import { watched } from './watch.ts'

/*
 * The structure of a database with 1,000 tables and 15,000 columns as a source: its first version, the same bytes again, and 20 changed
 * columns. Measured are the duration, the CPU of the server, the memory above the idle server, and the wait of another client for
 * page/info.
 */
const TABLES = Number(process.env['TABLES'] ?? 1000)
const COLUMNS = 15
const CHANGED = 20

const types = ['bigint', 'text', 'integer', 'numeric(12,2)', 'timestamp with time zone', 'boolean', 'character varying(200)', 'jsonb']
const nameOf = (n: number) => `${['order', 'invoice', 'shipment', 'customer', 'product', 'price', 'stock', 'return'][n % 8]}_${n}`

function column(table: number, at: number) {
  const base = { id: String(at + 1), nullable: at % 3 === 2, counted: at === 0 }
  if (at === 0) return { ...base, name: 'id', type: 'bigint', comment: '' }
  if (at < 3) return { ...base, name: `${nameOf(Math.floor(table / (at + 1)))}_id`, type: 'bigint', comment: '' }
  const comment = at % 2 === 0 ? `What field ${at} of ${nameOf(table)} says, as the people who load it every night write it down.` : ''
  return { ...base, name: `field_${at}`, type: types[(table + at) % types.length], comment, ...(at % 5 === 0 ? { default: '0' } : {}) }
}

/** As `sheaf-push database` sends it; each table refers to two others. */
function snapshot(columnOf: typeof column) {
  const tables = Array.from({ length: TABLES }, (_, n) => ({
    ...{ schema: 'public', name: nameOf(n), id: String(16_000 + n), kind: 'table', checks: [], triggers: [] },
    comment: n % 3 === 0 ? `One row for each ${nameOf(n)} since the system was moved.` : '',
    columns: Array.from({ length: COLUMNS }, (_, at) => columnOf(n, at)),
    indexes: [{ name: `${nameOf(n)}_pkey`, columns: ['id'], unique: true, primary: true }],
    foreignKeys: [1, 2].map((at) => ({
      ...{ name: `${nameOf(n)}_fk${at}`, columns: [column(n, at).name], references: ['id'] },
      ...{ schema: 'public', table: nameOf(Math.floor(n / (at + 1))) },
    })),
  }))
  return JSON.stringify({ sheaf: 'database', form: 2, kind: 'postgres', name: 'shop', mainSchema: 'public', id: '7301', enums: [], tables })
}

/** Every fiftieth table has another column: another type, another comment, or another name. */
const changed: typeof column = (table, at) => {
  const one = column(table, at)
  if (at !== 4 || table % Math.floor(TABLES / CHANGED) !== 0) return one
  const kind = (table / Math.floor(TABLES / CHANGED)) % 3
  return { ...one, ...(kind === 0 ? { type: 'uuid' } : kind === 1 ? { comment: 'Changed.' } : { name: 'field_renamed' }) }
}

const first = snapshot(column)
const rows: Row[] = []
const server = await startServer()
try {
  const call = async <T>(path: string, body: FormData | Record<string, string>, token = ''): Promise<T> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const sent = body instanceof FormData ? body : new URLSearchParams(body)
    const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body: sent, headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  const { user_token } = await call<{ user_token: string }>('user/login', { username: 'admin', password: 'admin-password-1' })
  const { item_id: elsewhere } = await call<{ item_id: string }>('item/add', { item_name: 'Other' }, user_token)
  const page = { item_id: elsewhere, page_title: 'Start', page_content: 'Hello' }
  const { page_id } = await call<{ page_id: string }>('page/save', page, user_token)
  const { item_id } = await call<{ item_id: string }>('item/add', { item_name: 'Bench' }, user_token)
  let source_id = ''
  const steps: [label: string, text: string, limit: number][] = [
    ['First version', first, 8],
    ['Same bytes', first, 0.3],
    [`${CHANGED} columns changed`, snapshot(changed), 2],
  ]
  for (const [label, content, limit] of steps) {
    const form = new FormData()
    const given = source_id ? { source_id } : { item_id, name: 'shop', title: 'Shop' }
    for (const [name, value] of Object.entries(given)) form.set(name, value)
    form.set('file', new Blob([content]), 'shop.json')
    let done = { made: 0, changed: 0, state: '' }
    let cpu = 0
    const { seconds, mb, worst } = await watched(server, page_id, async () => {
      const before = cpuMs(server.pid)
      const answer = await call<{ source_id: string; report?: typeof done } & typeof done>(
        source_id ? 'source/push' : 'source/add',
        form,
        user_token,
      )
      cpu = cpuMs(server.pid) - before
      done = answer.report ?? answer
      source_id ||= answer.source_id
    })
    rows.push({ label: `${label}: ${done.state}, ${done.made} pages made, ${done.changed} changed`, unit: 's', measured: seconds, limit })
    rows.push({ label: `${label}: CPU of the server`, unit: 's', measured: cpu / 1000 })
    rows.push({ label: `${label}: memory above idle`, unit: 'MB', measured: mb })
    rows.push({ label: `${label}: slowest page/info of another client`, unit: 'ms', measured: worst, limit: 50 })
  }
} finally {
  await server.stop()
}
console.log(`\n${TABLES} tables, ${(first.length / 1e6).toFixed(1)} MB, Node ${process.versions.node}\n\n${report(rows)}`)
