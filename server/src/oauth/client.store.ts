import { storableText } from '@sheaf/contract/limits'
import { sql } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

/** A code is valid for a minute, and until it is exchanged its grant ends with it. */
export const CODE_SECONDS = 60

export type Client = Schema['oauth_client']

/** Clients that registered themselves, and as many that are documents. */
const UNCHECKED_MAX = 2000
const DAY = 86_400
/** A client that registered itself and was never used is removed after a day, one that is no longer used after half a year. */
const UNUSED_SECONDS = DAY
const FORGOTTEN_SECONDS = 183 * DAY
/** Seconds in which a person can give the consent; until then a full table keeps the client. */
const CONSENT_SECONDS = 600
/** Seconds between two updates of the last use. */
const USE_INTERVAL_SECONDS = 3600

/** The id can come from an address or a form of OAuth, and PostgreSQL takes no NUL character. */
export const clientOf = (db: Db, client_id: string) =>
  db.selectFrom('oauth_client').selectAll().where('client_id', '=', storableText(client_id)).executeTakeFirst()

export const redirectsOf = ({ redirect_uris }: Pick<Client, 'redirect_uris'>) => JSON.parse(redirect_uris) as string[]

/** Whether there is room for another client of this kind. A full table loses the oldest client without any use. */
async function hasRoom(trx: Db, kind: Client['kind'], now: number): Promise<boolean> {
  const { count } = await trx
    .selectFrom('oauth_client')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  if (Number(count) < UNCHECKED_MAX) return true
  const oldest = await trx
    .selectFrom('oauth_client')
    .select('client_id')
    .where('kind', '=', kind)
    .where('last_used_time', '=', 0)
    .where('is_blocked', '=', 0)
    .where('addtime', '<', now - CONSENT_SECONDS)
    .orderBy('addtime')
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return false
  await trx.deleteFrom('oauth_client').where('client_id', '=', oldest.client_id).execute()
  return true
}

/** Adds a client that registered itself; false if there is no room. */
export async function addRegistered(trx: Db, client: Client, now: number): Promise<boolean> {
  if (!(await hasRoom(trx, 'registered', now))) return false
  await trx.insertInto('oauth_client').values(client).execute()
  return true
}

/** Keeps what a document says, for all servers; a known one stays blocked. Undefined if there is no room for another one. */
export async function keepDocument(trx: Db, client: Client, now: number): Promise<Client | undefined> {
  const { client_id, name, redirect_uris, until } = client
  if (!(await clientOf(trx, client_id)) && !(await hasRoom(trx, 'document', now))) return undefined
  return trx
    .insertInto('oauth_client')
    .values(client)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ name, redirect_uris, until }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds or changes a client of an administrator. A secret that is undefined stays. */
export const saveGiven = (trx: Db, client: Client, secret_hash: string | undefined) =>
  trx
    .insertInto('oauth_client')
    .values({ ...client, secret_hash: secret_hash ?? '' })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({
        name: client.name,
        redirect_uris: client.redirect_uris,
        ...(secret_hash !== undefined && { secret_hash }),
      }),
    )
    .execute()

export const setBlocked = (trx: Db, client_id: string, is_blocked: number) =>
  trx.updateTable('oauth_client').set({ is_blocked }).where('client_id', '=', client_id).execute()

export const markUsed = (trx: Db, { client_id, last_used_time }: Client, now: number) =>
  last_used_time > now - USE_INTERVAL_SECONDS
    ? undefined
    : trx.updateTable('oauth_client').set({ last_used_time: now }).where('client_id', '=', client_id).execute()

/** Clients with the number of their connections in use, those that were used last first. */
export async function listClients(db: Db, find: string, now: number, page: number, size: number) {
  const clients = () =>
    db.selectFrom('oauth_client as c').$if(find !== '', (query) => {
      const part = `%${find.replace(/[\\%_]/g, '\\$&').toLowerCase()}%`
      return query.where(
        sql<boolean>`(lower(c.name) like ${part} escape '\\' or lower(c.redirect_uris) like ${part} escape '\\' or lower(c.client_id) like ${part} escape '\\')`,
      )
    })
  const [list, counted] = await Promise.all([
    clients()
      .selectAll('c')
      .select((row) =>
        row
          .selectFrom('access_grant as g')
          .select((grant) => grant.fn.countAll<number>().as('count'))
          .whereRef('g.client_id', '=', 'c.client_id')
          .where('g.ended_time', '=', 0)
          .where('g.until', '>', now)
          // Not those whose code was not exchanged: they end with it.
          .where(sql<boolean>`g.until > g.addtime + ${CODE_SECONDS}`)
          .as('grants'),
      )
      .orderBy('c.kind')
      .orderBy('c.last_used_time', 'desc')
      .orderBy('c.addtime', 'desc')
      .orderBy('c.client_id')
      .offset((page - 1) * size)
      .limit(size)
      .execute(),
    clients()
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { list, total: Number(counted.count) }
}

/** Removes clients that no administrator entered and no user needs. A blocked one stays, because it could come again. */
export const removeUnused = (trx: Db, now: number) =>
  trx
    .deleteFrom('oauth_client')
    .where('kind', '<>', 'given')
    .where('is_blocked', '=', 0)
    .where((row) =>
      row.or([
        row.and([row('last_used_time', '=', 0), row('addtime', '<', now - UNUSED_SECONDS)]),
        row.and([row('last_used_time', '>', 0), row('last_used_time', '<', now - FORGOTTEN_SECONDS)]),
      ]),
    )
    .execute()
