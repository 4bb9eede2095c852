import type { Db } from '../db/schema.ts'

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

/** How many were there to delete. */
export const removeVariable = async (db: Db, item_id: number, id: number) =>
  Number((await db.deleteFrom('item_variable').where('item_id', '=', item_id).where('id', '=', id).executeTakeFirst()).numDeletedRows)

export const removeNamed = async (db: Db, name: Name) =>
  Number((await db.deleteFrom('item_variable').where('id', 'in', named(db, name)).executeTakeFirst()).numDeletedRows)
