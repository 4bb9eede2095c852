import type { Insertable, Selectable } from 'kysely'
import { caseById, inParts } from '../db/many-rows.ts'
import type { Db, Schema } from '../db/schema.ts'

export type Flow = Selectable<Schema['runapi_flow']>

export const flowOf = (db: Db, id: number) => db.selectFrom('runapi_flow').selectAll().where('id', '=', id).executeTakeFirst()

export const flowsOf = (db: Db, item_id: number) =>
  db.selectFrom('runapi_flow').selectAll().where('item_id', '=', item_id).orderBy('id', 'desc').execute()

export const insertFlow = (db: Db, flow: Insertable<Schema['runapi_flow']>) =>
  db.insertInto('runapi_flow').values(flow).returningAll().executeTakeFirstOrThrow()

export const updateFlow = (db: Db, id: number, changed: Partial<Flow>) =>
  db.updateTable('runapi_flow').set(changed).where('id', '=', id).returningAll().executeTakeFirst()

export async function removeFlow(db: Db, id: number) {
  await db.deleteFrom('runapi_flow_page').where('flow_id', '=', id).execute()
  return Number((await db.deleteFrom('runapi_flow').where('id', '=', id).executeTakeFirst()).numDeletedRows)
}

/** The calls of a flow whose pages are still in its item. */
export const pagesOfFlow = (db: Db, flow_id: number) =>
  db
    .selectFrom('runapi_flow_page as call')
    .innerJoin('runapi_flow as flow', 'flow.id', 'call.flow_id')
    .innerJoin('page', (join) =>
      join.onRef('page.page_id', '=', 'call.page_id').onRef('page.item_id', '=', 'flow.item_id').on('page.is_del', '=', 0),
    )
    .selectAll('call')
    .select(['page.page_title', 'page.cat_id'])
    .where('call.flow_id', '=', flow_id)
    .orderBy('call.s_number')
    .orderBy('call.id')
    .execute()

export const flowPageOf = (db: Db, id: number) => db.selectFrom('runapi_flow_page').selectAll().where('id', '=', id).executeTakeFirst()

export const countCalls = async (db: Db, flow_id: number) => {
  const { n, last } = await db
    .selectFrom('runapi_flow_page')
    .select((row) => [row.fn.countAll().as('n'), row.fn.max('s_number').as('last')])
    .where('flow_id', '=', flow_id)
    .executeTakeFirstOrThrow()
  return { count: Number(n), last: Number(last ?? 0) }
}

export const insertFlowPage = async (db: Db, flow_id: number, page_id: number, s_number: number, addtime: number) =>
  (
    await db
      .insertInto('runapi_flow_page')
      .values({ flow_id, page_id, s_number, enabled: 1, addtime })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const removeFlowPage = async (db: Db, id: number) =>
  Number((await db.deleteFrom('runapi_flow_page').where('id', '=', id).executeTakeFirst()).numDeletedRows)

/** Ids of other flows change nothing. */
export async function orderFlow(db: Db, flow_id: number, orders: { id: number; s_number: number }[]) {
  for (const part of inParts(orders))
    await db
      .updateTable('runapi_flow_page')
      .set({
        s_number: caseById(
          'id',
          part,
          (row) => row.id,
          (row) => row.s_number,
        ),
      })
      .where('flow_id', '=', flow_id)
      .where(
        'id',
        'in',
        part.map((row) => row.id),
      )
      .execute()
}

export async function enableOnly(db: Db, flow_id: number, ids: number[]) {
  await db.updateTable('runapi_flow_page').set({ enabled: 0 }).where('flow_id', '=', flow_id).execute()
  for (const part of inParts(ids))
    await db.updateTable('runapi_flow_page').set({ enabled: 1 }).where('flow_id', '=', flow_id).where('id', 'in', part).execute()
}
