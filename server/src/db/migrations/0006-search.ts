import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Replaces the positional index with one of word sets (docs/decisions/0026). The server indexes the backlog after the start. */
export const search: Step = {
  name: '0006-search',
  async up(db, kind) {
    await sql`drop table page_fts`.execute(db)
    if (kind === 'postgres') {
      await sql`create table page_words (page_id int not null references page on delete cascade, part int not null, item_id int not null, words tsvector not null, primary key (page_id, part)) with (fillfactor = 85)`.execute(
        db,
      )
      await sql`create index page_words_words on page_words using gin (words) with (fastupdate = off)`.execute(db)
    } else {
      await sql`create virtual table page_words using fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '#@:=!_'")`.execute(
        db,
      )
    }
    await sql`create table search_backlog (page_id integer primary key)`.execute(db)
    await sql`insert into search_backlog (page_id) select page_id from page where is_del = 0`.execute(db)
  },
}
