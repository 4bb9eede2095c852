import { sql } from 'kysely'
import { storeSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { Gone, type LookReport } from './look.rules.ts'

/** The row of `site_config` with the last look. */
const LAST = 'ldap_look'
const CLAIM = 'ldap look'

export async function lastLook({ store }: Pick<Services, 'store'>): Promise<LookReport | undefined> {
  const value = (await store.hot<{ value: string }>('select value from site_config where name = ?', [LAST]))[0]?.value
  return value === undefined ? undefined : (JSON.parse(value) as LookReport)
}

export const keepLook = (db: Db, report: LookReport) => storeSettings(db, { [LAST]: JSON.stringify(report) })

/** Whether this process looks now. A claim ends by the clock, so that a killed process blocks no other one. */
export async function claimLook(db: Db, now: number, seconds: number): Promise<boolean> {
  const until = now + seconds
  const claimed = await db
    .insertInto('throttle')
    .values({ name: CLAIM, count: 1, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ until })
        .where((row) => row.or([row('throttle.until', '<=', now), row('throttle.until', '>', until)])),
    )
    .executeTakeFirst()
  return Number(claimed.numInsertedOrUpdatedRows) > 0
}

export const endClaim = (db: Db) => db.deleteFrom('throttle').where('name', '=', CLAIM).execute()

export const isLooking = async (db: Db, now: number) =>
  (await db.selectFrom('throttle').select('name').where('name', '=', CLAIM).where('until', '>', now).executeTakeFirst()) !== undefined

/** Enabled accounts that are linked with an entry of the directory. */
export const linkedAccounts = (db: Db) =>
  db
    .selectFrom('identity as i')
    .innerJoin('user as u', 'u.uid', 'i.uid')
    .select(['i.id', 'i.subject', 'i.gone_state', 'u.uid', 'u.username', 'u.name', 'u.groupid'])
    .where('i.provider', '=', 'ldap')
    .where('u.is_disabled', '=', 0)
    .orderBy('i.id')
    .execute()

export type Linked = Awaited<ReturnType<typeof linkedAccounts>>[number]

/** Entries that are there, also those of disabled accounts, are gone no more. */
export async function markThere(db: Db, missing: readonly string[]) {
  const gone = await db
    .selectFrom('identity')
    .select(['id', 'subject'])
    .where('provider', '=', 'ldap')
    .where('gone_state', '>', 0)
    .where('uid', 'in', (query) => query.selectFrom('user').select('uid').where('is_disabled', '=', 0))
    .execute()
  const still = new Set(missing)
  const back = gone.filter(({ subject }) => !still.has(subject)).map(({ id }) => id)
  for (const ids of inParts(back))
    await db.updateTable('identity').set({ gone_at: 0, gone_state: Gone.no }).where('id', 'in', ids).execute()
}

/** Returns false when another look was first, or the account has no such link any more. */
export const markGone = async (db: Db, id: number, state: number, at: number) =>
  Number(
    (
      await db
        .updateTable('identity')
        .set({ gone_state: state, gone_at: sql<number>`case when gone_at > 0 then gone_at else cast(${at} as bigint) end` })
        .where('id', '=', id)
        .where('gone_state', '<', state)
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0

const ofGone = (db: Db) =>
  db
    .selectFrom('identity as i')
    .innerJoin('user as u', 'u.uid', 'i.uid')
    .where('i.provider', '=', 'ldap')
    .where('i.gone_state', '>', 0)
    .where('u.is_disabled', '=', 0)

/** The number of accounts that work although their entry is gone. */
export const countGone = async (db: Db) =>
  Number(
    (
      await ofGone(db)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** The latest of these accounts. */
export const goneAccounts = (db: Db, count: number) =>
  ofGone(db).select(['u.uid', 'u.username', 'u.name', 'i.gone_at']).orderBy('i.gone_at', 'desc').orderBy('u.uid').limit(count).execute()

export const administrators = async (db: Db) =>
  (await db.selectFrom('user').select('uid').where('groupid', '=', 1).where('is_disabled', '=', 0).execute()).map(({ uid }) => uid)
