import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Services } from '../context.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db, Schema } from '../db/schema.ts'
import { pack, unpack } from '../page/history/page.history.store.ts'

type Row = Selectable<Schema['suggestion']>

const columns = [
  'suggestion_id',
  'item_id',
  'page_id',
  'cat_id',
  'base_version',
  'base_title',
  'page_title',
  'reason',
  'uid',
  'username',
  'grant_id',
  'via',
  'state',
  'is_partial',
  'revision',
  'added',
  'removed',
  'decided_uid',
  'decided_name',
  'decided_note',
  'decided_time',
  'result_version',
  'addtime',
  'last_update_time',
] as const satisfies (keyof Row)[]

/** A suggestion without its texts. */
export type Suggestion = Pick<Row, (typeof columns)[number]>

/** The texts are compressed like revisions, each without a base. */
export const packed = async (text: string) => (await pack(text)).page_content
const unpacked = async (page_content: Buffer) => (await unpack({ base_id: 0, page_content })).toString('utf8')

export const suggestionOf = (db: Db, suggestion_id: number): Promise<Suggestion | undefined> =>
  db.selectFrom('suggestion').select(columns).where('suggestion_id', '=', suggestion_id).executeTakeFirst()

export async function textsOf(db: Db, suggestion_id: number) {
  const row = await db
    .selectFrom('suggestion')
    .select(['base_content', 'page_content'])
    .where('suggestion_id', '=', suggestion_id)
    .executeTakeFirstOrThrow()
  const [base, proposed] = await Promise.all([unpacked(row.base_content), unpacked(row.page_content)])
  return { base, proposed }
}

/** The page of a suggestion, also in the recycle bin; undefined when it is gone for good. */
export const placeOf = async ({ store }: Pick<Services, 'store'>, page_id: number) =>
  (
    await store.hot<{
      page_id: number
      cat_id: number
      page_title: string
      is_del: number
      version: number
      creator_uid: number | null
      author_uid: number | null
    }>('select page_id, cat_id, page_title, is_del, version, creator_uid, author_uid from page where page_id = ?', [page_id])
  )[0]

/** The present text of a page, also in the recycle bin. */
export const presentOf = (db: Db, page_id: number) =>
  db
    .selectFrom('page')
    .select(['version', 'page_title', 'page_content', 'author_username', 'addtime', 'is_del', 'is_composed'])
    .select(nameColumn(personName('page.author_uid', 'page.author_username')).as('author_name'))
    .where('page_id', '=', page_id)
    .executeTakeFirstOrThrow()

/** Locks the row of an item until the transaction ends, so that concurrent suggestions are counted one after the other. */
export const lockItem = (db: Db, item_id: number) => sql`update item set suggest_from = suggest_from where item_id = ${item_id}`.execute(db)

interface Counted {
  ofPage: number
  ofPerson: number
  ofGrant: number
}

/** Open suggestions of the page, of the person in the item, and of the program. */
export async function countOpen(db: Db, at: { item_id: number; page_id: number; uid: number; grant_id: number }): Promise<Counted> {
  const open = (column: 'page_id' | 'grant_id', value: number) =>
    value === 0 ? sql<number>`0` : sql<number>`(select count(*) from suggestion where state = 'open' and ${sql.ref(column)} = ${value})`
  const ofPerson = sql<number>`(select count(*) from suggestion where state = 'open' and uid = ${at.uid} and item_id = ${at.item_id})`
  const { rows } = await sql<Counted>`select ${open('page_id', at.page_id)} as "ofPage", ${ofPerson} as "ofPerson",
    ${open('grant_id', at.grant_id)} as "ofGrant"`.execute(db)
  const [row] = rows
  return { ofPage: Number(row?.ofPage), ofPerson: Number(row?.ofPerson), ofGrant: Number(row?.ofGrant) }
}

export const openOf = (db: Db, at: { page_id: number; uid: number; grant_id: number }) =>
  db
    .selectFrom('suggestion')
    .select('suggestion_id')
    .where('page_id', '=', at.page_id)
    .where('uid', '=', at.uid)
    .where('grant_id', '=', at.grant_id)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** The open suggestions for a page; their number is limited. */
export const openOfPage = (db: Db, page_id: number) =>
  db
    .selectFrom('suggestion')
    .select([
      'suggestion_id',
      'username',
      'via',
      'added',
      'removed',
      nameColumn(personName('suggestion.uid', 'suggestion.username')).as('name'),
    ])
    .where('page_id', '=', page_id)
    .where('state', '=', 'open')
    .orderBy('suggestion_id')
    .execute()

type Proposed = Pick<
  Row,
  | 'base_version'
  | 'base_title'
  | 'base_content'
  | 'page_title'
  | 'page_content'
  | 'cat_id'
  | 'reason'
  | 'added'
  | 'removed'
  | 'last_update_time'
