import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The addresses that sources are fetched from. */
export const sourceFetch: Step = {
  name: '0035-source-fetch',
  async up(db) {
    await sql`create table source_fetch (source_id integer primary key, url text not null, every_hours integer not null,
      header_name text not null, header_sealed text not null, etag text not null default '', sha256 text not null default '',
      next_time bigint not null, claimed_until bigint not null default 0, check_time bigint not null default 0,
      problem text not null default '', problem_since bigint not null default 0, failures integer not null default 0)`.execute(db)
    await sql`create index source_fetch_next on source_fetch (next_time)`.execute(db)
  },
}
