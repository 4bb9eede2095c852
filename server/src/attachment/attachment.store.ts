import { ID_MAX } from '@sheaf/contract/limits'
import { sql } from 'kysely'
import type { PagePermission, Permission } from '../access/permission.ts'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { isFromPage } from '../http/request.ts'
import { StoreProblem } from '../storage/storage.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar month of a time in the site's time zone: 2026-11. */
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

/** Counts a visit, and its bytes as traffic of the uploader. The counter stops at the largest number that it can hold. */
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
  /** The uploader; undefined for files of all users. */
  uid?: number | undefined
  username: string
  kind: 'all' | 'pictures' | 'others'
  /** A part of the name; % and _ are not wildcards. */
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

/** The page to which the file was linked last, of those not deleted; 0 for none. */
const onPage = sql<number>`coalesce((select l.page_id from attachment_page l join page p on p.page_id = l.page_id and p.is_del = 0 where l.file_id = f.file_id order by l.id desc limit 1), 0)`

/** Newest first. The ids of the page are found first: PostgreSQL looks up page and user also for the files before it. */
export const listFiles = (db: Db, filter: Filter, count: number, page: number) =>
  db
    .selectFrom('attachment as f')
    .where(
      'f.file_id',
      'in',
      filesQuery(db, filter)
        .select('f.file_id')
        .orderBy('f.file_id', 'desc')
        .limit(count)
        .offset((page - 1) * count),
    )
    .select(['f.file_id', 'f.uid', 'f.sign', 'f.display_name', 'f.file_type', 'f.file_size', 'f.visit_times', 'f.item_id'])
    .select(['f.addtime', 'f.last_visit_time', onPage.as('page_id')])
    .select((row) => row.selectFrom('user').select('username').whereRef('user.uid', '=', 'f.uid').as('username'))
    .orderBy('f.file_id', 'desc')
    .execute()

export async function sumFiles(db: Db, filter: Filter) {
  const { total, used } = await filesQuery(db, filter)
    .select((row) => [row.fn.countAll().as('total'), row.fn.coalesce(row.fn.sum('f.file_size'), sql<number>`0`).as('used')])
    .executeTakeFirstOrThrow()
  return { total: Number(total), used: Number(used) }
}

/*
 * A file and its row cannot be written atomically. The path of the bytes is recorded first; the record is deleted with the commit of the
 * row, or after the bytes are deleted. So bytes left over by a crash or an unreachable store are known, and no other bytes are deleted.
 */
export const recordOrphan = (db: Db, path: string, store: string, addtime: number) =>
  db
    .insertInto('file_orphan')
    .values({ path, store, addtime })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteOrphanRecord = (db: Db, path: string) => db.deleteFrom('file_orphan').where('path', '=', path).execute()

/** Deletes the bytes if they are still recorded as an orphan, that is, unless their row has been committed. */
export async function clearOrphan({ store, files }: Pick<Services, 'store' | 'files'>, path: string) {
  const noted = await store.db.selectFrom('file_orphan').select('store').where('path', '=', path).executeTakeFirst()
  if (!noted) return
  await (await files.of(noted.store)).remove(path)
  await deleteOrphanRecord(store.db, path)
}

/** Cleans up after a failed write. If the store did not answer, the retention job cleans up, so that the request does not wait again. */
export async function cleanUpFailedWrite(services: Pick<Services, 'store' | 'files'>, path: string, error: unknown) {
  if (!(error instanceof StoreProblem)) await clearOrphan(services, path).catch(() => {})
}

/** Yields the paths in batches, ordered by path, so that files of an unreachable store do not block the others. */
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

/** The path of a file, in the form that existing clients expect. */
export const addressOf = (base: string, sign: string) => `${base}/server/index.php?s=/api/attachment/visitFile/sign/${sign}`

/**
 * The address of a file for the client. Pages in a browser write it into texts, so they get a path, which stays valid when the site moves.
 * Other clients get a full URL if PUBLIC_URL is set; the Host header of the request is not trusted.
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

/** The file with this path below Public/Uploads of the migrated ShowDoc. */
export const byOldPath = async ({ store }: Where, path: string) =>
  (await store.hot<Stored>(`${FILE} where file_id = (select file_id from showdoc_file where path = ?)`, [path]))[0]

export const byId = async ({ store }: Where, file_id: number) => (await store.hot<Stored>(`${FILE} where file_id = ?`, [file_id]))[0]

export interface Place {
  page_id: number
  item_id: number
  cat_id: number
  /** 1 when the page is in the recycle bin, which keeps its files. */
  is_del: number
}

/** The pages that a file is linked to. */
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

const LISTED_FILES_MAX = 500

/** The files on pages of an item, or on one page, newest first, each with the page and its catalog. */
export const filesOnPages = (db: Db, item_id: number, page_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('attachment_page as link', 'link.page_id', 'page.page_id')
    .innerJoin('attachment as file', 'file.file_id', 'link.file_id')
    .select(['file.file_id', 'file.display_name', 'file.sign', 'file.addtime', 'file.file_size', 'file.file_type'])
    .select(['page.page_id', 'page.cat_id'])
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .$if(page_id > 0, (query) => query.where('page.page_id', '=', page_id))
    .orderBy('link.id', 'desc')
    .limit(LISTED_FILES_MAX)
    .execute()

/** The item of a new file. A file that is uploaded for a page without an id has none, and needs no permission. */
export type FileOwner = Permission<'edit'> | { item_id: 0 }

export const insertFile = (db: Db, { item_id }: FileOwner, file: Omit<Stored, 'file_id' | 'item_id'> & { addtime: number }) =>
  db
    .insertInto('attachment')
    .values({ ...file, item_id })
    .returning('file_id')
    .executeTakeFirstOrThrow()

/** Links files to pages of an item; existing links do not change. */
export async function linkFiles(db: Db, _item: Permission<'edit'>, links: { file_id: number; page_id: number; addtime: number }[]) {
  if (links.length)
    await db
      .insertInto('attachment_page')
      .values(links)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The links of these pages to files, in the order in which they were created. */
export const linksOf = (db: Db, page_ids: number[]) =>
  db.selectFrom('attachment_page').select(['page_id', 'file_id']).where('page_id', 'in', page_ids).orderBy('id').execute()

/** Whether the file is linked to any page, including pages in the recycle bin, which can be restored. */
export const isOnAPage = async (db: Db, file_id: number) =>
  (await db.selectFrom('attachment_page').select('id').where('file_id', '=', file_id).limit(1).executeTakeFirst()) !== undefined

/** Unlinks a file from a page. Returns the number of its other pages, including deleted ones, or undefined if it was not linked. */
export async function unlinkFile(db: Db, { page_id }: PagePermission, file_id: number): Promise<number | undefined> {
  const deleted = await db.deleteFrom('attachment_page').where('file_id', '=', file_id).where('page_id', '=', page_id).executeTakeFirst()
  if (Number(deleted.numDeletedRows) === 0) return undefined
  const left = await db
    .selectFrom('attachment_page')
    .select((row) => row.fn.countAll().as('n'))
    .where('file_id', '=', file_id)
    .executeTakeFirstOrThrow()
  return Number(left.n)
}

/** The total bytes of a user's files. */
export async function usedBy(db: Db, uid: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('attachment')
    .select((row) => row.fn.coalesce(row.fn.sum('file_size'), sql<number>`0`).as('bytes'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
