import { Refusal } from '@sheaf/contract/errors'
import { type Selectable, sql } from 'kysely'
import { asSystem, type Permission } from '../access/permission.ts'
import type { Ctx, Services } from '../context.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Db, Schema } from '../db/schema.ts'

/** The entry of a new page in `tree_log`: it has no id yet when the entry is written. */
export const ADDED = '+'

/**
 * Records a change of the item: its time and its tree version, which invalidates cached menus. It must come first in every transaction
 * that changes pages or catalogs: concurrent transactions wait for it, so that they see current data. `page` is the id of the only page
 * that changes, or ADDED for a new one; cached menus are then changed in this place only. Refuses an item that was archived or deleted
 * since the permission check.
 */
export async function touchItem(db: Db, { item_id }: Permission<'edit'>, at: number, page?: number | typeof ADDED): Promise<void> {
  const version = page === undefined ? sql`tree_version = tree_version + 1` : nextVersion(page)
  const { rows } = await sql<Pick<Selectable<Schema['item']>, 'is_archived' | 'is_del'>>`update item
    set last_update_time = ${at}, ${version} where item_id = ${item_id} returning is_archived, is_del`.execute(db)
  const [item] = rows
  if (!item || item.is_del === 1) throw new Refusal('noPermission')
  if (item.is_archived) throw new Refusal('archived')
}

/** Locks an item as a save does, for texts that are composed again without a save. */
export const lockItem = (db: Db, item_id: number) => sql`update item set tree_version = tree_version where item_id = ${item_id}`.execute(db)

/** A new version of an item whose texts were composed again, for caches. */
export const touchComposed = (db: Db, item_id: number, at: number) =>
  sql`update item set last_update_time = ${at}, tree_version = tree_version + 1 where item_id = ${item_id}`.execute(db)

const LOG_MAX = 300
/** The assignments of a new tree version that changes one page. Old entries of the log are cut off, at any character. */
export const nextVersion = (page: number | typeof ADDED) => sql`tree_version = tree_version + 1,
  tree_log = case when length(tree_log) > ${sql.lit(LOG_MAX)} then substr(tree_log, ${sql.lit(LOG_MAX / 2)}) else tree_log end
    || ' ' || (tree_version + 1) || cast(${`:${page}`} as text)`

/** The parameters that a client stored for all pages of an API item. */
export const sharedOf = async ({ store }: Pick<Services, 'store'>, item_id: number) =>
  (await store.hot<{ global_param: string }>('select global_param from item where item_id = ?', [item_id]))[0]?.global_param ?? ''

/** The display name of the owner of an item. */
export const ownerName = async ({ store }: Pick<Services, 'store'>, { uid }: { uid: number }) =>
  (await store.hot<{ name: string }>(`select coalesce(nullif(name, ''), username) as name from "user" where uid = ?`, [uid]))[0]?.name ?? ''

export const nameItem = (db: Db, { item_id }: Permission<'edit'>, item_name: string) =>
  db.updateTable('item').set({ item_name }).where('item_id', '=', item_id).execute()

type Given = 'item_name' | 'item_description' | 'item_domain' | 'item_type' | 'uid' | 'password_hash' | 'password_stamp'
export interface NewItem extends Pick<Selectable<Schema['item']>, Given> {
  /** "" when not given. */
  global_param?: string
}

/**
 * Creates an item and returns the permission to fill it. With `is_del` 2 the item is hidden until `showItem`, while an import or a copy
 * creates it.
 */
export async function insertItem(db: Db, item: NewItem, at: number, is_del: 0 | 2 = 0): Promise<Permission<'edit' | 'manage'>> {
  const { item_id } = await db
    .insertInto('item')
    .values({
      global_param: '',
      ...item,
      domain_key: item.item_domain.toLowerCase() || null,
      is_archived: 0,
      is_del,
      del_time: 0,
      addtime: at,
      last_update_time: at,
    })
    .returning('item_id')
    .executeTakeFirstOrThrow()
  return asSystem(item_id, 'newItem')
}

/**
 * Shows a hidden item. Refuses when its owner was disabled or deleted while it was made. It takes its domain only now: the remains of a
 * killed server would keep the domain from a second try.
 */
export async function showItem(db: Db, { item_id }: Permission<'manage'>, owner: number, item_domain = '') {
  // A deletion of the account waits, and then finds the item.
  await lockUser(db, owner)
  const found = await db.selectFrom('user').select('is_disabled').where('uid', '=', owner).executeTakeFirst()
  if (!found || found.is_disabled) throw new Refusal('loginInvalid')
  const domain = item_domain && { item_domain, domain_key: item_domain.toLowerCase() }
  await db
    .updateTable('item')
    .set({ is_del: 0, ...domain })
    .where('item_id', '=', item_id)
    .execute()
}

