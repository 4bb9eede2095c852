import { sql } from 'kysely'
import type { Person, Product } from './product.ts'

type Fields = Record<string, string | number>

/** Shortcuts for what most tests begin with; each answers the new id as the wire has it. */
export const anItem = async (owner: Person, more: Fields = {}) => (await owner.api.item.add({ item_name: 'Manual', ...more })).item_id

export const aCatalog = async (who: Person, item_id: string, cat_name = 'Guides', parent_cat_id = '0') =>
  (await who.api.catalog.save({ item_id, cat_name, parent_cat_id })).cat_id

export const aPage = async (who: Person, item_id: string, more: Fields = {}) =>
  (await who.api.page.save({ item_id, page_title: 'Start', page_content: 'Hello', ...more })).page_id

interface Row {
  edit?: boolean
  cat_id?: string
}

/** Makes somebody a member of an item. */
export const aMember = ({ server }: Product, item_id: string, who: Person, { edit = true, cat_id = '0' }: Row = {}) =>
  server.house.store.db
    .insertInto('item_member')
    .values({ item_id: Number(item_id), uid: Number(who.uid), member_group_id: edit ? 1 : 0, cat_id: Number(cat_id), addtime: 1 })
    .execute()

/** Makes somebody a member of an item through a team. */
export async function aTeamMember({ server }: Product, item_id: string, who: Person, { edit = true, cat_id = '0' }: Row = {}) {
  const { db } = server.house.store
  const { id } = await db
    .insertInto('team')
    .values({ uid: Number(who.uid), team_name: 'Team', addtime: 1, last_update_time: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bound = { team_id: id, item_id: Number(item_id), addtime: 1 }
  await db.insertInto('team_item').values(bound).execute()
  await db
    .insertInto('team_item_member')
    .values({ ...bound, member_uid: Number(who.uid), member_group_id: edit ? 1 : 0, cat_id: Number(cat_id) })
    .execute()
}

export const archive = ({ server }: Product, item_id: string) =>
  server.house.store.db.updateTable('item').set({ is_archived: 1 }).where('item_id', '=', Number(item_id)).execute()

export const deleteItem = ({ server }: Product, item_id: string) =>
  server.house.store.db.updateTable('item').set({ is_del: 1, del_time: 1 }).where('item_id', '=', Number(item_id)).execute()

/** Until the answered function is called the database refuses new rows with this value, as it would on a full disk. */
export async function refuseRows({ server }: Product, table: string, column: string, value: string) {
  const { db, kind } = server.house.store
  const make =
    kind === 'sqlite'
      ? [`create trigger refusal before insert on ${table} when new.${column} = '${value}' begin select raise(abort, 'no room'); end`]
      : [
          `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
          `create trigger refusal before insert on ${table} for each row when (new.${column} = '${value}') execute function refuse()`,
        ]
  const undo = kind === 'sqlite' ? ['drop trigger refusal'] : [`drop trigger refusal on ${table}`, 'drop function refuse']
  const run = async (texts: string[]) => {
    for (const text of texts) await sql.raw(text).execute(db)
  }
  await run(make)
  return () => run(undo)
}
