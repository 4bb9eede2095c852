import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Environments of API clients get a base address, and can be shown to readers (docs/decisions/0087). */
export const consoleEnvironments: Step = {
  name: '0034-console',
  async up(db) {
    await sql`alter table runapi_env add column base_url text not null default ''`.execute(db)
    await sql`alter table runapi_env add column is_shown integer not null default 0`.execute(db)
  },
}
