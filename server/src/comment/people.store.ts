import { withNames, withPersonNamed } from '@sheaf/markdown/small'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export interface Person {
  uid: number
  username: string
  name: string
}

export async function peopleByIds(db: Db, uids: number[]): Promise<Person[]> {
  if (uids.length === 0) return []
  return db.selectFrom('user').select(['uid', 'username', 'name']).where('uid', 'in', uids).where('is_disabled', '=', 0).execute()
}

/** The teams of an item with the number of their members there. */
export const teamsOfItem = (db: Db, item_id: number) =>
  db
    .selectFrom('team_item as shared')
    .innerJoin('team', 'team.id', 'shared.team_id')
    .select(['team.id as team_id', 'team.team_name'])
    .select((row) =>
      row
        .selectFrom('team_item_member as member')
        .select((count) => sql<number>`cast(${count.fn.countAll()} as integer)`.as('n'))
        .whereRef('member.team_id', '=', 'shared.team_id')
        .where('member.item_id', '=', item_id)
        .$asScalar()
        .$notNull()
        .as('members'),
    )
    .where('shared.item_id', '=', item_id)
    .orderBy('team.team_name')
    .execute()

/** The members of teams in an item; a person can be in several. */
export async function membersOfTeams(db: Db, item_id: number, team_ids: number[]) {
  if (team_ids.length === 0) return []
  const found = db.selectFrom('team_item_member').select(['member_uid as uid', 'team_id']).distinct().where('item_id', '=', item_id)
  return found.where('team_id', 'in', team_ids).execute()
}

const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** People whose name begins with a text: those who commented on the page, and of an item its owner, members and those of its teams. */
export const peopleNear = (
  db: Db,
  at: { page_id: number; item_id?: number; owner?: number },
  text: string,
  count: number,
): Promise<Person[]> => {
  const { item_id = 0, owner = 0 } = at
  const start = `${escaped(text)}%`
  return db
    .selectFrom('user')
    .select(['uid', 'username', 'name'])
    .where('is_disabled', '=', 0)
    .where((row) =>
      row.or([
        row('uid', '=', owner),
        row('uid', 'in', row.selectFrom('item_member').select('uid').where('item_id', '=', item_id)),
        row('uid', 'in', row.selectFrom('team_item_member').select('member_uid').where('item_id', '=', item_id)),
        row('uid', 'in', row.selectFrom('page_comment').select('uid').where('page_id', '=', at.page_id)),
      ]),
    )
    .where(
      sql<boolean>`(lower(username) like ${start} escape '\\' or lower(name) like ${start} escape '\\' or lower(name) like ${`% ${start}`} escape '\\')`,
    )
    .orderBy('username')
    .limit(count)
    .execute()
}

export const personNamed = (db: Db, username: string): Promise<Person | undefined> =>
  db.selectFrom('user').select(['uid', 'username', 'name']).where('username', '=', username).where('is_disabled', '=', 0).executeTakeFirst()

const PART = 200

/** After an account is deleted: its comments, what it resolved and mentions of it have this name. The mentions are still in their table. */
export async function renamePerson(db: Db, uid: number, name: string) {
  await db.updateTable('page_comment').set({ username: name }).where('uid', '=', uid).execute()
  await db.updateTable('thread').set({ resolved_name: name }).where('resolved_uid', '=', uid).execute()
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('comment_mention as m')
      .innerJoin('page_comment as c', 'c.comment_id', 'm.comment_id')
      .select(['c.comment_id', 'c.content', 'c.html'])
      .where('m.uid', '=', uid)
      .where('m.comment_id', '>', after)
      .orderBy('m.comment_id')
      .limit(PART)
      .execute()
    for (const { comment_id, content, html } of rows) {
      const names = { user: (id: number) => (id === uid ? name : undefined), team: () => undefined, page: () => undefined }
      const renamed = { content: withPersonNamed(content, uid, name), html: withNames(html, names) }
      await db.updateTable('page_comment').set(renamed).where('comment_id', '=', comment_id).execute()
    }
    if (rows.length < PART) return
    after = rows.at(-1)?.comment_id ?? after
  }
}
