import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Calls counted by all processes on one database together (http/limits/rate-shared.ts). After a crash it may be empty, so it costs no log. */
export const several: Step = {
  name: '0015-several',
  async up(db, kind) {
    const table = sql.raw(kind === 'postgres' ? 'unlogged table' : 'table')
    await sql`create ${table} rate (name text primary key, count integer not null, until bigint not null)`.execute(db)
  },
}