/** Includes deleted items, which keep their domain while they can be recovered. */
export const holderOfDomain = (db: Db, domain: string) =>
  db.selectFrom('item').select('item_id').where('domain_key', '=', domain.toLowerCase()).executeTakeFirst()

export const updateItem = (
  db: Db,
  { item_id }: Permission<'edit' | 'manage'>,
  row: { item_name: string; item_description: string; item_domain: string; password_hash?: string; password_stamp?: string },
) =>
  db
    .updateTable('item')
    .set({ ...row, domain_key: row.item_domain.toLowerCase() || null })
    .where('item_id', '=', item_id)
    .executeTakeFirst()

/** How search engines and agents see an item, and who suggests and comments; absent fields keep their value. */
interface ListingRow {
  comment_from?: number
  comment_see?: number
  comment_names?: number
  is_indexed?: number | null
  agent_note?: string
  suggest_from?: number
  accept_own?: number
  truth_badge?: number
  feedback_from?: number
  feedback_show?: number
  ask_access?: number
  review_show?: number
}

export const setListing = (db: Db, { item_id }: Permission<'edit'>, row: ListingRow) =>
  db.updateTable('item').set(row).where('item_id', '=', item_id).execute()

export const ownerOf = (db: Db, uid: number) => db.selectFrom('user').select('username').where('uid', '=', uid).executeTakeFirst()

export interface Tile {
  item_id: number
  uid: number
  item_name: string
  item_domain: string
  item_type: number
  last_update_time: number
  item_description: string
  is_archived: number
  is_private: number
  is_del: number
  /** 1 for a member with authority 1, directly or through a team. */
  writes: number
}

const WRITES = `case when exists (select 1 from item_member m where m.item_id = item.item_id and m.uid = ? and m.member_group_id = 1)
  or exists (select 1 from team_item_member m join team_item t on t.team_id = m.team_id and t.item_id = m.item_id
    where m.item_id = item.item_id and m.member_uid = ? and m.member_group_id = 1) then 1 else 0 end as writes`
const TILE = `select ${WRITES}, item_id, uid, item_name, item_domain, item_type, last_update_time, item_description, is_archived, is_del,
  case when password_hash = '' then 0 else 1 end as is_private from item where is_del = 0 and`

/** The user's own items and, unless only those are wanted, the items they are a member of; of these, those that a token covers. */
export async function tilesOf({ store, grant }: Pick<Ctx, 'store' | 'grant'>, uid: number, ownOnly: boolean): Promise<Tile[]> {
  const tiles = await store.hot<Tile>(
    ownOnly
      ? `${TILE} uid = ? order by item_id`
      : `${TILE} (uid = ? or item_id in (select item_id from item_member where uid = ?)
         or item_id in (select t.item_id from team_item_member m join team_item t on t.team_id = m.team_id and t.item_id = m.item_id where m.member_uid = ?)) order by item_id`,
    ownOnly ? [uid, uid, uid] : [uid, uid, uid, uid, uid],
  )
  return grant?.items ? tiles.filter(({ item_id }) => grant.items?.has(item_id)) : tiles
}

/** The saved order of a group of this user: item_id to number. */
export async function orderOf({ store }: Pick<Services, 'store'>, uid: number, item_group_id: number): Promise<Record<string, number>> {
  const [row] = await store.hot<{ item_sort_data: string }>('select item_sort_data from item_sort where uid = ? and item_group_id = ?', [
    uid,
    item_group_id,
  ])
  return row ? (JSON.parse(row.item_sort_data) as Record<string, number>) : {}
}

/** The items of a group, or undefined for no such group. */
export async function groupOf({ store }: Pick<Services, 'store'>, uid: number, id: number): Promise<Set<number> | undefined> {
  const [row] = await store.hot<{ item_ids: string }>('select item_ids from item_group where uid = ? and id = ?', [uid, id])
  return row && new Set(row.item_ids.split(',').filter(Boolean).map(Number))
}

export const countUnread = async ({ store }: Pick<Services, 'store'>, uid: number) =>
  (await store.hot<{ unread: number }>('select count(*) as unread from notice where uid = ? and is_read = 0', [uid]))[0]?.unread ?? 0

export const setVisit = (db: Db, session_id: number, item_id: number, password_stamp: string) =>
  db
    .insertInto('session_visit')
    .values({ session_id, item_id, password_stamp })
    .onConflict((conflict) => conflict.columns(['session_id', 'item_id']).doUpdateSet({ password_stamp }))
    .execute()
