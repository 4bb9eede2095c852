import { sql } from 'kysely'
import { SESSION_TABLES } from '../auth/session.ts'
import type { Db } from '../db/schema.ts'
import type { Kind } from '../notice/notice.words.ts'

const KIND: Kind = 'siteRestored'

/**
 * After a restore: no session that was ended since the backup lives again, and no device that lost its trust is trusted. A notice gives
 * each person the reason (R46). Recovery codes that were used and passkeys that were removed since then are valid again: the
 * backup does not know it.
 */
export async function endSessions(db: Db, now: number, made: string) {
  for (const table of SESSION_TABLES) await db.deleteFrom(table).execute()
  await db.updateTable('device').set({ trusted_until: 0 }).where('trusted_until', '>', 0).execute()
  const content = JSON.stringify({ time: made, by: 'Sheaf' })
  const everyone = db
    .selectFrom('user')
    .where('is_disabled', '=', 0)
    .select([
      'uid',
      sql<string>`cast(${KIND} as text)`.as('kind'),
      sql<string>`''`.as('notice_title'),
      sql<string>`cast(${content} as text)`.as('notice_content'),
      sql<string>`cast('Sheaf' as text)`.as('from_name'),
      sql<number>`0`.as('item_id'),
      sql<number>`0`.as('page_id'),
      sql<number>`cast(${now} as bigint)`.as('notice_time'),
    ])
  await db
    .insertInto('notice')
    .columns(['uid', 'kind', 'notice_title', 'notice_content', 'from_name', 'item_id', 'page_id', 'notice_time'])
    .expression(everyone)
    .execute()
}
