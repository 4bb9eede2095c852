import { sql } from 'kysely'
import type { sessionLimits } from '../auth/session.ts'
import { leaveStewardships } from '../content/review/leave.store.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { removeGrantsOf } from '../token/token.store.ts'
import { lockUsers } from '../user/user.store.ts'

interface ItemFilter {
  /** Substrings of the item name and of the owner's username; % and _ are literal. */
  item_name: string
  username: string
  kind: string
}

const part = (text: string) =>
  `%${text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

const itemsQuery = (db: Db, { item_name, username, kind }: ItemFilter) =>
  db
    .selectFrom('item as i')
    .leftJoin('user as u', 'u.uid', 'i.uid')
    .where('i.is_del', '=', 0)
    .$if(item_name.trim() !== '', (query) => query.where(sql<boolean>`lower(i.item_name) like ${part(item_name)} escape '\\'`))
    .$if(username.trim() !== '', (query) => query.where(sql<boolean>`u.username_key like ${part(username)} escape '\\'`))
    .$if(kind === 'private', (query) => query.where('i.password_hash', '<>', ''))
    .$if(kind === 'public', (query) => query.where('i.password_hash', '=', ''))
    .$if(kind === 'archived', (query) => query.where('i.is_archived', '=', 1))

/** The number of members, direct and through teams, and the owner. */
const members = sql<number>`(select count(*) from (select m.uid from item_member m where m.item_id = i.item_id
  union select t.member_uid from team_item_member t where t.item_id = i.item_id) r where r.uid <> i.uid) + 1`

/** Newest first. */
export const listItems = (db: Db, filter: ItemFilter, count: number, page: number) =>
  itemsQuery(db, filter)
    .select(['i.item_id', 'i.item_name', 'i.item_description', 'i.uid', 'i.addtime', 'i.last_update_time', 'i.item_domain'])
    .select(['i.item_type', 'i.is_archived', 'i.is_del', members.as('member_num')])
    .select((row) => [
      row.fn.coalesce('u.username', sql<string>`''`).as('username'),
      row.case().when('i.password_hash', '=', '').then(0).else(1).end().as('is_private'),
    ])
    .orderBy('i.item_id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()

export const countItems = async (db: Db, filter: ItemFilter) =>
  Number(
    (
      await itemsQuery(db, filter)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

export const hasItems = async (db: Db) =>
  (await db.selectFrom('item').select('item_id').where('is_del', '=', 0).limit(1).executeTakeFirst()) !== undefined

interface UserFilter {
  /** A substring of the username, the name or the email address; % and _ are literal. */
  text: string
  role: string
}

const pattern = (text: string) =>
  `%${text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

const usersQuery = (db: Db, { text, role }: UserFilter) =>
  db
    .selectFrom('user as u')
    .$if(text.trim() !== '', (query) => {
      const part = pattern(text)
      return query.where(
        sql<boolean>`(u.username_key like ${part} escape '\\' or lower(u.name) like ${part} escape '\\' or lower(u.email) like ${part} escape '\\')`,
      )
    })
    .$if(role === '1' || role === '2', (query) => query.where('u.groupid', '=', Number(role)))
    .$if(role === 'disabled', (query) => query.where('u.is_disabled', '=', 1))

const columns = ['u.uid', 'u.username', 'u.name', 'u.email', 'u.email_verify', 'u.groupid', 'u.is_disabled', 'u.reg_time'] as const

/** Newest first. Sessions and items are counted only for the users on the page. */
export const listUsers = (db: Db, filter: UserFilter, count: number, page: number, { seen, opened }: ReturnType<typeof sessionLimits>) =>
  db
    .selectFrom(
      usersQuery(db, filter)
        .select([...columns, 'u.last_login_time'])
        .orderBy('u.uid', 'desc')
        .limit(count)
        .offset((page - 1) * count)
        .as('u'),
    )
    .selectAll()
    .select((row) => [
      row
        .selectFrom('session as s')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('s.uid', '=', 'u.uid')
        // The sums keep the planner from the time indexes: it must find sessions by user and not read every live session.
        .where(sql<boolean>`s.seen_time + 0 >= ${seen} and s.addtime + 0 >= ${opened}`)
        .$asScalar()
        .$notNull()
        .as('sessions'),
      row
        .selectFrom('item as i')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('i.uid', '=', 'u.uid')
        .where(sql<boolean>`i.is_del + 0 = 0`)
        .$asScalar()
        .$notNull()
        .as('items'),
    ])
    .orderBy('u.uid', 'desc')
    .execute()

export const countUsers = async (db: Db, filter: UserFilter) =>
  Number(
    (
      await usersQuery(db, filter)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Returns whether another enabled administrator exists. Locks the users until the transaction ends. */
export async function hasOtherAdministrator(store: Pick<Store, 'kind'>, db: Db, uid: number): Promise<boolean> {
  await lockUsers(store, db)
  const other = db.selectFrom('user').select('uid').where('groupid', '=', 1).where('is_disabled', '=', 0).where('uid', '<>', uid)
  return (await other.limit(1).executeTakeFirst()) !== undefined
}

export const changeUser = (db: Db, uid: number, change: { name?: string; groupid?: number; is_disabled?: number }) =>
  db.updateTable('user').set(change).where('uid', '=', uid).execute()

/** The number of items the user owns, without deleted ones. */
export const itemsOwned = async (db: Db, uid: number) =>
  Number(
    (
      await db
        .selectFrom('item')
        .select((row) => row.fn.countAll().as('n'))
        .where('uid', '=', uid)
        .where(sql<boolean>`is_del + 0 = 0`)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Ids of notices of a user, of whom some never delete any. */
export const noticesLeft = async (db: Db, uid: number, rows: number) =>
  (await db.selectFrom('notice').select('notice_id').where('uid', '=', uid).limit(rows).execute()).map((row) => row.notice_id)

/** Ids of notices of deleted users, when a server was killed in between. It goes from user to user through an index, not through all rows. */
export async function noticesOfDeleted(db: Db, rows: number) {
  const found = await sql<{ uid: number }>`with recursive person(uid) as (
    select min(uid) from notice union all
    select (select min(notice.uid) from notice where notice.uid > person.uid) from person where person.uid is not null
  ) select uid from person where uid is not null and not exists (select 1 from "user" where "user".uid = person.uid) limit 1`.execute(db)
  const [first] = found.rows
  return first ? noticesLeft(db, first.uid, rows) : []
}

/**
 * Deletes the account, its private data and its rights, except for its notices, which can be many. Pages, their history and their files
 * stay and keep the author's name. Returns which pages have no one responsible now.
 */
export async function removeUser(db: Db, uid: number, heir: number, at: number) {
  for (const table of [
    'item_member',
    'template',
    'item_group',
    'item_sort',
    'page_lock',
    'item_top',
    'item_visit',
    'comment_mention',
    'access_ask',
    'watch',
    'news_event',
    'tell',
    'mail',
    'tell_setting',
    'runapi_env_selected',
    'repeat',
    'job',
    'second_step',
    'recovery_code',
    'passkey',
    'device',
    'pending_step',
  ] as const)
    await db.deleteFrom(table).where('uid', '=', uid).execute()
  await removeGrantsOf(db, uid)
  for (const table of ['team_member', 'team_item_member'] as const) await db.deleteFrom(table).where('member_uid', '=', uid).execute()
  const unowned = await leaveStewardships(db, { uid })
  for (const side of ['uid', 'from_uid'] as const) await db.deleteFrom('steward_offer').where(side, '=', uid).execute()
  // The trail keeps the name of that day.
  await db.updateTable('verification').set({ uid: null }).where('uid', '=', uid).execute()
  await db.updateTable('page_review').set({ verified_uid: null }).where('verified_uid', '=', uid).execute()
  // Their feedback about pages stays as an anonymous vote.
  await db.updateTable('page_feedback').set({ uid: null }).where('uid', '=', uid).execute()
  await db.updateTable('access_ask').set({ decided_uid: null }).where('decided_uid', '=', uid).execute()
  // A team without an owner could never be changed, so the administrator takes it over.
  await db.updateTable('team').set({ uid: heir, last_update_time: at }).where('uid', '=', uid).execute()
  await db.deleteFrom('user').where('uid', '=', uid).execute()
  return unowned
}

/** Accounts that sign in with a password or the directory, or all with `all`: administrators and everyone, and how many have a method. */
export async function countReady(db: Db, all: boolean) {
  const sum = (what: string) => sql<number>`cast(coalesce(sum(${sql.raw(what)}), 0) as integer)`
  const isAdmin = 'case when u.groupid = 1 then 1 else 0 end'
  return db
    .selectFrom('user as u')
    .where('u.is_disabled', '=', 0)
    .$if(!all, (query) =>
      query.where((row) =>
        row.or([
          row('u.password_hash', '<>', ''),
          row.exists(row.selectFrom('identity as i').select('i.id').whereRef('i.uid', '=', 'u.uid').where('i.provider', '=', 'ldap')),
        ]),
      ),
    )
    .select([
      sum(isAdmin).as('admins'),
      sum(`(${isAdmin}) * u.has_second_step`).as('admins_ready'),
      sum('1').as('people'),
      sum('u.has_second_step').as('people_ready'),
      sum(`(${isAdmin}) * u.has_passkey`).as('admins_passkey'),
    ])
    .executeTakeFirstOrThrow()
}

export const endAllTrust = (db: Db) => db.updateTable('device').set({ trusted_until: 0 }).where('trusted_until', '>', 0).execute()

/** The number of accounts that are linked with each of these places. */
export async function linkedWith(db: Db, places: string[]): Promise<Map<string, number>> {
  if (places.length === 0) return new Map()
  const rows = await db
    .selectFrom('identity')
    .select(({ fn }) => ['provider', fn.count('uid').distinct().as('count')])
    .where('provider', 'in', places)
    .groupBy('provider')
    .execute()
  return new Map(rows.map(({ provider, count }) => [provider, Number(count)]))
}

export const deleteProvider = (db: Db, provider_id: number) => db.deleteFrom('provider').where('provider_id', '=', provider_id).execute()

export const unlinkAll = (db: Db, place: string) => db.deleteFrom('identity').where('provider', '=', place).execute()

export async function orderProviders(db: Db, ids: number[]) {
  for (const [at, provider_id] of ids.entries())
    await db
      .updateTable('provider')
      .set({ s_number: at + 1 })
      .where('provider_id', '=', provider_id)
      .execute()
}
