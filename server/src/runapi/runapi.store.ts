import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Others who change what clients keep with this item wait until the transaction ends: what is counted and looked at stays so. */
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

/** Variables of before there was any environment belong to the first. */
export const gatherVariables = (db: Db, item_id: number, env_id: number) =>
  db.updateTable('item_variable').set({ env_id }).where('item_id', '=', item_id).where('env_id', '=', 0).execute()

/** With its variables; whoever worked with it, and flows that ran in it, are without one. */
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
