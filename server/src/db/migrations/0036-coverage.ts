import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** How much of a table is described (docs/decisions/0088). */
export const coverage: Step = {
  name: '0036-coverage',
  async up(db) {
    for (const column of [
      'describable integer not null default 0',
      'described integer not null default 0',
      "gaps text not null default '[]'",
    ])
      await sql.raw(`alter table source_part add column ${column}`).execute(db)
  },
}
