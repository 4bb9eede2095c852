import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The retention time of deleted content is measured by running servers (docs/decisions/0024); each row stores the count at its start. */
export const recycle: Step = {
  name: '0005-recycle',
  async up(db) {
    await sql`create table retention (counted bigint not null, seen bigint not null, odd bigint not null)`.execute(db)
    await sql`insert into retention (counted, seen, odd) values (0, 0, 0)`.execute(db)
    await sql`alter table recycle add column counted_from bigint`.execute(db)
    await sql`create index recycle_i2 on recycle (counted_from)`.execute(db)
    await sql`alter table item add column counted_from bigint`.execute(db)
  },
}
