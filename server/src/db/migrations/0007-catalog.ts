import { sql } from 'kysely'
import type { Step } from '../step.ts'

/**
 * Pages that move to another item take their notices and index rows along. With free space in each block, PostgreSQL updates only the
 * item of a row; without it, it would insert every word of the page into the index again.
 */
export const catalogs: Step = {
  name: '0007-catalog',
  async up(db, kind) {
    await sql`create index notice_page on notice (page_id)`.execute(db)
    if (kind === 'postgres') await sql`alter table page_words set (fillfactor = 45)`.execute(db)
  },
}
