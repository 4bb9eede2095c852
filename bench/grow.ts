import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../server/src/db/dialect.ts'
import { commonWord, noWord, oneCharacter, rareWord } from './grow-content.ts'
import { fillSite, type LargeSite } from './grow-fill.ts'
import { startPostgres } from './grow-postgres.ts'
import { quantileMs } from './load.ts'
import { type Row, report } from './report.ts'
import { type BenchServer, startServer } from './servers.ts'

/*
 * The limits of a large site: 100,000 pages in 200 items, on both databases. Each search uses another word, so that no cache answers
 * it. The result is the 95th percentile of complete requests.
 */
const PAGES = Number(process.env['PAGES'] ?? 100_000)
const SEARCHES = 100
const kinds = { rare: rareWord, common: commonWord, 'one character': oneCharacter, none: noWord }
const rows: Row[] = []

for (const kind of (process.env['DATABASES'] ?? 'sqlite,postgres').split(',')) await measure(kind)
console.log(`\n${PAGES} pages in 200 items, Node ${process.versions.node}\n\n${report(rows)}`)

async function measure(kind: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-grow-'))
  const postgres = kind === 'postgres' ? await startPostgres() : undefined
  const server = await startServer(folder, { TEST_CAPTCHA: 'abc12', ...(postgres && { DATABASE_URL: postgres.url }) })
  try {
    const admin = await login(server, 'admin', 'admin-password-1')
    const store = openStore(postgres?.url ?? join(folder, 'sheaf.db'))
    const started = performance.now()
    const grown = await fillSite(store, Number(admin.uid), PAGES)
    console.log(`${kind}: filled in ${Math.round((performance.now() - started) / 1000)} s`)
    await store.close()
    // The previous keep-alive connection may have been closed during the filling; this request opens a new one.
    await fetch(`${server.url}/healthz`).catch(() => {})
    const reader = await registerReader(server, admin, grown)
    await searching(server, `${kind}, all items`, admin, {})
    await searching(server, `${kind}, member of 20`, reader, {})
    await searching(server, `${kind}, one item`, admin, { item_id: String(grown.large) })
    await organising(server, kind, admin, grown)
  } finally {
    await server.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface User {
  uid: string
  user_token: string
}

async function call<T>({ url }: BenchServer, path: string, fields: Record<string, string>, user?: User): Promise<T> {
  const headers = { 'accept-encoding': 'gzip', ...(user && { authorization: `Bearer ${user.user_token}` }) }
  const answer = await (await fetch(`${url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })).json()
  if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

function login(server: BenchServer, username: string, password: string) {
  return call<User>(server, 'user/login', { username, password })
}

/** Registers a user who is a member of twenty items. */
async function registerReader(server: BenchServer, admin: User, { items }: LargeSite) {
  const cookie = (await fetch(`${server.url}/api/common/verify`)).headers.get('set-cookie')?.split(';')[0] ?? ''
  const password = 'reader-password-1'
  const body = new URLSearchParams({ username: 'reader', password, confirm_password: password, v_code: 'abc12' })
  await fetch(`${server.url}/api/user/register`, { method: 'POST', body, headers: { cookie } })
  for (const item_id of items.slice(50, 70))
    await call(server, 'member/save', { item_id: String(item_id), username: 'reader', cat_id: '0', member_group_id: '0' }, admin)
  return login(server, 'reader', password)
}

async function searching(server: BenchServer, scope: string, user: User, fields: { item_id?: string }) {
  const path = fields.item_id ? 'search/item' : 'search/all'
  for (const [kind, wordOf] of Object.entries(kinds)) {
    const measured = await quantileMs(SEARCHES, (n) => call(server, path, { ...fields, keyword: wordOf(n) }, user), 0.95)
    rows.push({ label: `Search, ${kind} (${scope})`, unit: 'ms', measured, limit: 50 })
  }
}

async function organising(server: BenchServer, kind: string, admin: User, { large, catalog, empty }: LargeSite) {
  const item_id = String(large)
  const info = () => call(server, 'item/info', { item_id }, admin)
  rows.push({ label: `item/info of ${PAGES / 10} pages, first (${kind})`, unit: 'ms', measured: await quantileMs(1, info), limit: 500 })
  rows.push({ label: `item/info of ${PAGES / 10} pages (${kind})`, unit: 'ms', measured: await quantileMs(20, info, 0.95), limit: 100 })
  const move = { cat_id: String(catalog), new_p_cat_id: '0', to_item_id: String(empty), is_del: '1' }
  const measured = await quantileMs(1, () => call(server, 'catalog/copy', move, admin))
  rows.push({ label: `Moving a catalog of ${PAGES / 50} pages (${kind})`, unit: 'ms', measured, limit: 5000 })
}
