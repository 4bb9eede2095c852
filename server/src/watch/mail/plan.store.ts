import { sql } from 'kysely'
import type { Services } from '../../context.ts'
import type { Db } from '../../db/schema.ts'

type StoreServices = Pick<Services, 'store'>
export type DigestKind = 'daily' | 'weekly'

export interface WaitingNews {
  uid: number
  mail: 'soon' | DigestKind
  /** When the oldest and the newest of it happened. */
  first: number
  last: number
}

/** People with news for soon-mails. Their index has those alone; news leave it within half an hour or after quiet hours. */
export const soonWaiting = ({ store }: StoreServices) =>
  store.hot<WaitingNews>(
    `select uid, 'soon' as mail, min(addtime) as first, max(last_time) as last from tell
     where state = 'waiting' and mail = 'soon' and mail_id = 0 group by uid`,
    [],
  )

const PEOPLE = 200

/** People after a number with news for digests, in parts, so that no query reads all of them. */
export const digestsWaiting = ({ store }: StoreServices, after: number) =>
  store.hot<WaitingNews>(
    `select uid, mail, min(addtime) as first, max(last_time) as last from tell
     where state = 'waiting' and mail in ('daily', 'weekly') and mail_id = 0 and uid in (
       select distinct uid from tell where state = 'waiting' and mail in ('daily', 'weekly') and mail_id = 0 and uid > ? order by uid limit ${PEOPLE})
     group by uid, mail order by uid`,
    [after],
  )

/** When the last digest of each person and kind was planned. */
export async function lastDigests({ store: { db } }: StoreServices, uids: number[]) {
  if (uids.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('mail')
    .select(['uid', 'kind'])
    .select((row) => row.fn.max('addtime').as('sent'))
    .where('uid', 'in', uids)
    .where('kind', '<>', 'soon')
    .groupBy(['uid', 'kind'])
    .execute()
  return new Map(rows.map(({ uid, kind, sent }) => [`${uid} ${kind}`, Number(sent)]))
}

/** Those of the people who get mail: with a confirmed address, and not disabled. */
export async function reachable({ store: { db } }: StoreServices, uids: number[]): Promise<Set<number>> {
  if (uids.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .select('uid')
    .where('uid', 'in', uids)
    .where('email', '<>', '')
    .where('email_verify', '=', 1)
    .where('is_disabled', '=', 0)
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}

interface NewMail {
  uid: number
  kind: 'soon' | DigestKind
  day: string
  message_id: string
  now: number
}

/** Plans a mail with all news of its kind that wait. The key of its day lets two servers plan it once; false when there is nothing. */
export const planMail = ({ store }: StoreServices, { uid, kind, day, message_id, now }: NewMail) =>
  store.write(async (trx) => {
    const row = { uid, kind, day, message_id, state: 'waiting' as const, next_time: now, addtime: now }
    const made = await trx
      .insertInto('mail')
      .values(row)
      .onConflict((conflict) => conflict.columns(['uid', 'kind', 'day']).doNothing())
      .returning('mail_id')
      .executeTakeFirst()
    if (!made) return false
    const taken = await trx
      .updateTable('tell')
      .set({ mail_id: made.mail_id })
      .where('uid', '=', uid)
      .where('state', '=', 'waiting')
      .where('mail', '=', kind)
      .where('mail_id', '=', 0)
      .executeTakeFirst()
    if (Number(taken.numUpdatedRows) > 0) return true
    await trx.deleteFrom('mail').where('mail_id', '=', made.mail_id).execute()
    return false
  })

/** Soon-mails that were planned on a day of the person, empty ones too: the number of the next one. */
export const plannedOn = async (db: Db, uid: number, day: string) =>
  Number(
    (
      await db
        .selectFrom('mail')
        .select((row) => row.fn.countAll().as('n'))
        .where('uid', '=', uid)
        .where('kind', '=', 'soon')
        .where('day', 'like', `${day}#%`)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** News for soon-mails that come in the next digest. */
export const deferSoon = ({ store: { db } }: StoreServices, uid: number) =>
  db
    .updateTable('tell')
    .set({ mail: 'daily' })
    .where('uid', '=', uid)
    .where('state', '=', 'waiting')
    .where('mail', '=', 'soon')
    .where('mail_id', '=', 0)
    .execute()

/** Nothing is kept for people who get no mail. */
export const dropWaiting = ({ store: { db } }: StoreServices, uids: number[]) =>
  uids.length === 0
    ? undefined
    : db
        .updateTable('tell')
        .set({ state: 'dropped' })
        .where('uid', 'in', uids)
        .where('state', '=', 'waiting')
        .where('mail_id', '=', 0)
        .execute()

/** Lets one server at a time decide; ends with the transaction. SQLite has one writer anyway. */
export const inTurn = async ({ store }: StoreServices, trx: Db) => {
  if (store.kind === 'postgres') await sql`select pg_advisory_xact_lock(460046)`.execute(trx)
}
