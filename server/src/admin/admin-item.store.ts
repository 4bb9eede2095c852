import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export interface ItemFilter {
  /** Parts of the name and of the owner's user name; % and _ are text. */
  item_name: string
  username: string
  kind: string
}

const part = (text: string) =>
  `%${text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

const itemsQuery = (db: Db, { item_name, username, kind }: ItemFilter) =>
  db
    .selectFrom('item as i')
    .leftJoin('user as u', 'u.uid', 'i.uid')
    .where('i.is_del', '=', 0)
    .$if(item_name.trim() !== '', (query) => query.where(sql<boolean>`lower(i.item_name) like ${part(item_name)} escape '\\'`))
    .$if(username.trim() !== '', (query) => query.where(sql<boolean>`u.username_key like ${part(username)} escape '\\'`))
    .$if(kind === 'private', (query) => query.where('i.password_hash', '<>', ''))
    .$if(kind === 'public', (query) => query.where('i.password_hash', '=', ''))
    .$if(kind === 'archived', (query) => query.where('i.is_archived', '=', 1))

/** Everybody with a right of their own, by whatever way, and the owner. */
const members = sql<number>`(select count(*) from (select m.uid from item_member m where m.item_id = i.item_id
  union select t.member_uid from team_item_member t where t.item_id = i.item_id) r where r.uid <> i.uid) + 1`

/** Newest first. */
export const listItems = (db: Db, filter: ItemFilter, count: number, page: number) =>
  itemsQuery(db, filter)
    .select(['i.item_id', 'i.item_name', 'i.item_description', 'i.uid', 'i.addtime', 'i.last_update_time', 'i.item_domain'])
    .select(['i.item_type', 'i.is_archived', 'i.is_del', members.as('member_num')])
    .select((row) => [
      row.fn.coalesce('u.username', sql<string>`''`).as('username'),
      row.case().when('i.password_hash', '=', '').then(0).else(1).end().as('is_private'),
    ])
    .orderBy('i.item_id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()

export const countItems = async (db: Db, filter: ItemFilter) =>
  Number(
    (
      await itemsQuery(db, filter)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
