import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The method of a page that documents one call. Null: nobody has looked yet; those pages are found by the index, however many there are. */
export const apiPages: Step = {
  name: '0008-api-pages',
  async up(db) {
    await sql`alter table page add column method text`.execute(db)
    await sql`create index page_unknown_method on page (page_id) where method is null`.execute(db)
  },
}
