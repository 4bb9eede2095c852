import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Db, Schema } from '../db/schema.ts'

/** Days that an ended or expired token stays in the list. */
const ENDED_DAYS = 30
const DAY = 86_400
/** Calls of a token are counted up to here, because the list must not read a million rows. */
const CALLS_COUNTED_MAX = 10_000

type NewGrant = Pick<
  Selectable<Schema['access_grant']>,
  'uid' | 'name' | 'client_id' | 'level' | 'is_admin' | 'is_limited' | 'until' | 'addtime' | 'request_id'
> & { kind: 'personal' | 'showdoc' | 'oauth' }
type NewSecret = Pick<Schema['access_secret'], 'secret_hash' | 'hint'>

/** A secret as it is stored; what only codes and tokens of connected programs need is empty. */
interface StoredSecret extends NewSecret {
  grant_id: number
  kind: 'token' | 'code' | 'access' | 'refresh'
  until: number
  challenge?: string
  grant_until?: number
  redirect_uri?: string
  resource?: string
}

/** Adds a secret. An existing one stays as it is: the replacement of a refresh token is the same for each repetition. */
export const insertSecret = (trx: Db, secret: StoredSecret) =>
  trx
    .insertInto('access_secret')
    .values({ used_time: 0, challenge: '', grant_until: 0, redirect_uri: '', resource: '', ...secret })
    .onConflict((conflict) => conflict.column('secret_hash').doNothing())
    .execute()

export async function insertGrant(trx: Db, grant: NewGrant, item_ids: number[]) {
  const { grant_id } = await trx
    .insertInto('access_grant')
    .values({
      ...grant,
      last_used_time: 0,
      last_used_address: '',
      last_used_agent: '',
      ended_time: 0,
      ended_by: null,
      is_warned: 0,
    })
    .returning('grant_id')
    .executeTakeFirstOrThrow()
  await insertItems(trx, grant_id, item_ids)
  return grant_id
}

/** The usable token that this request created. */
export const madeBy = (trx: Db, uid: number, request_id: string, now: number) =>
  rows(trx)
    .where('g.uid', '=', uid)
    .where('g.kind', '=', 'personal')
    .where('g.request_id', '=', request_id)
    .where('g.ended_time', '=', 0)
    .where('g.until', '>', now)
    .executeTakeFirst()

/** The earlier secrets of this token are no longer accepted. */
export const replaceSecret = (trx: Db, grant_id: number, secret: NewSecret) =>
  trx.updateTable('access_secret').set(secret).where('grant_id', '=', grant_id).execute()

async function insertItems(trx: Db, grant_id: number, item_ids: number[]) {
  if (item_ids.length === 0) return
  await trx
    .insertInto('access_grant_item')
    .values(item_ids.map((item_id) => ({ grant_id, item_id })))
    .execute()
}

const rows = (db: Db) =>
  db
    .selectFrom('access_grant as g')
    .leftJoin('access_secret as s', (join) => join.onRef('s.grant_id', '=', 'g.grant_id').on('s.kind', 'in', ['token', 'code']))
    .leftJoin('oauth_client as c', 'c.client_id', 'g.client_id')
    .select(['g.grant_id', 'g.kind', 'g.name', 'g.level', 'g.is_admin', 'g.is_limited', 'g.addtime', 'g.until'])
    .select(['g.last_used_time', 'g.last_used_address', 'g.last_used_agent', 'g.ended_time', 'g.ended_by'])
    .select((row) => [
      row.fn.coalesce('g.client_id', sql<string>`''`).as('client_id'),
      row.fn.coalesce('s.redirect_uri', sql<string>`''`).as('redirect_uri'),
      sql<string>`case when s.kind = 'token' then s.hint else '' end`.as('hint'),
      row.fn.coalesce('c.kind', sql<string>`''`).as('client_kind'),
    ])
    // A connection exists once the program has exchanged its code.
    .where((row) => row.or([row('g.kind', '<>', 'oauth'), row('s.used_time', '>', 0)]))

/** The tokens of a user that can be used, and those whose end is at most 30 days ago; newest first. */
export const grantsOf = (db: Db, uid: number, now: number) =>
  rows(db)
    .where('g.uid', '=', uid)
    .where('g.until', '>', now - ENDED_DAYS * DAY)
    .where((row) => row.or([row('g.ended_time', '=', 0), row('g.ended_time', '>', now - ENDED_DAYS * DAY)]))
    .orderBy('g.grant_id', 'desc')
    .execute()

export type GrantRow = Awaited<ReturnType<typeof grantsOf>>[number]

export const grantOf = (db: Db, uid: number, grant_id: number) =>
  rows(db).where('g.uid', '=', uid).where('g.grant_id', '=', grant_id).executeTakeFirst()

export const itemsOfGrants = (db: Db, grant_ids: number[]) =>
  grant_ids.length === 0
    ? []
    : db.selectFrom('access_grant_item').selectAll().where('grant_id', 'in', grant_ids).orderBy('item_id').execute()

export const countUsable = async (db: Db, uid: number, now: number) =>
  Number(
    (
      await db
        .selectFrom('access_grant')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('uid', '=', uid)
        .where('ended_time', '=', 0)
        .where('until', '>', now)
        .executeTakeFirstOrThrow()
    ).count,
  )

