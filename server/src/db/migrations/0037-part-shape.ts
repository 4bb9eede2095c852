import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** What a part is without its texts, which proofs compare. Empty until the next version of its source is read. */
export const partShape: Step = {
  name: '0037-part-shape',
  async up(db) {
    await sql`alter table source_part add column shape text not null default ''`.execute(db)
  },
}
