import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The open API finds pages by title and catalogs by name, at any number. */
export const open: Step = {
  name: '0009-open',
  async up(db) {
    await sql`create index page_title on page (item_id, page_title, cat_id) where is_del = 0`.execute(db)
    await sql`create index catalog_name on catalog (item_id, parent_cat_id, cat_name)`.execute(db)
  },
}
