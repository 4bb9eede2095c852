import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** What a sync need not make again: lengths of texts, and the parsed description of a YAML file (docs/decisions/0092). */
export const sync: Step = {
  name: '0040-sync',
  async up(db, kind) {
    await sql`alter table source_part add column chars integer not null default 0`.execute(db)
    await sql`create index source_part_source on source_part (source_id, part_id)`.execute(db)
    await sql.raw(`alter table source_version add column document ${kind === 'postgres' ? 'bytea' : 'blob'}`).execute(db)
  },
}
