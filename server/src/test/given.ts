import { sql } from 'kysely'
import { expect } from 'vitest'
import { grant } from '../access/permission.ts'
import { insertFile, linkFiles } from '../attachment/attachment.store.ts'
import { randomHex } from '../auth/secrets.ts'
import type { Product, TestUser } from './product.ts'

type Fields = Record<string, string | number>

/* Fixtures. Those that create an item, a catalog or a page return its id as the wire has it. */
export const anItem = async (owner: TestUser, more: Fields = {}) => (await owner.api.item.add({ item_name: 'Manual', ...more })).item_id

export const aCatalog = async (who: TestUser, item_id: string, cat_name = 'Guides', parent_cat_id = '0') =>
  (await who.api.catalog.save({ item_id, cat_name, parent_cat_id })).cat_id

export const aPage = async (who: TestUser, item_id: string, more: Fields = {}) =>
  (await who.api.page.save({ item_id, page_title: 'Start', page_content: 'Hello', ...more })).page_id

/** The page of an item that has a single one, with this text. */
export async function theOnlyPage(who: TestUser, item_id: string, page_content: string) {
  const page_id = (await who.api.item.info({ item_id })).menu.pages[0]?.page_id ?? ''
  await who.api.page.save({ page_id, page_title: 'Start', page_content })
  return page_id
}

/** Adds rows of pages, for tests that need hundreds; a save of each takes seconds. They have no revisions and are not in the search. */
export async function manyPages({ server }: Product, who: TestUser, item_id: string, count: number, cat_id = '0') {
  const by = { author_uid: Number(who.uid), author_username: who.username, creator_uid: Number(who.uid) }
  const place = { item_id: Number(item_id), cat_id: Number(cat_id), s_number: 99, addtime: 1, created: 1 }
  const rows = Array.from({ length: count }, (_, n) => ({
    ...place,
    ...by,
    page_title: `第 ${n} 页`,
    page_content: `内容 ${n}`,
    page_comments: '',
  }))
  const made = await server.services.store.db.insertInto('page').values(rows).returning('page_id').execute()
  return made.map(({ page_id }) => String(page_id))
}

interface Row {
  edit?: boolean
  cat_id?: string
}

/** Makes a user a member of an item. */
export const aMember = ({ server }: Product, item_id: string, who: TestUser, { edit = true, cat_id = '0' }: Row = {}) =>
  server.services.store.db
    .insertInto('item_member')
    .values({ item_id: Number(item_id), uid: Number(who.uid), member_group_id: edit ? 1 : 0, cat_id: Number(cat_id), addtime: 1 })
    .execute()

/** Makes a user a member of an item through a team. */
export async function aTeamMember({ server }: Product, item_id: string, who: TestUser, { edit = true, cat_id = '0' }: Row = {}) {
  const { db } = server.services.store
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
  server.services.store.db.updateTable('item').set({ is_archived: 1 }).where('item_id', '=', Number(item_id)).execute()

export const deleteItem = ({ server }: Product, item_id: string) =>
  server.services.store.db.updateTable('item').set({ is_del: 1, del_time: 1 }).where('item_id', '=', Number(item_id)).execute()

/** The database refuses new rows with this value, as on a full disk. Call the returned function to undo it. */
export async function refuseRows({ server }: Product, table: string, column: string, value: string) {
  const { db, kind } = server.services.store
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

/** Expects that every call is refused with this code, and with a message that contains `words`. */
export async function areRefused(calls: Promise<unknown>[], code: number, words = '') {
  for (const end of await Promise.allSettled(calls)) {
    expect(end.status).toBe('rejected')
    expect(end).toMatchObject({ reason: { code, message: expect.stringContaining(words) } })
  }
}

interface FileOptions {
  name?: string
  type?: string
  page_id?: string
  owner: TestUser
}

/** Stores a file in an item, optionally linked to a page. Returns its sign. */
export async function aFile(
  { server }: Product,
  item_id: string,
  bytes: Buffer,
  { name = 'notes.txt', type, page_id, owner }: FileOptions,
) {
  const { files, store } = server.services
  const [sign, path] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`]
  await files.local.put(path, bytes)
  const { file_id } = await insertFile(store.db, grant<'edit'>(Number(item_id)), {
    sign,
    path,
    uid: Number(owner.uid),
    display_name: name,
    addtime: 1,
    file_type: type ?? 'application/octet-stream',
    file_size: bytes.length,
    store: files.local.kind,
  })
  if (page_id) await linkFiles(store.db, grant(Number(item_id)), [{ file_id, page_id: Number(page_id), addtime: 1 }])
  return sign
}
