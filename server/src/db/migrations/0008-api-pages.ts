import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The HTTP method of a page that documents one call. Null: not determined yet; the index finds those pages at any number. */
export const apiPages: Step = {
  name: '0008-api-pages',
  async up(db) {
    await sql`alter table page add column method text`.execute(db)
    await sql`create index page_unknown_method on page (page_id) where method is null`.execute(db)
  },
}
