import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { asSystem } from '../access/permission.ts'
import { tablesOf } from '../cli/rows/tables.ts'
import { removeItem } from '../item/item.service.ts'
import { aPage } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { addSample, columnsOf } from '../test/samples/every-row.ts'

/** Rows with their own term: those of a token, counts and logs of days, notices of a user, visits of a session, what was sent. */
const OWN_TERM = ['access_grant_item', 'item_read', 'notice', 'session_visit', 'token_call', 'webhook_event']

onEachDatabase('an item that was deleted for good', (product) => {
  it('is in no table but those with their own term', async () => {
    const { services } = product.server
    const { store } = services
    const anna = await product.user('anna')
    const { item_id } = await anna.api.item.add({ item_name: 'Orders', item_type: '1' })
    const { cat_id } = await anna.api.catalog.save({ item_id, cat_name: 'Guide' })
    const page_id = await aPage(anna, item_id)
    const given = { item_id: Number(item_id), page_id: Number(page_id), cat_id: Number(cat_id) }
    const all = await columnsOf(store)
    const tables = (await tablesOf(store.db, store.kind)).filter(({ columns }) => columns.includes('item_id')).map(({ name }) => name)
    const rowsIn = async (name: string) =>
      (await sql`select 1 as one from ${sql.table(name)} where item_id = ${given.item_id}`.execute(store.db)).rows.length
    for (const name of tables) {
      const columns = all.filter((one) => one.table === name)
      if ((await rowsIn(name)) === 0) await addSample(store, columns, given)
    }
    const filled = await Promise.all(tables.map(rowsIn))
    expect(tables.filter((_, n) => filled[n] === 0)).toEqual([])

    await removeItem(services, asSystem(given.item_id, 'expired'))
    const left = await Promise.all(tables.map(rowsIn))
    expect(tables.filter((_, n) => left[n] !== 0)).toEqual(OWN_TERM)
  })
})
