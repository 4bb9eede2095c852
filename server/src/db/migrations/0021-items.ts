import { sql } from 'kysely'
import type { Step } from '../step.ts'

/**
 * My items shows the page that was changed last, which the index contains with all that decides it, and whether the user has seen it.
 * A site with items is not new: it gets no first steps.
 */
export const items: Step = {
  name: '0021-items',
  async up(db) {
    await sql`create index page_latest on page (item_id, addtime, page_id, cat_id) where is_del = 0`.execute(db)
    await sql`create table item_visit (uid integer not null, item_id integer not null, addtime bigint not null, primary key (uid, item_id))`.execute(
      db,
    )
    await sql`create index item_visit_item on item_visit (item_id)`.execute(db)
    await sql`insert into site_config (name, value) select 'first_step.all', 'skipped' where exists (select 1 from item)`.execute(db)
  },
}
