import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The calls of an item: those that named a page alone get its item, and an index has what their count reads. */
export const tokenItem: Step = {
  name: '0030-token-item',
  async up(db) {
    await sql`update token_call set item_id = coalesce((select item_id from page where page.page_id = token_call.page_id), 0)
      where item_id = 0 and page_id > 0 and outcome = 0`.execute(db)
    await sql`create index token_call_item on token_call (item_id, addtime, id, grant_id) where item_id > 0 and outcome = 0`.execute(db)
  },
}
