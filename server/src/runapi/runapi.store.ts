import { type Insertable, type Selectable, sql } from 'kysely'
import { caseById, inParts } from '../db/batches.ts'
import type { Db, Schema } from '../db/schema.ts'

type Flow = Selectable<Schema['runapi_flow']>

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

/** Ignores ids of other flows. */
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

export const variablesOf = (db: Db, item_id: number, env_id: number) =>
  db
    .selectFrom('item_variable')
    .selectAll()
    .where('item_id', '=', item_id)
    .$if(env_id > 0, (query) => query.where('env_id', '=', env_id))
    .orderBy('id')
    .execute()

interface Name {
  item_id: number
  env_id: number
  var_name: string
}

const named = (db: Db, { item_id, env_id, var_name }: Name) =>
  db.selectFrom('item_variable').select('id').where('item_id', '=', item_id).where('env_id', '=', env_id).where('var_name', '=', var_name)

export const hasVariable = async (db: Db, name: Name) => (await named(db, name).executeTakeFirst()) !== undefined

export const putVariable = async (db: Db, variable: Name & { var_value: string; uid: number }, addtime: number) =>
  (
    await db
      .insertInto('item_variable')
      .values({ ...variable, addtime })
      .onConflict((conflict) =>
        conflict.columns(['item_id', 'env_id', 'var_name']).doUpdateSet({ var_value: variable.var_value, uid: variable.uid, addtime }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Returns 1, or 0 when the item has no such variable. */
export const removeVariable = async (db: Db, item_id: number, id: number) =>
  Number((await db.deleteFrom('item_variable').where('item_id', '=', item_id).where('id', '=', id).executeTakeFirst()).numDeletedRows)

export const removeNamed = async (db: Db, name: Name) =>
  Number((await db.deleteFrom('item_variable').where('id', 'in', named(db, name)).executeTakeFirst()).numDeletedRows)

/** Locks the client data of an item until the transaction ends, so that checks and counts stay valid. */
export const holdItem = (db: Db, item_id: number) => sql`update item set item_type = item_type where item_id = ${item_id}`.execute(db)

export const countIn = async (db: Db, table: 'runapi_env' | 'item_variable' | 'runapi_flow', item_id: number) =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((row) => row.fn.countAll().as('n'))
        .where('item_id', '=', item_id)
        .executeTakeFirstOrThrow()
    ).n,
  )

export const envsOf = (db: Db, item_id: number) =>
  db.selectFrom('runapi_env').selectAll().where('item_id', '=', item_id).orderBy('id').execute()

export const envOf = (db: Db, id: number) => db.selectFrom('runapi_env').selectAll().where('id', '=', id).executeTakeFirst()

interface NewEnv {
  item_id: number
  env_name: string
  uid: number
}

export const insertEnv = async (db: Db, env: NewEnv, at: number) =>
  (
    await db
      .insertInto('runapi_env')
      .values({ ...env, addtime: at, last_update_time: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const renameEnv = async (db: Db, env_id: number, { item_id, env_name, uid }: NewEnv, at: number) =>
  Number(
    (
      await db
        .updateTable('runapi_env')
        .set({ env_name, uid, last_update_time: at })
        .where('id', '=', env_id)
        .where('item_id', '=', item_id)
        .executeTakeFirst()
    ).numUpdatedRows,
  )

/** Assigns the variables without an environment to the first one. */
export const gatherVariables = (db: Db, item_id: number, env_id: number) =>
  db.updateTable('item_variable').set({ env_id }).where('item_id', '=', item_id).where('env_id', '=', 0).execute()

/** Deletes an environment and its variables. Users who selected it and flows that used it have none afterwards. */
export async function removeEnv(db: Db, item_id: number, env_id: number) {
  await db.deleteFrom('runapi_env').where('id', '=', env_id).execute()
  for (const table of ['runapi_env_selected', 'item_variable'] as const)
    await db.deleteFrom(table).where('item_id', '=', item_id).where('env_id', '=', env_id).execute()
  await db.updateTable('runapi_flow').set({ env_id: 0 }).where('item_id', '=', item_id).where('env_id', '=', env_id).execute()
}

export const selectEnv = async (db: Db, item_id: number, uid: number, env_id: number) =>
  (
    await db
      .insertInto('runapi_env_selected')
      .values({ item_id, uid, env_id })
      .onConflict((conflict) => conflict.columns(['item_id', 'uid']).doUpdateSet({ env_id }))
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const selectedEnv = (db: Db, item_id: number, uid: number) =>
  db.selectFrom('runapi_env_selected').selectAll().where('item_id', '=', item_id).where('uid', '=', uid).executeTakeFirst()

export const setShared = (db: Db, item_id: number, global_param: string) =>
  db.updateTable('item').set({ global_param }).where('item_id', '=', item_id).execute()

export const sharedNow = async (db: Db, item_id: number) =>
  (await db.selectFrom('item').select('global_param').where('item_id', '=', item_id).executeTakeFirst())?.global_param ?? ''
