import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The examples in the texts of pages, with their last runs (docs/decisions/0090). */
export const exampleRun: Step = {
  name: '0038-example-run',
  async up(db) {
    await sql`create table example_run (page_id integer not null, name text not null, env text not null, item_id integer not null,
      position integer not null, seal text not null, request text not null, state text not null default '',
      status integer not null default 0, ms integer not null default 0, detail text not null default '', ref text not null default '',
      addtime bigint not null default 0, primary key (page_id, name, env))`.execute(db)
    await sql`create index example_run_item on example_run (item_id, page_id, position)`.execute(db)
  },
}
