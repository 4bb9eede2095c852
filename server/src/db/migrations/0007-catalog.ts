import { sql } from 'kysely'
import type { Step } from '../step.ts'

/**
 * Pages that go to another item take their notices and their rows of the index along. With room left beside each row PostgreSQL only
 * changes the item in it; without, it would write every word of them into the index again.
 */
export const catalogs: Step = {
  name: '0007-catalog',
  async up(db, kind) {
    await sql`create index notice_page on notice (page_id)`.execute(db)
    if (kind === 'postgres') await sql`alter table page_words set (fillfactor = 45)`.execute(db)
  },
}
