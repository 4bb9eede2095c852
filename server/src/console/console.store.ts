import { CONSOLE_ENVS_MAX } from '@sheaf/contract'
import type { ApiServer } from '@sheaf/description/call'
import { isSecretName } from '@sheaf/description/secret-names'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'

interface WithStore {
  store: Pick<Store, 'hot'>
}

/** Whether readers of this page can send its operation to an environment of the item. */
export const hasConsole = async ({ store }: WithStore, { page_id, item_id }: { page_id: number; item_id: number }): Promise<boolean> => {
  const rows = await store.hot<{ page_id: number }>(
    `select part.page_id from source_part as part join source on source.source_id = part.source_id
      where part.page_id = ? and part.kind = 'operation' and part.is_detached = 0 and source.item_id = ?
        and exists (select 1 from runapi_env as env where env.item_id = ? and env.is_shown = 1 and env.base_url <> '')
      limit 1`,
    [page_id, item_id, item_id],
  )
  return rows.length > 0
}

/** The operation that a page shows. */
export const operationOfPage = (db: Db, page_id: number) =>
  db
    .selectFrom('source_part as part')
    .innerJoin('source', 'source.source_id', 'part.source_id')
    .innerJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').onRef('page.item_id', '=', 'source.item_id'))
    .select(['part.method', 'part.path', 'part.body'])
    .where('part.page_id', '=', page_id)
    .where('part.kind', '=', 'operation')
    .where('part.is_detached', '=', 0)
    .where('page.is_composed', '=', 1)
    .orderBy('part.part_id')
    .executeTakeFirst()

/** The base addresses that readers can send requests to. */
export const shownAddresses = async ({ store }: WithStore, item_id: number): Promise<string[]> =>
  (
    await store.hot<{ base_url: string }>(
      `select base_url from runapi_env where item_id = ? and is_shown = 1 and base_url <> '' order by id limit ${CONSOLE_ENVS_MAX}`,
      [item_id],
    )
  ).map((row) => row.base_url)

/** Environments that a reader can choose at the endpoint of an operation. */
const CHOICE_MAX = 20

/** The environments that readers see, as servers of a call. */
export const shownEnvironments = async ({ store }: WithStore, item_id: number): Promise<ApiServer[]> =>
  (
    await store.hot<{ id: number; env_name: string; base_url: string }>(
      `select id, env_name, base_url from runapi_env where item_id = ? and is_shown = 1 and base_url <> '' order by id limit ${CHOICE_MAX}`,
      [item_id],
    )
  ).map(({ id, env_name, base_url }) => ({ url: base_url, title: env_name, variables: [], env_id: String(id) }))

export const environmentsOf = (db: Db, item_id: number, onlyShown: boolean) =>
  db
    .selectFrom('runapi_env')
    .select(['id as env_id', 'env_name', 'base_url', 'is_shown', 'by_server'])
    .where('item_id', '=', item_id)
    .$if(onlyShown, (query) => query.where('is_shown', '=', 1).where('base_url', '<>', '').limit(CONSOLE_ENVS_MAX))
    .orderBy('id')
    .execute()

/** An environment of the item that its readers can use. */
export const shownEnvironment = (db: Db, item_id: number, env_id: number) =>
  db
    .selectFrom('runapi_env')
    .select(['env_name', 'base_url', 'by_server'])
    .where('id', '=', env_id)
    .where('item_id', '=', item_id)
    .where('is_shown', '=', 1)
    .where('base_url', '<>', '')
    .executeTakeFirst()

/** What is stored of the address of an environment. */
export const addressOf = (db: Db, env_id: number) =>
  db.selectFrom('runapi_env').select(['item_id', 'base_url', 'by_server']).where('id', '=', env_id).executeTakeFirst()

export const variablesOfItem = (db: Db, item_id: number) =>
  db.selectFrom('item_variable').select(['env_id', 'var_name', 'var_value']).where('item_id', '=', item_id).orderBy('id').execute()

/** Environments of the console other than this one. */
export const countOthers = async (db: Db, item_id: number, env_id: number) =>
  Number(
    (
      await db
        .selectFrom('runapi_env')
        .select((row) => row.fn.countAll().as('n'))
        .where('item_id', '=', item_id)
        .where('base_url', '<>', '')
        .where('id', '<>', env_id)
        .executeTakeFirstOrThrow()
    ).n,
  )

export const setAddress = (db: Db, env_id: number, row: { base_url: string; is_shown: number; by_server: number }) =>
  db.updateTable('runapi_env').set(row).where('id', '=', env_id).execute()

interface Named {
  item_id: number
  env_id: number
  uid: number
  /** The environment has just taken variables without one, which stay. */
  isNew: boolean
}

/** Replaces the variables of an environment. A secret keeps the value that API clients have stored. */
export async function replaceVariables(
  db: Db,
  { item_id, env_id, uid, isNew }: Named,
  variables: { name: string; value: string }[],
  at: number,
) {
  const known = await db
    .selectFrom('item_variable')
    .select(['id', 'var_name', 'var_value'])
    .where('item_id', '=', item_id)
    .where('env_id', '=', env_id)
    .execute()
  const wanted = new Map(variables.map(({ name, value }) => [name, value]))
  const gone = known.filter(({ var_name }) => !isNew && !wanted.has(var_name)).map(({ id }) => id)
  if (gone.length > 0) await db.deleteFrom('item_variable').where('id', 'in', gone).execute()
  for (const [var_name, var_value] of wanted) {
    const before = known.find((row) => row.var_name === var_name)
    if (before && (isSecretName(var_name) || before.var_value === var_value)) continue
    await db
      .insertInto('item_variable')
      .values({ item_id, env_id, uid, var_name, var_value, addtime: at })
      .onConflict((conflict) => conflict.columns(['item_id', 'env_id', 'var_name']).doUpdateSet({ var_value, uid, addtime: at }))
      .execute()
  }
}
