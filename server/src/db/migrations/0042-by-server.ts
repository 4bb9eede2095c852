import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** A manager can let this server send the requests to an environment (docs/decisions/0098). */
export const byServer: Step = {
  name: '0042-by-server',
  async up(db) {
    await sql`alter table runapi_env add column by_server integer not null default 0`.execute(db)
  },
}
