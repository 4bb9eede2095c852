import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

const columns = ['id', 'unique_key', 'uid', 'page_id', 'item_id', 'view_times', 'template', 'path', 'addtime', 'last_update_time'] as const

export const mockOf = (db: Db, page_id: number) => db.selectFrom('mock').select(columns).where('page_id', '=', page_id).executeTakeFirst()

interface NewMock {
  uid: number
  page_id: number
  item_id: number
  path: string
  template: string
}

/** Creates or changes the mock of a page and returns its key. An existing mock keeps its key. */
export async function putMock(db: Db, mock: NewMock, unique_key: string, at: number) {
  const { uid, path, template } = mock
  const { unique_key: kept } = await db
    .insertInto('mock')
    .values({ ...mock, unique_key, addtime: at, last_update_time: at })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet({ uid, path, template, last_update_time: at }))
    .returning('unique_key')
    .executeTakeFirstOrThrow()
  return kept
}

export async function deleteMock(db: Db, page_id: number) {
  const { numDeletedRows } = await db.deleteFrom('mock').where('page_id', '=', page_id).executeTakeFirst()
  return Number(numDeletedRows)
}

export interface ActiveMock {
  id: number
  template: string
}

type WithStore = Pick<Services, 'store'>

/* Only mocks whose page and item are not deleted (S40). */
const ALIVE = `select m.id, m.template from mock m join page p on p.page_id = m.page_id and p.is_del = 0
  join item i on i.item_id = p.item_id and i.is_del = 0`

export const byKey = async ({ store }: WithStore, unique_key: string) =>
  (await store.hot<ActiveMock>(`${ALIVE} where m.unique_key = ?`, [unique_key]))[0]

/** Finds a mock of a public item. When several have this path, the oldest answers. */
export const byPath = async ({ store }: WithStore, item_id: number, path: string) =>
  (
    await store.hot<ActiveMock>(`${ALIVE} where m.item_id = ? and m.path = ? and i.password_hash = '' order by m.id limit 1`, [
      item_id,
      path,
    ])
  )[0]

export const countView = (db: Db, id: number) =>
  db
    .updateTable('mock')
    .set((row) => ({ view_times: row('view_times', '+', 1) }))
    .where('id', '=', id)
    .execute()
