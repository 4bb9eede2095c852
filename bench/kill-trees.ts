import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openStore } from '../server/src/db/dialect.ts'
import { numbersFrom } from '../test/numbers.ts'
import { startPostgres } from './grow-postgres.ts'
import { type BenchServer, startServer } from './servers.ts'

/*
 * R11, R24: twenty writers save, move, copy, order, delete and recover pages and catalogs of three items without waiting for each other,
 * on PostgreSQL through three servers, while servers are killed. Afterwards each page is in a catalog of its item, each acknowledged save
 * is in the page or its history, what belongs to a page has its item, and menus and searches show what the database has.
 */
const WRITERS = 20
const ITEMS = ['Manual', 'Interfaces', 'Operation']
/** Average milliseconds between two kills, and between two requests of a writer. */
const LIFE_MS = 12_000
const PAUSE_MS = 15
const SETTLE_MS = 8000
const SEARCHES = 60
const PASSWORD = 'admin-password-1'

interface Branch {
  pages: { page_id: string }[]
  catalogs: (Branch & { cat_id: string })[]
}
type Answer = Record<'page_id' | 'cat_id' | 'item_id' | 'user_token' | 'checked' | 'hindrance' | 'batch_id', string> & { menu: Branch }
type Fields = Record<string, string>

const pagesOf = (branch: Branch): string[] => [...branch.pages.map((page) => page.page_id), ...branch.catalogs.flatMap(pagesOf)]
const catalogsOf = (branch: Branch): string[] => branch.catalogs.flatMap((one) => [one.cat_id, ...catalogsOf(one)])

/** Rules that no row may break, as queries for the rows that do. */
const RULES = {
  'A page is in no catalog of its item': `select page_id, item_id, cat_id from page where is_del = 0 and cat_id <> 0
    and not exists (select 1 from catalog c where c.cat_id = page.cat_id and c.item_id = page.item_id)`,
  'A catalog is not one level below its parent': `select cat_id, item_id, parent_cat_id, level from catalog where parent_cat_id <> 0
    and not exists (select 1 from catalog c where c.cat_id = catalog.parent_cat_id and c.item_id = catalog.item_id and c.level + 1 = catalog.level)`,
  'A page is not searched': 'select page_id from page where is_del = 0 and page_id not in (select page_id from page_words)',
  'A page lacks a revision': `select page_id, version from page
    where version <> 1 + (select count(*) from page_history h where h.page_id = page.page_id)`,
  ...Object.fromEntries(
    ['page_history', 'thread', 'page_comment', 'recycle', 'watch', 'page_state'].map((table) => [
      `A row of ${table} has another item than its page`,
      `select t.page_id, t.item_id from ${table} t join page on page.page_id = t.page_id where t.item_id <> page.item_id`,
    ]),
  ),
}

