import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The last author and time of a mock; the base version of a packed page version, null for older rows. */
export const writing: Step = {
  name: '0002-writing',
  async up(db) {
    await sql`alter table mock add column uid integer not null default 0`.execute(db)
    await sql`alter table mock add column last_update_time bigint not null default 0`.execute(db)
    await sql`alter table page_history add column base_id integer`.execute(db)
  },
}
