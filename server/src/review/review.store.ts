import { sql } from 'kysely'
import type { StewardNumbers } from '../content/review/steward.store.ts'
import { inParts } from '../db/batches.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db } from '../db/schema.ts'
import { keyOf } from '../user/user.store.ts'

interface Key {
  item_id: number
  page_id: number
  cat_id: number
}

/** Sets what is given at these places of one item; a row without steward and period goes. */
export async function putStewardships(db: Db, keys: Key[], changes: Partial<StewardNumbers & { days: number }>, at: number) {
  const isSteward = changes.uid !== undefined || changes.team_id !== undefined
  const set = {
    ...(isSteward && { uid: changes.uid ?? 0, team_id: changes.team_id ?? 0, gone_time: 0 }),
    // A period that is set again begins again.
    ...(changes.days !== undefined && { days: changes.days, set_time: at }),
  }
  for (const part of inParts(keys, 100)) {
    await db
      .insertInto('stewardship')
      .values(part.map((key) => ({ ...key, uid: 0, team_id: 0, days: 0, gone_time: 0, set_time: at, ...set })))
      .onConflict((conflict) => conflict.columns(['item_id', 'page_id', 'cat_id']).doUpdateSet(set))
      .execute()
  }
  const [first] = keys
  if (!first) return
  const empty = db.deleteFrom('stewardship').where('item_id', '=', first.item_id)
  await empty.where('uid', '=', 0).where('team_id', '=', 0).where('days', '=', 0).execute()
}

export const isTeamOf = async (db: Db, item_id: number, team_id: number) =>
  (await db.selectFrom('team_item').select('id').where('item_id', '=', item_id).where('team_id', '=', team_id).executeTakeFirst()) !==
  undefined

/** The teams of a person. */
export const teamsOfPerson = async (db: Db, uid: number) =>
  (await db.selectFrom('team_member').select('team_id').where('member_uid', '=', uid).execute()).map(({ team_id }) => team_id)

/** The verifications of a page, newest first. */
export const trailOf = (db: Db, page_id: number, { from, count }: { from: number; count: number }) =>
  db
    .selectFrom('verification')
    .select(['verification_id', 'version', 'until', 'note', 'uid', 'username', 'addtime', 'via'])
    .select(['ended_reason', 'ended_time', 'ended_version', 'ended_username'])
    .select(nameColumn(personName('verification.uid', 'verification.username')).as('name'))
    .where('page_id', '=', page_id)
    .orderBy('verification_id', 'desc')
    .limit(count)
    .offset(from)
    .execute()

/**
 * The rows with the display name of who ended each. A verification keeps only the user name of that person, so an account that was made
 * later under the same name is someone else.
 */
export async function withEnders<Row extends { ended_username: string; ended_time: number }>(db: Db, rows: Row[]) {
  const keys = [...new Set(rows.flatMap((row) => (row.ended_username ? [keyOf(row.ended_username)] : [])))]
  const people =
    keys.length > 0 ? await db.selectFrom('user').select(['username', 'name', 'reg_time']).where('username_key', 'in', keys).execute() : []
  const known = new Map(people.map((person) => [person.username, person]))
  return rows.map((row) => {
    const person = known.get(row.ended_username)
    return { ...row, ended_name: person && person.reg_time <= row.ended_time && person.name ? person.name : row.ended_username }
  })
}

export const countTrail = async (db: Db, page_id: number) =>
  Number(
    (
      await db
        .selectFrom('verification')
        .select((row) => row.fn.countAll<number>().as('n'))
        .where('page_id', '=', page_id)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Of these pages, those of the item with the steward that counts now; pages in the recycle bin are left out. */
export async function stewardsOfPages(db: Db, item_id: number, page_ids: number[]) {
  const rows: (StewardNumbers & { page_id: number; cat_id: number })[] = []
  for (const part of inParts(page_ids))
    rows.push(
      ...(await db
        .selectFrom('page')
        .leftJoin('page_review as own', 'own.page_id', 'page.page_id')
        .select(['page.page_id', 'page.cat_id'])
        .select([sql<number>`coalesce(own.uid, 0)`.as('uid'), sql<number>`coalesce(own.team_id, 0)`.as('team_id')])
        .where('page.page_id', 'in', part)
        .where('page.item_id', '=', item_id)
        .where('page.is_del', '=', 0)
        .execute()),
    )
  return rows
}

/** The kept state of an earlier version of the page; 0 when there is none. Each version leaves one state, the newest last. */
export async function keptStateOf(db: Db, { page_id, version }: { page_id: number; version: number }, earlier: number) {
  if (earlier <= 0 || earlier >= version) return 0
  const kept = await db
    .selectFrom('page_history')
    .select('page_history_id')
    .where('page_id', '=', page_id)
    .orderBy('page_history_id', 'desc')
    .limit(1)
    .offset(version - earlier - 1)
    .executeTakeFirst()
  return kept?.page_history_id ?? 0
}
