import type { Scope } from '../access/access.ts'
import type { Permission } from '../access/permission.ts'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

export const groupsOf = (db: Db, uid: number) =>
  db.selectFrom('item_group').selectAll().where('uid', '=', uid).orderBy('s_number').orderBy('id').execute()

interface Group {
  group_name: string
  item_ids: string
}

export const insertGroup = (db: Db, uid: number, group: Group, at: number) =>
  db
    .insertInto('item_group')
    .values({ ...group, uid, s_number: 0, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirst()

export const updateGroup = (db: Db, uid: number, id: number, group: Group, at: number) =>
  db
    .updateTable('item_group')
    .set({ ...group, updated_at: at })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Deletes a group and the order of its items; returns false if it is not a group of this user. */
export async function removeGroup(db: Db, uid: number, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom('item_group').where('uid', '=', uid).where('id', '=', id).executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return false
  await db.deleteFrom('item_sort').where('uid', '=', uid).where('item_group_id', '=', id).execute()
  return true
}

export async function setGroupOrder(db: Db, uid: number, groups: { id: number; s_number: number }[]) {
  for (const { id, s_number } of groups)
    await db.updateTable('item_group').set({ s_number }).where('uid', '=', uid).where('id', '=', id).execute()
}

/** The order of the user's items in a group, as JSON. */
export const setItemOrder = (db: Db, uid: number, item_group_id: number, item_sort_data: string) =>
  db
    .insertInto('item_sort')
    .values({ uid, item_group_id, item_sort_data })
    .onConflict((conflict) => conflict.columns(['uid', 'item_group_id']).doUpdateSet({ item_sort_data }))
    .execute()

export const pinItem = (db: Db, uid: number, item_id: number, addtime: number) =>
  db
    .insertInto('item_top')
    .values({ uid, item_id, addtime })
    .onConflict((conflict) => conflict.columns(['uid', 'item_id']).doNothing())
    .execute()

export const unpinItem = (db: Db, uid: number, item_id: number) =>
  db.deleteFrom('item_top').where('uid', '=', uid).where('item_id', '=', item_id).execute()

export const pinsOf = async ({ store }: Pick<Services, 'store'>, uid: number) =>
  new Set((await store.hot<{ item_id: number }>('select item_id from item_top where uid = ?', [uid])).map((row) => row.item_id))

/** When the user opened the item last; 0 for never. */
export const visitTime = async ({ store }: Pick<Services, 'store'>, uid: number, item_id: number) =>
  (await store.hot<{ addtime: number }>('select addtime from item_visit where uid = ? and item_id = ?', [uid, item_id]))[0]?.addtime ?? 0

export const setVisitTime = (db: Db, uid: number, item_id: number, addtime: number) =>
  db
    .insertInto('item_visit')
    .values({ uid, item_id, addtime })
    .onConflict((conflict) => conflict.columns(['uid', 'item_id']).doUpdateSet({ addtime }))
    .execute()

const TITLES_MAX = 100

/** The ids of the first hundred pages with this title, in reading order; of those in the scope if one is given. */
export const pagesTitled = async (db: Db, item_id: number, page_title: string, scope: Scope = 'all') =>
  (
    await db
      .selectFrom('page')
      .select('page_id')
      .where('item_id', '=', item_id)
      .where('page_title', '=', page_title)
      .where('is_del', '=', 0)
      .$if(scope !== 'all', (query) => query.where('cat_id', 'in', [...(scope === 'none' ? [] : scope)] as number[]))
      .orderBy('s_number')
      .orderBy('page_id')
      .limit(TITLES_MAX)
      .execute()
  ).map((row) => row.page_id)

const REMOVE_BATCH_ROWS = 100

export const pagesLeft = (db: Db, item_id: number) =>
  db.selectFrom('page').select('page_id').where('item_id', '=', item_id).limit(REMOVE_BATCH_ROWS).execute()

export const filesLeft = (db: Db, item_id: number) =>
  db.selectFrom('attachment').select(['file_id', 'path', 'store']).where('item_id', '=', item_id).limit(REMOVE_BATCH_ROWS).execute()

export const catalogsLeft = (db: Db, item_id: number) =>
  db.selectFrom('catalog').select('cat_id').where('item_id', '=', item_id).limit(REMOVE_BATCH_ROWS).execute()

/** Ids of changes of an item, which it keeps for years. */
export const changesLeft = async (db: Db, item_id: number, rows: number) =>
  (await db.selectFrom('change').select('change_id').where('item_id', '=', item_id).limit(rows).execute()).map((row) => row.change_id)

export const removeCatalog = (db: Db, { cat_id }: { cat_id: number }) => db.deleteFrom('catalog').where('cat_id', '=', cat_id).execute()

/** Detaches a file that a page of another item uses: it remains as a file of its uploader. */
export const detachFile = (db: Db, file_id: number) =>
  db.updateTable('attachment').set({ item_id: 0 }).where('file_id', '=', file_id).execute()

/** Tables of API clients, of pins and of visits. */
const dependentTables = [
  'runapi_env',
  'runapi_env_selected',
  'item_variable',
  'runapi_flow',
  'item_top',
  'item_visit',
  'suggestion',
  'thread',
  'page_comment',
  'comment_mention',
  'page_feedback',
  'access_ask',
  'watch',
  'news_event',
  'tell',
  'source',
  'proof_repo',
  'stewardship',
  'verification',
  'page_review',
  'steward_offer',
] as const

/** The tables with rows of a source. */
export const sourceTables = [
  'source_part',
  'source_alias',
  'source_version',
  'source_match',
  'source_accepted',
  'source_check',
  'source_instance',
  'source_drift',
  'source_fetch',
  'source_renewal',
] as const

/** Deletes the row of an item, its members, teams, keys and changes. */
export async function removeItemRow(db: Db, { item_id }: Permission<'edit' | 'manage'>) {
  const flows = db.selectFrom('runapi_flow').select('id').where('item_id', '=', item_id)
  await db.deleteFrom('runapi_flow_page').where('flow_id', 'in', flows).execute()
  const sources = db.selectFrom('source').select('source_id').where('item_id', '=', item_id)
  for (const table of sourceTables) await db.deleteFrom(table).where('source_id', 'in', sources).execute()
  for (const table of [
    ...dependentTables,
    'item_member',
    'team_item_member',
    'team_item',
    'item_key',
    'tree_batch',
    'change',
    'item',
  ] as const)
    await db.deleteFrom(table).where('item_id', '=', item_id).execute()
}

export const deleteItem = (db: Db, { item_id }: Permission<'manage'>, at: number) =>
  db.updateTable('item').set({ is_del: 1, del_time: at, counted_from: null, last_update_time: at }).where('item_id', '=', item_id).execute()

export const archiveItem = (db: Db, { item_id }: Permission<'manage'>, at: number) =>
  db.updateTable('item').set({ is_archived: 1, last_update_time: at }).where('item_id', '=', item_id).execute()

/**
 * Sets the owner and removes the owner's membership, which they no longer need. Returns false, and writes nothing, when the item is no longer
 * that of `from`.
 */
export async function giveItem(db: Db, { item_id }: Permission<'manage'>, { from, uid }: { from: number; uid: number }, at: number) {
  const given = db.updateTable('item').set({ uid, last_update_time: at }).where('item_id', '=', item_id).where('uid', '=', from)
  if (Number((await given.executeTakeFirst()).numUpdatedRows) === 0) return false
  await db.deleteFrom('item_member').where('item_id', '=', item_id).where('uid', '=', uid).execute()
  return true
}

export const keyOfItem = (db: Db, item_id: number) =>
  db.selectFrom('item_key').selectAll().where('item_id', '=', item_id).executeTakeFirst()

/** Creates the keys of an item; concurrent requests get the same pair. */
export async function makeKey(db: Db, { item_id }: Permission<'manage'>, api_key: string, api_token: string, addtime: number) {
  await db
    .insertInto('item_key')
    .values({ item_id, api_key, api_token, addtime, last_check_time: 0 })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .execute()
  return db.selectFrom('item_key').selectAll().where('item_id', '=', item_id).executeTakeFirstOrThrow()
}

export const removeKey = (db: Db, { item_id }: Permission<'edit' | 'manage'>) =>
  db.deleteFrom('item_key').where('item_id', '=', item_id).execute()
