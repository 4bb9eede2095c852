import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Sources whose pages lack words that people wrote about schemas (docs/decisions/0095). */
export const sourceRenewal: Step = {
  name: '0041-source-renewal',
  async up(db) {
    await sql`create table source_renewal (source_id integer not null primary key, seq integer not null, done_seq integer not null)`.execute(
      db,
    )
    await sql`create index source_renewal_open on source_renewal (source_id) where done_seq < seq`.execute(db)
  },
}
