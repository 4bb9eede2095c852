import { ID_MAX } from '@sheaf/contract'
import { sql } from 'kysely'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { isFromPage } from '../http/headers.ts'
import { StoreProblem } from '../storage/storage.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar month of a moment in the site's time zone: 2026-11. */
export function monthOf(seconds: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' })
  formats.set(timeZone, format)
  return format.format(seconds * 1000)
}

interface Visited {
  file_id: number
  uid: number
  bytes: number
  month: string
  at: number
}

/** Counts a visit, and the bytes asked for as traffic of whoever uploaded the file. The counter stops at the largest number it holds. */
export async function noteVisit(db: Db, { file_id, uid, bytes, month, at }: Visited) {
  await db
    .updateTable('attachment')
    .set({ visit_times: sql`case when visit_times < ${ID_MAX} then visit_times + 1 else visit_times end`, last_visit_time: at })
    .where('file_id', '=', file_id)
    .execute()
  await db
    .insertInto('attachment_flow')
    .values({ uid, month, bytes })
    .onConflict((conflict) =>
      conflict.columns(['uid', 'month']).doUpdateSet((row) => ({ bytes: sql`${row.ref('attachment_flow.bytes')} + ${bytes}` })),
    )
    .execute()
}

export const flowOf = async (db: Db, uid: number, month: string): Promise<number> =>
  (await db.selectFrom('attachment_flow').select('bytes').where('uid', '=', uid).where('month', '=', month).executeTakeFirst())?.bytes ?? 0

export interface Filter {
  /** Whose files; everybody's when absent. */
  uid?: number | undefined
  username: string
  kind: 'all' | 'pictures' | 'others'
  /** A part of the name; % and _ are text. */
  name: string
}

const filesQuery = (db: Db, { uid, username, kind, name }: Filter) =>
  db
    .selectFrom('attachment as f')
    .$if(uid !== undefined, (query) => query.where('f.uid', '=', uid as number))
    .$if(username !== '', (query) =>
      query.where('f.uid', 'in', (inner) => inner.selectFrom('user').select('uid').where('username', '=', username)),
    )
    .$if(kind !== 'all', (query) => query.where('f.file_type', kind === 'pictures' ? 'like' : 'not like', 'image/%'))
    .$if(name !== '', (query) =>
      query.where(sql<boolean>`lower(f.display_name) like lower(${`%${name.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`),
    )

/** A page that is there and has the file, the one it came to last; 0 for none. */
const onPage = sql<number>`coalesce((select l.page_id from attachment_page l join page p on p.page_id = l.page_id and p.is_del = 0 where l.file_id = f.file_id order by l.id desc limit 1), 0)`

/** Newest first. */
export const listFiles = (db: Db, filter: Filter, count: number, page: number) =>
  filesQuery(db, filter)
    .select(['f.file_id', 'f.uid', 'f.sign', 'f.display_name', 'f.file_type', 'f.file_size', 'f.visit_times', 'f.item_id'])
    .select(['f.addtime', 'f.last_visit_time', onPage.as('page_id')])
    .select((row) => row.selectFrom('user').select('username').whereRef('user.uid', '=', 'f.uid').as('username'))
    .orderBy('f.file_id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()

export async function sumFiles(db: Db, filter: Filter) {
  const { total, used } = await filesQuery(db, filter)
    .select((row) => [row.fn.countAll().as('total'), row.fn.coalesce(row.fn.sum('f.file_size'), sql<number>`0`).as('used')])
    .executeTakeFirstOrThrow()
  return { total: Number(total), used: Number(used) }
}

/*
 * A file and its row cannot be written in one step. The name of the bytes is noted first; the note goes with the commit of the row, or
 * with the bytes. So what a crash or a store out of reach leaves behind is known, and nothing else is ever taken away.
 */
export const noteOrphan = (db: Db, path: string, store: string, addtime: number) =>
  db
    .insertInto('file_orphan')
    .values({ path, store, addtime })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const forgetOrphan = (db: Db, path: string) => db.deleteFrom('file_orphan').where('path', '=', path).execute()

/** Takes the bytes away that are still noted: those whose row was committed meanwhile are not. */
export async function clearOrphan({ store, files }: Pick<Services, 'store' | 'files'>, path: string) {
  const noted = await store.db.selectFrom('file_orphan').select('store').where('path', '=', path).executeTakeFirst()
  if (!noted) return
  await (await files.of(noted.store)).remove(path)
  await forgetOrphan(store.db, path)
}

/** After bytes or row could not be written. A store that did not answer a moment ago is left to the retention: nobody waits for it twice. */
export async function takeBack(house: Pick<Services, 'store' | 'files'>, path: string, error: unknown) {
  if (!(error instanceof StoreProblem)) await clearOrphan(house, path).catch(() => {})
}

/** In handfuls, by their names: what a store out of reach keeps does not stand before the others. */
export async function* orphansBefore({ store }: Pick<Services, 'store'>, before: number) {
  for (let last = ''; ; ) {
    const rows = await store.db
      .selectFrom('file_orphan')
      .select('path')
      .where('addtime', '<', before)
      .where('path', '>', last)
      .orderBy('path')
      .limit(100)
      .execute()
    for (const { path } of rows) yield path
    if (rows.length < 100) return
    last = (rows.at(-1) as { path: string }).path
  }
}

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