>
type NewSuggestion = Proposed & Pick<Row, 'item_id' | 'page_id' | 'uid' | 'username' | 'grant_id' | 'via' | 'addtime'>

/** Undefined when the person already has an open one for this page. */
export const insertSuggestion = (db: Db, row: NewSuggestion): Promise<Suggestion | undefined> =>
  db
    .insertInto('suggestion')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()

/** Replaces the texts of an open suggestion; undefined when it is no longer open. */
export const reviseSuggestion = (db: Db, suggestion_id: number, row: Proposed): Promise<Suggestion | undefined> =>
  db
    .updateTable('suggestion')
    .set((now) => ({ ...row, revision: now('revision', '+', 1) }))
    .where('suggestion_id', '=', suggestion_id)
    .where('state', '=', 'open')
    .returning(columns)
    .executeTakeFirst()

export type Decision = Pick<Row, 'state' | 'decided_uid' | 'decided_name' | 'decided_time'> &
  Partial<Pick<Row, 'decided_note' | 'is_partial' | 'result_version' | 'page_id'>>

/** Ends an open suggestion, if its revision is still this one. Returns whether it did: of two concurrent decisions one succeeds. */
export async function decide(db: Db, { suggestion_id, revision }: Pick<Suggestion, 'suggestion_id' | 'revision'>, decision: Decision) {
  const result = await db
    .updateTable('suggestion')
    .set(decision)
    .where('suggestion_id', '=', suggestion_id)
    .where('revision', '=', revision)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export interface Filter {
  item_id: number
  page_id: number
  state: 'open' | 'decided' | ''
}

/** Rows before this id (0: the newest ones). */
interface Part {
  before: number
  count: number
}

/** The ids are found by an index alone: rows carry two texts of a page, and an item can have very many. */
const idsOf = (db: Db, { item_id, page_id, state }: Filter, { before, count }: Part) =>
  db
    .selectFrom('suggestion')
    .select('suggestion_id')
    .$if(item_id > 0, (query) => query.where('item_id', '=', item_id))
    .$if(page_id > 0, (query) => query.where('page_id', '=', page_id))
    .$if(state === 'open', (query) => query.where('state', '=', 'open'))
    .$if(state === 'decided', (query) => query.where('state', 'in', ['accepted', 'declined', 'withdrawn', 'overtaken']))
    .$if(before > 0, (query) => query.where('suggestion_id', '<', before))
    .orderBy('suggestion_id', 'desc')
    .limit(count)

const rowsOf = (db: Db, ids: ReturnType<typeof idsOf>): Promise<Suggestion[]> =>
  db.selectFrom('suggestion').select(columns).where('suggestion_id', 'in', ids).orderBy('suggestion_id', 'desc').execute()

/** Suggestions of a person; of one program only if `grant_id` is given. */
export const suggestionsBy = (db: Db, uid: number, grant_id: number | undefined, filter: Filter, part: Part) =>
  rowsOf(
    db,
    idsOf(db, filter, part)
      .where('uid', '=', uid)
      .$if(grant_id !== undefined, (query) => query.where('grant_id', '=', grant_id ?? 0)),
  )

export const suggestionsIn = (db: Db, filter: Filter, part: Part) => rowsOf(db, idsOf(db, filter, part))

/** Suggestions in all items that a person edits as their owner, member or member of a team. */
export const suggestionsFor = (db: Db, uid: number, filter: Filter, part: Part) =>
  rowsOf(
    db,
    idsOf(db, filter, part).where(
      sql<SqlBool>`item_id in (select item_id from item where uid = ${uid} and is_del = 0
        union select item_id from item_member where uid = ${uid} and member_group_id = 1
        union select item_id from team_item_member where member_uid = ${uid} and member_group_id = 1)`,
    ),
  )

/** The display names of these users, without those who have none. */
export async function displayNames(db: Db, uids: (number | null)[]) {
  const wanted = [...new Set(uids)].filter((uid) => uid !== null)
  if (wanted.length === 0) return new Map<number, string>()
  const found = await db.selectFrom('user').select(['uid', 'name']).where('uid', 'in', wanted).where('name', '!=', '').execute()
  return new Map(found.map(({ uid, name }) => [uid, name]))
}

/** The titles of pages, also of those in the recycle bin, with their places. */
export async function placesOf(db: Db, page_ids: number[]) {
  const pages = new Map<number, { cat_id: number; page_title: string; is_del: number }>()
  if (page_ids.length === 0) return pages
  const found = db.selectFrom('page').select(['page_id', 'cat_id', 'page_title', 'is_del']).where('page_id', 'in', page_ids)
  for (const { page_id, ...page } of await found.execute()) pages.set(page_id, page)
  return pages
}
