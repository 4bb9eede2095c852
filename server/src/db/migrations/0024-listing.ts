import { sql } from 'kysely'
import type { Step } from '../step.ts'

/**
 * Which items search engines list (docs/decisions/0069). A site that has items keeps all of them out until an administrator decides.
 * Its administrators get one notice, because public items were open to engines before.
 */
export const listing: Step = {
  name: '0024-listing',
  async up(db) {
    await sql`alter table item add column is_indexed integer`.execute(db)
    await sql`alter table item add column agent_note text not null default ''`.execute(db)
    await sql`create index item_public on item (item_id, item_type, is_indexed) where is_del = 0 and password_hash = ''`.execute(db)
    const { rows } = await sql`select 1 as one from item limit 1`.execute(db)
    if (rows.length === 0) return
    await sql`insert into site_config (name, value) values ('index_default', 'none') on conflict (name) do nothing`.execute(db)
    await sql`insert into notice (uid, kind, notice_title, notice_content, from_uid, from_name, item_id, page_id, notice_time, is_read)
      select uid, 'enginesKeptOut', '', '{"by":""}', null, '', 0, 0, ${sql.lit(Math.floor(Date.now() / 1000))}, 0 from "user"
      where groupid = 1 and is_disabled = 0`.execute(db)
  },
}
