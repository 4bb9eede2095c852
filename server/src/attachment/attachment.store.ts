import { sql } from 'kysely'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { isFromPage } from '../http/origin.ts'

/** The address under which a file is visited; the form existing clients know. */
export const addressOf = (base: string, sign: string) => `${base}/server/index.php?s=/api/attachment/visitFile/sign/${sign}`

/**
 * The same as whoever asks can use it. A page writes it into a text, which stays right as a path wherever the site moves; a program may
 * take it anywhere, and gets the whole of it where the operator has said what the site is called. A request is not believed about that.
 */
export const fileAddress = ({ config, headers }: Pick<Ctx, 'config' | 'headers'>, sign: string) =>
  addressOf(isFromPage(headers) ? config.BASE_PATH : (config.PUBLIC_URL ?? config.BASE_PATH), sign)

export interface Stored {
  file_id: number
  sign: string
  item_id: number
  uid: number
  display_name: string
  file_type: string
  file_size: number
  store: string
  path: string
}

type Where = Pick<Services, 'store'>

const FILE = 'select file_id, sign, item_id, uid, display_name, file_type, file_size, store, path from attachment'

export const bySign = async ({ store }: Where, sign: string) => (await store.hot<Stored>(`${FILE} where sign = ?`, [sign]))[0]

/** The file that lay there below Public/Uploads of a ShowDoc that was taken over. */
export const byOldPath = async ({ store }: Where, path: string) =>
  (await store.hot<Stored>(`${FILE} where file_id = (select file_id from showdoc_file where path = ?)`, [path]))[0]

export const byId = async ({ store }: Where, file_id: number) => (await store.hot<Stored>(`${FILE} where file_id = ?`, [file_id]))[0]

export interface Place {
  page_id: number
  item_id: number
  cat_id: number
  /** In the recycle bin, where the file waits with it. */
  is_del: number
}

/** The pages that a file is on. */
export const placesOf = ({ store }: Where, file_id: number) =>
  store.hot<Place>(
    'select p.page_id, p.item_id, p.cat_id, p.is_del from attachment_page l join page p on p.page_id = l.page_id where l.file_id = ?',
    [file_id],
  )

export const ofPage = (db: Db, page_id: number) =>
  db
    .selectFrom('attachment_page as link')
    .innerJoin('attachment as file', 'file.file_id', 'link.file_id')
    .select(['file.file_id', 'file.display_name', 'file.sign', 'file.addtime', 'file.file_size', 'file.file_type'])
    .where('link.page_id', '=', page_id)
    .orderBy('link.id', 'desc')
    .execute()

export const insertFile = (db: Db, file: Omit<Stored, 'file_id'> & { addtime: number }) =>
  db.insertInto('attachment').values(file).returning('file_id').executeTakeFirstOrThrow()

/** Puts files on pages; twice is as good as once. */
export async function linkFiles(db: Db, links: { file_id: number; page_id: number; addtime: number }[]) {
  if (links.length)
    await db
      .insertInto('attachment_page')
      .values(links)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The files of these pages, each with its page, in the order they were put there. */
export const linksOf = (db: Db, page_ids: number[]) =>
  db.selectFrom('attachment_page').select(['page_id', 'file_id']).where('page_id', 'in', page_ids).orderBy('id').execute()

/** Also on one in a recycle bin, which may come back. */
export const isOnAPage = async (db: Db, file_id: number) =>
  (await db.selectFrom('attachment_page').select('id').where('file_id', '=', file_id).limit(1).executeTakeFirst()) !== undefined

/** Takes a file off a page; answers on how many others it still is, recycled ones with them, or undefined when it was not there. */
export async function unlinkFile(db: Db, file_id: number, page_id: number): Promise<number | undefined> {
  const gone = await db.deleteFrom('attachment_page').where('file_id', '=', file_id).where('page_id', '=', page_id).executeTakeFirst()
  if (Number(gone.numDeletedRows) === 0) return undefined
  const left = await db
    .selectFrom('attachment_page')
    .select((row) => row.fn.countAll().as('n'))
    .where('file_id', '=', file_id)
    .executeTakeFirstOrThrow()
  return Number(left.n)
}

/** All bytes of somebody's files. */
export async function usedBy(db: Db, uid: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('attachment')
    .select((row) => row.fn.coalesce(row.fn.sum('file_size'), sql<number>`0`).as('bytes'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Until the end of the transaction nobody else adds to this account: two uploads at once do not both fit into the last space. */
export const holdUser = (db: Db, uid: number) =>
  db
    .updateTable('user')
    .set((row) => ({ uid: row.ref('uid') }))
    .where('uid', '=', uid)
    .execute()
