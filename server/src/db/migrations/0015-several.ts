import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Rate limits that all processes on one database share (http/limits/rate.ts). An unlogged table: it can be empty after a crash. */
export const several: Step = {
  name: '0015-several',
  async up(db, kind) {
    const table = sql.raw(kind === 'postgres' ? 'unlogged table' : 'table')
    await sql`create ${table} rate (name text primary key, count integer not null, until bigint not null)`.execute(db)
  },
}
