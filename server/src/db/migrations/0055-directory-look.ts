import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Entries of the directory that are no more (docs/decisions/0113). */
export const directoryLook: Step = {
  name: '0055-directory-look',
  async up(db) {
    for (const statement of [
      'alter table identity add column gone_at bigint not null default 0',
      'alter table identity add column gone_state integer not null default 0',
    ])
      await sql.raw(statement).execute(db)
  },
}
