import type { Selectable } from 'kysely'
import type { Services } from '../context.ts'
import type { Db, Schema } from '../db/schema.ts'

type AskRow = Selectable<Schema['access_ask']>
type AskState = AskRow['state']
type WithStore = Pick<Services, 'store'>

const WAITING = ['new', 'open'] as const

/** The newest request of a person for this subject that is open, or was declined and pauses them. */
export const currentAsk = (db: Db, uid: number, subject: string, now: number) =>
  db
    .selectFrom('access_ask')
    .select(['ask_id', 'state', 'wants', 'addtime', 'until'])
    .where('uid', '=', uid)
    .where('subject', '=', subject)
    .where('state', 'in', ['new', 'open', 'declined'])
    .where('until', '>', now)
    .orderBy('ask_id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const countOpen = async (db: Db, uid: number, now: number) =>
  Number(
    (
      await db
        .selectFrom('access_ask')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('uid', '=', uid)
        .where('state', 'in', WAITING)
        .where('until', '>', now)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Ends requests of this person that were not decided in time, so that they can ask again. */
export const endExpired = (db: Db, uid: number, now: number) =>
  db
    .updateTable('access_ask')
    .set({ state: 'closed', decided_time: now })
    .where('uid', '=', uid)
    .where('state', 'in', WAITING)
    .where('until', '<=', now)
    .execute()

/** A second request for the same subject at the same moment changes nothing. */
export const insertAsk = (db: Db, row: Pick<AskRow, 'uid' | 'subject' | 'page_id' | 'wants' | 'note' | 'until' | 'addtime'>) =>
  db
    .insertInto('access_ask')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const withdrawAsk = async (db: Db, uid: number, ask_id: number, now: number) =>
  Number(
    (
      await db
        .updateTable('access_ask')
        .set({ state: 'withdrawn', decided_time: now })
        .where('ask_id', '=', ask_id)
        .where('uid', '=', uid)
        .where('state', 'in', WAITING)
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0

export const newAsks = ({ store: { db } }: WithStore, limit: number) =>
  db
    .selectFrom('access_ask as a')
    .innerJoin('user as u', 'u.uid', 'a.uid')
    .select(['a.ask_id', 'a.uid', 'a.subject', 'a.page_id', 'a.wants', 'a.note', 'a.addtime', 'u.username', 'u.name'])
    .where('a.state', '=', 'new')
    .orderBy('a.ask_id')
    .limit(limit)
    .execute()

/** Opens a new request, once. Of one that no item takes, only its person knows. */
export const openAsk = async (db: Db, ask_id: number, place: { item_id: number; page_id: number }) =>
  Number(
    (
      await db
        .updateTable('access_ask')
        .set({ state: 'open', ...place })
        .where('ask_id', '=', ask_id)
        .where('state', '=', 'new')
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0

/** Whether this person has an open request in the item already, or was declined there a short time ago. */
export const isKnownIn = async (db: Db, { ask_id, uid }: { ask_id: number; uid: number }, item_id: number, now: number) => {
  const rows = await db
    .selectFrom('access_ask')
    .select('state')
    .where('item_id', '=', item_id)
    .where('uid', '=', uid)
    .where('ask_id', '<>', ask_id)
    .where('state', 'in', ['open', 'declined'])
    .where('until', '>', now)
    .execute()
  return { isOpen: rows.some(({ state }) => state === 'open'), isPaused: rows.some(({ state }) => state === 'declined') }
}

export const openAsksOf = (db: Db, item_id: number, now: number) =>
  db
    .selectFrom('access_ask as a')
    .innerJoin('user as u', 'u.uid', 'a.uid')
    .leftJoin('page as p', (join) => join.onRef('p.page_id', '=', 'a.page_id').onRef('p.item_id', '=', 'a.item_id').on('p.is_del', '=', 0))
    .leftJoin('item_member as m', (join) => join.onRef('m.item_id', '=', 'a.item_id').onRef('m.uid', '=', 'a.uid'))
    .select(['a.ask_id', 'a.uid', 'u.username', 'u.name', 'a.wants', 'a.note', 'a.addtime', 'a.until'])
    .select(['p.page_id', 'p.page_title', 'p.cat_id as page_cat_id', 'm.member_group_id', 'm.cat_id'])
    .where('a.item_id', '=', item_id)
    .where('a.state', '=', 'open')
    .where('a.until', '>', now)
    .orderBy('a.ask_id')
    .execute()

export const askById = (db: Db, ask_id: number) =>
  db
    .selectFrom('access_ask as a')
    .innerJoin('user as u', 'u.uid', 'a.uid')
    .select(['a.ask_id', 'a.item_id', 'a.uid', 'a.subject', 'a.state', 'a.until', 'a.addtime', 'u.username', 'u.is_disabled'])
    .where('a.ask_id', '=', ask_id)
    .where('a.item_id', '>', 0)
    .executeTakeFirst()

/** Settles all open requests of a person in an item. Returns how many there were. */
export const settleAsks = async (
  db: Db,
  { item_id, uid }: { item_id: number; uid: number },
  row: { state: AskState; decided_uid: number | null; decided_time: number; answer?: string; until?: number },
) =>
  Number(
    (
      await db
        .updateTable('access_ask')
        .set(row)
        .where('item_id', '=', item_id)
        .where('uid', '=', uid)
        .where('state', '=', 'open')
        .executeTakeFirst()
    ).numUpdatedRows,
  )

/** The person who decides: the owner, or the administrators while the owner's account is disabled. */
export async function decidersOf(db: Db, item: { uid: number }): Promise<number[]> {
  const isThere = db.selectFrom('user').select('uid').where('is_disabled', '=', 0)
  const owner = await isThere.where('uid', '=', item.uid).execute()
  const people = owner.length > 0 ? owner : await isThere.where('groupid', '=', 1).execute()
  return people.map(({ uid }) => uid)
}
