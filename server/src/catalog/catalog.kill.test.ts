import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../db/dialect.ts'
import { indexFresh } from '../db/search.ts'
import { startProcess } from '../test/process.ts'
import { freshDatabase } from '../test/product.ts'

const PAGES = 2000

/* What is killed is the process that is SQLite's database; a server of PostgreSQL goes on, so fewer points do. */
describe.each([
  ['sqlite', 20],
  ['postgres', 8],
] as const)('R11: a move of 2,000 pages on %s', (kind, POINTS) => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-kill-'))
  const settings: Record<string, string> = {}
  let child: ChildProcess
  let cookie = ''
  let port = 0
  let store: Store
  let items: number[] = []
  let cat_id = 0

  beforeAll(async () => {
    if (kind === 'postgres') settings['DATABASE_URL'] = await freshDatabase()
    await start()
    store = openStore(settings['DATABASE_URL'] ?? join(folder, 'sheaf.db'))
    items = [await call('item/add', { item_name: 'A' }), await call('item/add', { item_name: 'B' })].map((one) => Number(one.item_id))
    cat_id = Number((await call('catalog/save', { item_id: items[0], cat_name: 'cargo' })).cat_id)
    await fill()
  }, 60_000)
  afterAll(async () => {
    child.kill('SIGKILL')
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start() {
    ;({ child, port, cookie } = await startProcess(folder, settings))
  }

  async function call(path: string, fields: Record<string, unknown>) {
    const body = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]))
    const { error_code, error_message, data } = await (
      await fetch(`http://127.0.0.1:${port}/api/${path}`, { method: 'POST', headers: { cookie }, body })
    ).json()
    if (error_code !== 0) throw new Error(error_message)
    return data
  }

  const fill = () =>
    store.db.transaction().execute(async (trx) => {
      const row = {
        item_id: items[0] as number,
        cat_id,
        page_comments: '',
        s_number: 1,
        author_uid: 1,
        author_username: 'admin',
        creator_uid: 1,
        addtime: 1,
        created: 1,
      }
      const text = (n: number) => ({ page_title: `p${n}`, page_content: `plumbago ${n} and some more words of page ${n}` })
      for (let from = 0; from < PAGES; from += 500) {
        const some = trx.insertInto('page').values(Array.from({ length: 500 }, (_, n) => ({ ...row, ...text(from + n) })))
        await indexFresh(store, trx, await some.returning(['page_id', 'item_id', 'page_title', 'page_content']).execute())
      }
    })

  /** Where everything is: one item, and nothing in the other. */
  async function place() {
    const [one, catalogs] = await Promise.all([
      store.db
        .selectFrom('page')
        .select((row) => ['item_id', row.fn.countAll().as('n')])
        .where('item_id', 'in', items)
        .groupBy('item_id')
        .execute(),
      store.db.selectFrom('catalog').select('item_id').where('cat_id', '=', cat_id).execute(),
    ])
    expect(one).toEqual([{ item_id: catalogs[0]?.item_id, n: PAGES }])
    const found = await call('item/info', { item_id: one[0]?.item_id, keyword: 'plumbago' })
    expect(found.menu.pages).toHaveLength(100)
    expect((await call('item/info', { item_id: items.find((id) => id !== one[0]?.item_id), keyword: 'plumbago' })).menu.pages).toEqual([])
    return one[0]?.item_id as number
  }
  const move = (to: number | undefined) => call('catalog/copy', { cat_id, new_p_cat_id: 0, to_item_id: to, is_del: 1 })

  it(`killed at ${POINTS} points is wholly here or wholly there`, async () => {
    const begun = performance.now()
    await move(items[1])
    const whole = performance.now() - begun
    const ends = new Set<string>()
    for (let point = 0; point < POINTS; point++) {
      const from = await place()
      const moving = move(items.find((id) => id !== from)).then(
        () => 'answered',
        () => 'cut',
      )
      await wait((whole * 1.2 * point) / POINTS)
      child.kill('SIGKILL')
      const end = await moving
      await start()
      const then = await place()
      ends.add(then === from ? 'here' : 'there')
      if (end === 'answered') expect(then).not.toBe(from)
    }
    expect(ends).toContain('here')
  }, 180_000)
})
