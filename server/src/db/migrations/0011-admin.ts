import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Details in the audit log; figures by day; an index for notices to all users. */
export const admin: Step = {
  name: '0011-admin',
  async up(db) {
    await sql`alter table audit add column detail text not null default ''`.execute(db)
    await sql`create index audit_action on audit (action, id)`.execute(db)
    await sql`create table day_count (day text not null, name text not null, value bigint not null)`.execute(db)
    await sql`create unique index day_count_u0 on day_count (name, day)`.execute(db)
    await sql`create table item_read (day text not null, item_id integer not null, reads bigint not null)`.execute(db)
    await sql`create unique index item_read_u0 on item_read (day, item_id)`.execute(db)
    await sql`create index notice_message on notice (notice_time) where kind = 'message'`.execute(db)
  },
}
