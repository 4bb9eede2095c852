import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** A call shown as an example no longer sets the method of its page: pages with a method are examined again after the start. */
export const methodsAgain: Step = {
  name: '0019-methods-again',
  async up(db) {
    await sql`update item set tree_version = tree_version + 1 where item_id in (select item_id from page where method <> '')`.execute(db)
    await sql`update page set method = null where method <> ''`.execute(db)
  },
}