/** Returns the problems that were found. */
export async function killTrees(kills: number, kind: string, seed: number): Promise<string[]> {
  console.log(`trees on ${kind}: seed ${seed}`)
  const next = numbersFrom(seed)
  const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)]
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-trees-'))
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  mkdirSync(join(folder, 'files'))
  const start = (n: number) => {
    const shared = postgres && { DATABASE_URL: postgres.url, SECRET_KEY: 'the key of all servers of this run' }
    return startServer(join(folder, `${n}`), { PORT: `${4866 + n}`, ...shared })
  }
  const servers: (BenchServer | undefined)[] = []
  for (let n = 0; n < (postgres ? 3 : 1); n++) {
    mkdirSync(join(folder, `${n}`))
    symlinkSync(join(folder, 'files'), join(folder, `${n}`, 'files'))
    servers.push(await start(n))
  }

  let user_token = ''
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  /** The answer of any server; undefined if it refuses, or does not answer because it was killed. */
  async function call(
    path: string,
    fields: Fields,
    server = anyOf(servers.filter((one) => one !== undefined)),
  ): Promise<Answer | undefined> {
    try {
      const body = new URLSearchParams({ user_token, ...fields })
      const { error_code, data } = await (await fetch(`${server?.url}/api/${path}`, { method: 'POST', body })).json()
      count(error_code ? `refused ${error_code}` : 'done')
      return error_code ? undefined : data
    } catch {
      count('not answered')
      return undefined
    }
  }
  const must = async (path: string, fields: Fields): Promise<Answer> => {
    const answer = await call(path, fields)
    if (!answer) throw new Error(`${path} was refused`)
    return answer
  }
  user_token = (await must('user/login', { username: 'admin', password: PASSWORD })).user_token
  const items: { item_id: string; pages: string[]; catalogs: string[] }[] = []
  for (const item_name of ITEMS) items.push({ ...(await must('item/add', { item_name })), pages: [], catalogs: [] })

  /** The marks of acknowledged saves by page. */
  const saved = new Map<string, string[]>()
  const batches: string[] = []
  let serial = 0

  /** One request of a writer, or two that belong together. */
  async function step() {
    const item = anyOf(items) as (typeof items)[number]
    const other = anyOf(items) as (typeof items)[number]
    const { item_id } = item
    if (next() < 0.1) {
      const menu = (await call('item/info', { item_id }))?.menu
      if (menu) [item.pages, item.catalogs] = [pagesOf(menu), catalogsOf(menu)]
    }
    const page_id = anyOf(item.pages) ?? '0'
    const cat_id = anyOf(item.catalogs) ?? '0'
    const place = next() < 0.3 ? '0' : (anyOf(item.catalogs) ?? '0')
    const target = { to_item_id: other.item_id, to_cat_id: next() < 0.3 ? '0' : (anyOf(other.catalogs) ?? '0') }
    const lines = JSON.stringify([{ page_id }, ...(next() < 0.5 ? [{ cat_id }] : [])])

    async function save(fields: Fields) {
      const mark = `mark${++serial}end`
      const page_content = `Text with ${mark} and a [link](/${item_id}/${anyOf(item.pages) ?? '0'})`
      const row = await call('page/save', { item_id, page_title: `Page ${serial}`, page_content, ...fields })
      if (!row) return
      saved.set(row.page_id, [...(saved.get(row.page_id) ?? []), mark])
      if (fields['page_id'] === '0') item.pages.push(row.page_id)
    }
    async function together(action: 'move' | 'copy' | 'delete') {
      const fields = { item_id, lines, ...(action === 'delete' ? {} : target) }
      const check = await call('tree/check', { ...fields, action })
      if (!check || check.hindrance) return
      const batch = await call(`tree/${action}`, { ...fields, checked: check.checked, password: PASSWORD })
      if (batch) batches.push(batch.batch_id)
    }
    const recover = async () => {
      const bin = (await call('recycle/getList', { item_id })) as unknown as Answer[] | undefined
      await call('recycle/recover', { item_id, page_id: anyOf(bin ?? [])?.page_id ?? '0' })
    }
    const steps: [share: number, step: () => Promise<unknown>][] = [
      [20, () => save({ page_id: '0', cat_id: place })],
      [25, () => save({ page_id, ...(next() < 0.5 ? { cat_id: place } : {}) })],
      [7, () => call('catalog/save', { item_id, cat_id: '0', parent_cat_id: place, cat_name: `Catalog ${++serial}` })],
      [3, () => call('catalog/save', { item_id, cat_id, parent_cat_id: place, cat_name: `Catalog ${++serial}` })],
      [3, () => call('catalog/delete', { item_id, cat_id })],
      [5, () => call('page/delete', { page_id })],
      [4, recover],
      [5, () => call('page/move', { item_id, page_ids: JSON.stringify([page_id]), ...target })],
      [
        3,
        () => call('page/sort', { item_id, pages: JSON.stringify(Object.fromEntries(item.pages.slice(-5).map((id, n) => [id, n + 1]))) }),
      ],
      [8, () => together('move')],
      [3, () => together('delete')],
      [2, () => together('copy')],
      [4, () => call('tree/undo', { batch_id: anyOf(batches) ?? '0' })],
      [3, () => call('catalog/arrange', { item_id, page_id, parent_cat_id: place })],
      [2, () => call('catalog/arrange', { item_id, cat_id, parent_cat_id: place })],
      [
        2,
        () => call('catalog/copy', { cat_id, new_p_cat_id: target.to_cat_id, to_item_id: other.item_id, is_del: next() < 0.7 ? '1' : '0' }),
      ],
      [1, () => call('comment/add', { page_id, content: 'A remark' })],
    ]
    await anyOf(steps.flatMap(([share, run]) => Array.from({ length: share }, () => run)))?.()
  }

  let isOver = false
  const write = async () => {
    while (!isOver) {
      await step()
      await wait(PAUSE_MS * 2 * next())
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  for (let n = 0; n < kills; n++) {
    await wait(LIFE_MS * (0.5 + next()))
    const place = n % servers.length
    const server = servers[place]
    servers[place] = undefined
    process.kill(server?.pid as number, 'SIGKILL')
    servers[place] = await start(place)
  }
  isOver = true
  await Promise.all(writers)
  await wait(SETTLE_MS)

  const problems: string[] = []
  const store = openStore(postgres?.url ?? join(folder, '0', 'sheaf.db'))
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await sql.raw(query).execute(store.db)
    if (rows.length > 0) problems.push(`${rule}: ${rows.length} rows, such as ${JSON.stringify(rows[0])}`)
  }
  const pages = await store.db.selectFrom('page').select(['page_id', 'item_id', 'page_content']).where('is_del', '=', 0).execute()
  for (const { page_id, page_content } of pages) {
    const texts = page_content + JSON.stringify(await call('page/history', { page_id: `${page_id}` }))
    for (const mark of saved.get(`${page_id}`) ?? []) if (!texts.includes(mark)) problems.push(`page ${page_id} lacks the save ${mark}`)
  }
  for (const { item_id } of items)
    for (const server of servers) {
      const { menu } = (await call('item/info', { item_id }, server)) as Answer
      const stored = pages.filter((page) => `${page.item_id}` === item_id).map((page) => `${page.page_id}`)
      if (pagesOf(menu).sort().join() !== stored.sort().join())
        problems.push(`the menu of item ${item_id} has other pages than the database`)
    }
  for (let n = 0; n < SEARCHES; n++) {
    const page = anyOf(pages)
    const keyword = /mark\d+end/.exec(page?.page_content ?? '')?.[0]
    if (!page || !keyword) continue
    const found = (await call('item/search', { item_id: `${page.item_id}`, keyword })) as unknown as { pages: Answer[] } | undefined
    if (!found?.pages.some((one) => one.page_id === `${page.page_id}`))
      problems.push(`the search for ${keyword} lacks page ${page.page_id}`)
  }
  console.log(`${kills} kills, ${serial} writes, ${pages.length} pages at the end`, Object.fromEntries(counts))
  await store.close()
  for (const server of servers) await server?.stop('kept')
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
  return problems
}
