import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Days that used refresh tokens are remembered. A later use is refused as that of an unknown token. */
const USED_SECONDS = 30 * 86_400
const BATCH_ROWS = 500

const secrets = (db: Db) =>
  db
    .selectFrom('access_secret as s')
    .innerJoin('access_grant as g', 'g.grant_id', 's.grant_id')
    .innerJoin('user as u', 'u.uid', 'g.uid')
    .select(['s.secret_hash', 's.kind', 's.until', 's.used_time', 's.challenge', 's.grant_until', 's.redirect_uri', 's.resource'])
    .select(['g.grant_id', 'g.uid', 'g.name', 'g.level', 'g.client_id', 'g.ended_time', 'u.is_disabled'])
    .select('g.until as grant_end')

/** A code, access token or refresh token with its grant. */
export const secretOf = (db: Db, secret_hash: string) => secrets(db).where('s.secret_hash', '=', secret_hash).executeTakeFirst()
export type Secret = NonNullable<Awaited<ReturnType<typeof secretOf>>>

/** Marks a secret as used. Of concurrent requests with the same secret, exactly one receives true. */
export async function useSecret(trx: Db, secret_hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('access_secret')
    .set({ used_time: now })
    .where('secret_hash', '=', secret_hash)
    .where('used_time', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A code was exchanged: the grant lasts as long as its person chose. */
export const beginGrant = (trx: Db, grant_id: number, until: number) =>
  trx.updateTable('access_grant').set({ until }).where('grant_id', '=', grant_id).execute()

export const removeSecret = (trx: Db, secret_hash: string) =>
  trx.deleteFrom('access_secret').where('secret_hash', '=', secret_hash).execute()

/** One grant by its id, or all of a client, optionally of one person and without one of them; for `endGrantsWhere`. */
export const grantById = (db: Db, grant_id: number) => db.selectFrom('access_grant').select('grant_id').where('grant_id', '=', grant_id)
export const grantsOfClient = (db: Db, client_id: string) =>
  db.selectFrom('access_grant').select('grant_id').where('client_id', '=', client_id)
export const earlierGrants = (db: Db, client_id: string, uid: number, grant_id: number) =>
  grantsOfClient(db, client_id).where('uid', '=', uid).where('grant_id', '<>', grant_id)

/** The newest connection of a person with this client that is in use. */
export const connectionOf = (db: Db, client_id: string, uid: number, now: number) =>
  db
    .selectFrom('access_grant as g')
    .innerJoin('access_secret as s', (join) => join.onRef('s.grant_id', '=', 'g.grant_id').on('s.kind', '=', 'code'))
    .select(['g.addtime', 'g.level'])
    .where('g.client_id', '=', client_id)
    .where('g.uid', '=', uid)
    .where('g.ended_time', '=', 0)
    .where('g.until', '>', now)
    .where('s.used_time', '>', 0)
    .orderBy('g.grant_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether the person has allowed this request already. */
export const isDecided = async (trx: Db, uid: number, code_challenge: string) =>
  (await trx
    .selectFrom('access_grant')
    .select('grant_id')
    .where('uid', '=', uid)
    .where('kind', '=', 'oauth')
    .where('request_id', '=', code_challenge)
    .executeTakeFirst()) !== undefined

interface GrantFilter {
  username: string
  client_id: string
  /** used, ended, or another text for all. */
  state: string
}

/** The tokens and connections of all users, newest first, without secrets. */
export async function listGrants(db: Db, { username, client_id, state }: GrantFilter, now: number, page: number, size: number) {
  const grants = () =>
    db
      .selectFrom('access_grant as g')
      .innerJoin('user as u', 'u.uid', 'g.uid')
      .$if(username !== '', (query) => query.where('u.username', '=', username))
      .$if(client_id !== '', (query) => query.where('g.client_id', '=', client_id))
      .$if(state === 'used', (query) => query.where('g.ended_time', '=', 0).where('g.until', '>', now))
      .$if(state === 'ended', (query) => query.where((row) => row.or([row('g.ended_time', '>', 0), row('g.until', '<=', now)])))
      // A connection exists once the program has exchanged its code.
      .where((row) =>
        row.or([
          row('g.kind', '<>', 'oauth'),
          row.exists(
            row
              .selectFrom('access_secret as s')
              .select('s.secret_hash')
              .whereRef('s.grant_id', '=', 'g.grant_id')
              .where('s.kind', '=', 'code')
              .where('s.used_time', '>', 0),
          ),
        ]),
      )
  const [list, counted] = await Promise.all([
    grants()
      .select(['g.grant_id', 'g.kind', 'g.name', 'g.uid', 'u.username', 'g.level', 'g.is_admin', 'g.is_limited'])
      .select(['g.addtime', 'g.until', 'g.last_used_time', 'g.last_used_address', 'g.ended_time'])
      .select((row) => row.fn.coalesce('g.client_id', sql<string>`''`).as('client_id'))
      .orderBy('g.grant_id', 'desc')
      .offset((page - 1) * size)
      .limit(size)
      .execute(),
    grants()
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { list, total: Number(counted.count) }
}

/** Some secrets of connections that are no longer needed: expired access tokens, and refresh tokens that were used long ago. */
export const expiredSecrets = (db: Db, now: number) =>
  db
    .selectFrom('access_secret')
    .select('secret_hash')
    .where((row) =>
      row.or([
        row.and([row('kind', '=', 'access'), row('until', '<', now)]),
        row.and([row('kind', '=', 'refresh'), row('used_time', '>', 0), row('used_time', '<', now - USED_SECONDS)]),
      ]),
    )
    .limit(BATCH_ROWS)
    .execute()

export const removeSecrets = (trx: Db, hashes: string[]) => trx.deleteFrom('access_secret').where('secret_hash', 'in', hashes).execute()
