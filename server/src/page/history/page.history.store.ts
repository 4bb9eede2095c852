import { promisify } from 'node:util'
import { constants, inflateRaw, type ZstdOptions, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import type { PagePermission } from '../../access/permission.ts'
import type { NewPage } from '../../content/page.store.ts'
import { storedText } from '../../content/page-text.store.ts'
import { nameColumn, personName, proposerName } from '../../db/person-name.ts'
import type { Db } from '../../db/schema.ts'

/*
 * Revisions of a page differ little from each other. A revision is compressed with an earlier one, its base, as the dictionary. A base
 * has no base itself, so there are no chains. A checksum in every frame turns a wrong base into an error, never into a wrong text.
 */
export interface Packed {
  /** The id of the base revision; 0 without a base, null for raw deflate data from earlier releases of Sheaf. */
  base_id: number | null
  page_content: Buffer
}

export interface Base {
  page_history_id: number
  content: Buffer
  /** Its compressed size in bytes. */
  packed: number
}

/** Shorter texts are saved without a base. */
const BASE_MIN_CHARS = 8192
/** Up to this size, compressing on the event loop takes less time than in a thread. */
const SYNC_MAX_BYTES = 64 * 1024
/** A revision whose compressed size is more than this fraction of its base's becomes the next base. */
const NEW_BASE_RATIO = 0.5

/** Node supports dictionaries since 22.19 and 24.6; its types lack them. */
type Options = ZstdOptions & { dictionary?: Buffer }

/** The window must cover the text and the whole dictionary. It is as small as possible, because it costs memory. */
const packing = (bytes: Buffer, dictionary?: Buffer): Options => ({
  params: {
    [constants.ZSTD_c_compressionLevel]: 6,
    [constants.ZSTD_c_checksumFlag]: 1,
    [constants.ZSTD_c_windowLog]: Math.max(17, Math.min(27, Math.ceil(Math.log2(bytes.length + (dictionary?.length ?? 0) + 1)))),
  },
  ...(dictionary ? { dictionary } : {}),
})
const [squeeze, expand, inflate] = [promisify(zstdCompress), promisify(zstdDecompress), promisify(inflateRaw)]

async function compress(bytes: Buffer, dictionary?: Buffer): Promise<Buffer> {
  return bytes.length > SYNC_MAX_BYTES ? squeeze(bytes, packing(bytes, dictionary)) : zstdCompressSync(bytes, packing(bytes, dictionary))
}

export const needsBase = (content: string) => content.length > BASE_MIN_CHARS

/** Compresses a revision for the table; `base` is the newest revision without a base, if there is one. */
export async function pack(content: string, base?: Base): Promise<Packed> {
  const bytes = Buffer.from(content)
  if (base) {
    const page_content = await compress(bytes, base.content)
    if (page_content.length <= base.packed * NEW_BASE_RATIO) return { base_id: base.page_history_id, page_content }
  }
  return { base_id: 0, page_content: await compress(bytes) }
}

export async function unpack({ base_id, page_content }: Packed, base?: Buffer): Promise<Buffer> {
  if (base_id === null) return (await inflate(page_content)) as Buffer
  const options: Options = base_id && base ? { dictionary: base } : {}
  return page_content.length > SYNC_MAX_BYTES ? expand(page_content, options) : zstdDecompressSync(page_content, options)
}

const metadataColumns = [
  'page_history_id',
  'page_id',
  'item_id',
  'cat_id',
  'page_title',
  'page_comments',
  's_number',
  'author_uid',
  'author_username',
  'addtime',
  'via',
  'suggestion_id',
  'suggested_by',
] as const

const nameColumns = [
  nameColumn(personName('page_history.author_uid', 'page_history.author_username')).as('author_name'),
  nameColumn(proposerName('page_history.suggestion_id', 'page_history.suggested_by')).as('suggested_by_name'),
] as const

const statesOf = (db: Db, page_id: number) =>
  db.selectFrom('page_history').select(metadataColumns).select(nameColumns).where('page_id', '=', page_id)

/** The newest revisions of a page without their contents, ordered by id. */
export const outlineOf = async (db: Db, page_id: number, count: number) =>
  (await statesOf(db, page_id).orderBy('page_history_id', 'desc').limit(count).execute()).map((row) => ({ ...row, page_content: '' }))

/** The ids of the newest revisions of a page, newest first. */
export const outlineIds = async (db: Db, page_id: number, count: number) => {
  const found = db.selectFrom('page_history').select('page_history_id').where('page_id', '=', page_id)
  return (await found.orderBy('page_history_id', 'desc').limit(count).execute()).map(({ page_history_id }) => page_history_id)
}

export async function historyOf(db: Db, page_id: number, count: number) {
  const rows = await statesOf(db, page_id).select(['page_content', 'base_id']).orderBy('page_history_id', 'desc').limit(count).execute()
  return withTexts(db, rows)
}

/** One revision, if it belongs to this page. */
export async function revisionOf(db: Db, page_id: number, page_history_id: number) {
  const found = statesOf(db, page_id).select(['page_content', 'base_id']).where('page_history_id', '=', page_history_id)
  return (await withTexts(db, await found.execute()))[0]
}

/**
 * Title and text of a version; undefined if it is no longer stored. Each save stores one revision, so the place of a version in the
 * history is the number of saves since.
 */
export async function textOfVersion(
  db: Db,
  page: { page_id: number; version: number; page_title: string; page_content: string; is_composed: number },
  version: number,
): Promise<{ page_title: string; page_content: string } | undefined> {
  const back = page.version - version - 1
  if (back === -1) return { page_title: page.page_title, page_content: await storedText(db, page) }
  if (back < -1) return undefined
  const found = statesOf(db, page.page_id).select(['page_content', 'base_id']).orderBy('page_history_id', 'desc').limit(1).offset(back)
  const [state] = await withTexts(db, await found.execute())
  // If another save happened between the two queries, the place is wrong.
  const now = await db.selectFrom('page').select('version').where('page_id', '=', page.page_id).executeTakeFirst()
  return now?.version === page.version ? state : undefined
}

interface TextsSince {
  /** Oldest first; the last is the text now. */
  texts: string[]
  /** The text of the first version is no longer stored: the list begins with the oldest text that is. */
  isCut: boolean
}

/**
 * The texts of a page from a version on, at most `steps` and about `chars` characters of them: between the first and the last, the newest.
 * Undefined if the page has no such version, or if another save happened meanwhile.
 */
export async function textsSince(
  db: Db,
  page: { page_id: number; version: number; page_content: string; is_composed: number },
  version: number,
  { steps, chars }: { steps: number; chars: number },
): Promise<TextsSince | undefined> {
  const count = page.version - version
  if (count < 0 || version < 1) return undefined
  const present = await storedText(db, page)
  if (count === 0) return { texts: [present], isCut: false }
  const between = Math.max(0, Math.min(steps - 2, Math.floor(chars / (present.length + 1)) - 2))
  const revisions = db
    .selectFrom('page_history')
    .select('page_history_id')
    .where('page_id', '=', page.page_id)
    .orderBy('page_history_id', 'desc')
  const newest = await revisions.limit(Math.min(count, between + 1)).execute()
  const [first] =
    count > newest.length
      ? await revisions
          .limit(1)
          .offset(count - 1)
          .execute()
      : []
  // The oldest revision, if the requested one is no longer stored.
  const ids = [...newest.slice(0, between), ...(first ? [first] : newest.slice(between))].map(({ page_history_id }) => page_history_id)
  const texts = await revisionTextsByIds(db, ids)
  const now = await db.selectFrom('page').select('version').where('page_id', '=', page.page_id).executeTakeFirst()
  if (now?.version !== page.version) return undefined
  const isThere = first !== undefined || newest.length >= count
  return { texts: [...ids.reverse().flatMap((id) => texts.get(id) ?? []), present], isCut: !isThere }
}

/**
 * Who made the versions after `since`, newest first and at most `max`, and the place of `since` in the history: 0 if it is no longer stored.
 * Undefined if another save happened meanwhile.
 */
export async function versionsAfter(
  db: Db,
  page: { page_id: number; version: number; author_username: string; author_name: string; addtime: number },
  since: number,
  max: number,
) {
  const count = page.version - since
  const states = statesOf(db, page.page_id).orderBy('page_history_id', 'desc')
  const [rows, base, now] = await Promise.all([
    states.limit(Math.min(count, max) - 1).execute(),
    states
      .select('page_history_id')
      .limit(1)
      .offset(count - 1)
      .executeTakeFirst(),
    db.selectFrom('page').select('version').where('page_id', '=', page.page_id).executeTakeFirst(),
  ])
  if (now?.version !== page.version) return undefined
  const versions = [page, ...rows].map(({ author_username, author_name, addtime }, at) => ({
    version: page.version - at,
    author_username,
    author_name,
    addtime,
  }))
  return { versions, base_id: base?.page_history_id ?? 0 }
}

async function withTexts<Row extends Packed>(db: Db, rows: Row[]) {
  const ids = [...new Set(rows.flatMap((row) => row.base_id || []))]
  const found = ids.length
    ? await db
        .selectFrom('page_history')
        .select(['page_history_id', 'page_content', 'base_id'])
        .where('page_history_id', 'in', ids)
        .execute()
    : []
  const bases = new Map(await Promise.all(found.map(async (base) => [base.page_history_id, await unpack(base)] as const)))
  return Promise.all(
    rows.map(async ({ base_id, page_content, ...row }) => ({
      ...row,
      page_content: (await unpack({ base_id, page_content }, bases.get(base_id ?? 0))).toString('utf8'),
    })),
  )
}

/** The texts of these revisions by id, without revisions that no longer exist. */
export async function revisionTextsByIds(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const found = db.selectFrom('page_history').select(['page_history_id', 'page_content', 'base_id']).where('page_history_id', 'in', ids)
  return new Map((await withTexts(db, await found.execute())).map((row) => [row.page_history_id, row.page_content]))
}

/** Title, place and text of these revisions by id, without revisions that no longer exist. */
export async function revisionsByIds(db: Db, ids: number[]) {
  const columns = ['page_history_id', 'cat_id', 'page_title', 'page_content', 'base_id'] as const
  const found = ids.length > 0 ? await db.selectFrom('page_history').select(columns).where('page_history_id', 'in', ids).execute() : []
  const rows = await withTexts(db, found)
  return new Map(
    rows.map(({ page_history_id, cat_id, page_title: title, page_content: text }) => [page_history_id, { cat_id, title, text }]),
  )
}

/** Returns the number of changed revisions: 1, or 0 when the page has no such revision. */
export async function commentRevision(db: Db, { page_id }: PagePermission, page_history_id: number, page_comments: string) {
  const found = db.updateTable('page_history').set({ page_comments }).where('page_id', '=', page_id)
  return Number((await found.where('page_history_id', '=', page_history_id).executeTakeFirst()).numUpdatedRows)
}

/** The newest revision of a page without a base, which is the base of the next one. */
export async function baseOf(db: Db, page_id: number): Promise<Base | undefined> {
  const row = await db
    .selectFrom('page_history')
    .select(['page_history_id', 'page_content', 'base_id'])
    .where('page_id', '=', page_id)
    .where('base_id', '=', 0)
    .orderBy('page_history_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { page_history_id: row.page_history_id, content: await unpack(row), packed: row.page_content.length }
}

/** Packs the previous text for the history. It takes milliseconds for a long text, so call it before the transaction. */
export async function packPrevious(db: Db, page: { page_id: number; page_content: string; is_composed: number }): Promise<Packed> {
  const text = await storedText(db, page)
  return pack(text, needsBase(text) ? await baseOf(db, page.page_id) : undefined)
}

type Kept = NewPage & { page_id: number; item_id: number; addtime: number }

/** Stores the previous revision and returns its id. Deletes all but the newest `keep` revisions and their bases. */
export async function keepHistory(db: Db, page: Kept, packed: Packed, keep: number) {
  const { page_id, item_id, cat_id, page_title, page_comments, s_number, author_uid, author_username, addtime } = page
  const { via = '', suggestion_id = 0, suggested_by = '' } = page
  const { rows } = await sql<{
    page_history_id: number
  }>`insert into page_history (page_id, item_id, cat_id, page_title, page_content, base_id, page_comments, s_number, author_uid,
      author_username, addtime, via, suggestion_id, suggested_by)
    values (${page_id}, ${item_id}, ${cat_id}, ${page_title}, ${packed.page_content}, ${packed.base_id}, ${page_comments}, ${s_number},
      ${author_uid}, ${author_username}, ${addtime}, ${via}, ${suggestion_id}, ${suggested_by}) returning page_history_id`.execute(db)
  const oldest = sql`(select page_history_id from page_history where page_id = ${page_id} order by page_history_id desc limit 1 offset ${keep})`
  await sql`delete from page_history where page_id = ${page_id} and page_history_id <= ${oldest}
    and page_history_id not in (select base_id from page_history where page_id = ${page_id} and page_history_id > ${oldest} and base_id > 0)`.execute(
    db,
  )
  return rows[0]?.page_history_id ?? 0
}
