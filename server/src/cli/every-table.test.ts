import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { command, folder, serverOn, settingsOf } from '../test/process/terminal.ts'
import { freshDatabase, onEachDatabase } from '../test/product.ts'
import { afterRestore, columnsOf, everyRow, fillEmptyTables } from '../test/samples/every-row.ts'
import { tablesOf } from './rows/tables.ts'

/** Tables that a backup and a move leave behind: the migrations of the target, the search index, and counters of the last minutes. */
const LEFT = ['migration', 'page_fts', 'page_words', 'rate', 'search_backlog']

onEachDatabase('every table of the schema', (product) => {
  let before: Awaited<ReturnType<typeof everyRow>>
  beforeAll(async () => {
    await fillEmptyTables(product.server.services.store)
    before = await everyRow(settingsOf(product))
  })

  it('is in a backup, or in the list of those that are left', async () => {
    const { store } = product.server.services
    const all = [...new Set((await columnsOf(store)).map(({ table }) => table))]
    const carried = (await tablesOf(store.db, store.kind)).map(({ name }) => name)
    const left = all.filter((name) => !carried.includes(name)).map((name) => name.replace(/^(page_fts|page_words)_.+/, '$1'))
    expect(LEFT).toEqual(expect.arrayContaining(left))
    expect(carried.filter((name) => !/^(webhook|news)_cursor$/.test(name)).sort()).toEqual(Object.keys(before).sort())
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  })

  it('R129: has its rows after a restore on both databases, and R46: no session and no trusted device', async () => {
    const archive = join(folder(), 'backup.tar.gz')
    expect(await command(['backup', archive], settingsOf(product))).toMatchObject({ code: 0 })
    for (const place of [{ DATA_DIR: folder() }, { DATA_DIR: folder(), DATABASE_URL: await freshDatabase() }]) {
      expect(await command(['restore', archive], place)).toMatchObject({ code: 0 })
      expect(await everyRow(place)).toEqual(afterRestore(before))
    }
  })

  it('R129: has its rows after a move to the other database', async () => {
    const isFile = product.server.services.store.kind === 'sqlite'
    await product.server.close()
    const stored = await everyRow(settingsOf(product))
    const place: Record<string, string> = isFile ? { DATABASE_URL: await freshDatabase() } : { DATA_DIR: folder() }
    const target = place['DATABASE_URL'] ?? join(String(place['DATA_DIR']), 'sheaf.db')
    expect(await command(['move-database', target], settingsOf(product))).toMatchObject({ code: 0 })
    expect(await everyRow(place)).toEqual(stored)
  })

  afterAll(async () => {
    // The product closes its server at the end, so it must be open.
    Object.assign(product, { server: (await serverOn(settingsOf(product))).server })
  })
})
