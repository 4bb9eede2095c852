import { sql } from 'kysely'
import type { Step } from '../step.ts'

/**
 * One form for all long jobs (docs/decisions/0063). The state was part of the stage. Rows that count as running belong to processes that
 * have ended, and have no heartbeat any more.
 */
export const job: Step = {
  name: '0020-job',
  async up(db) {
    for (const column of ['kind', 'run', 'part', 'detail', 'problem', 'result'])
      await sql.raw(`alter table job add column ${column} text not null default ''`).execute(db)
    await sql`alter table job add column state text not null default 'running'`.execute(db)
    await sql`update job set state = case stage when 'done' then 'done' when 'ended' then 'cancelled' when 'failed' then 'failed'
      when 'none' then 'failed' else 'running' end`.execute(db)
  },
}