export async function narrowGrant(
  trx: Db,
  grant_id: number,
  { item_ids, ...row }: { name: string; level: number; is_limited: number; until: number; item_ids: number[] },
) {
  await trx.updateTable('access_grant').set(row).where('grant_id', '=', grant_id).execute()
  await trx.updateTable('access_secret').set({ until: row.until }).where('grant_id', '=', grant_id).where('kind', '=', 'token').execute()
  await trx.deleteFrom('access_grant_item').where('grant_id', '=', grant_id).execute()
  await insertItems(trx, grant_id, item_ids)
}

/** Ends the usable grants that the query selects. `by` is null when the server ends them. Returns their users and names. */
export const endGrantsWhere = (
  trx: Db,
  ids: SelectQueryBuilder<Schema, 'access_grant', { grant_id: number }>,
  by: number | null,
  at: number,
) =>
  trx
    .updateTable('access_grant')
    .set({ ended_time: at, ended_by: by })
    .where('ended_time', '=', 0)
    .where('until', '>', at)
    .where('grant_id', 'in', ids)
    .returning(['uid', 'name'])
    .execute()

/** Ends one usable token of a user, or all of them; `by` is null for the server itself. Returns their names. */
export async function endGrants(trx: Db, uid: number, grant_id: number | 'all', by: number | null, at: number): Promise<string[]> {
  const ended = await trx
    .updateTable('access_grant')
    .set({ ended_time: at, ended_by: by })
    .where('uid', '=', uid)
    .where('ended_time', '=', 0)
    .where('until', '>', at)
    .$if(grant_id !== 'all', (query) => query.where('grant_id', '=', Number(grant_id)))
    .returning('name')
    .execute()
  return ended.map(({ name }) => name)
}

const callsOf = (db: Db, grant_id: number, offset: number, count: number) =>
  db
    .selectFrom('token_call')
    .select(['id', 'call', 'item_id', 'page_id', 'outcome', 'address', 'addtime'])
    .where('grant_id', '=', grant_id)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(count)
    .execute()

/** Rows of the log of calls when a request names no count. */
const CALLS_PER_PAGE = 50

/** A page of the log, newest first, and the number of all rows. */
export async function pageOfCalls(services: Pick<Services, 'store'>, grant_id: number, page: number, count: number) {
  const size = count || CALLS_PER_PAGE
  const list = await callsOf(services.store.db, grant_id, Math.max(0, page - 1) * size, size)
  return { list, total: await countCalls(services, grant_id) }
}

/** The number of logged calls, at most `CALLS_COUNTED_MAX`. */
export const countCalls = async ({ store }: Pick<Services, 'store'>, grant_id: number, since = 0): Promise<number> =>
  (
    await store.hot<{ count: number }>(
      `select count(*) as count from (select 1 as one from token_call where grant_id = ? and addtime >= ? limit ${CALLS_COUNTED_MAX}) as counted`,
      [grant_id, since],
    )
  )[0]?.count ?? 0

/** Removes the tokens of a deleted account. The log of their calls stays until it expires. */
export const removeGrantsOf = (db: Db, uid: number) =>
  removeGrants(db, db.selectFrom('access_grant').select('grant_id').where('uid', '=', uid))

/** Removes tokens that ended before this time. */
export const removeGrantsBefore = (db: Db, cutoff: number) =>
  removeGrants(
    db,
    db
      .selectFrom('access_grant')
      .select('grant_id')
      .where((row) => row.or([row('until', '<', cutoff), row.and([row('ended_time', '>', 0), row('ended_time', '<', cutoff)])])),
  )

async function removeGrants(db: Db, ids: SelectQueryBuilder<Schema, 'access_grant', { grant_id: number }>) {
  for (const table of ['access_secret', 'access_grant_item', 'access_grant'] as const)
    await db.deleteFrom(table).where('grant_id', 'in', ids).execute()
}

const BATCH_ROWS = 500

/** Some calls that were logged before this time, by id. */
export const callsBefore = (db: Db, cutoff: number) =>
  db.selectFrom('token_call').select('id').where('addtime', '<', cutoff).orderBy('addtime').limit(BATCH_ROWS).execute()

export const removeCalls = (db: Db, ids: number[]) => db.deleteFrom('token_call').where('id', 'in', ids).execute()

/** Tokens that expire before this time, and whose user has not been notified. Short ones expire as planned. */
export const expiringGrants = (db: Db, now: number, until: number, shortest: number) =>
  db
    .selectFrom('access_grant')
    .select(['grant_id', 'uid', 'name'])
    .where('until', '>', now)
    .where('until', '<=', until)
    .where('ended_time', '=', 0)
    .where('is_warned', '=', 0)
    .whereRef('until', '>', (row) => row('addtime', '+', shortest))
    .limit(BATCH_ROWS)
    .execute()

/** Whether the token had not been marked: another server can have notified its user. */
export const markWarned = async (db: Db, grant_id: number) =>
  Number(
    (
      await db
        .updateTable('access_grant')
        .set({ is_warned: 1 })
        .where('grant_id', '=', grant_id)
        .where('is_warned', '=', 0)
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0
