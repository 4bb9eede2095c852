import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Stored files without a row: before the row is committed, and after it is deleted. */
export const files: Step = {
  name: '0003-files',
  async up(db) {
    await sql`create table file_orphan (path text primary key, store text not null, addtime bigint not null)`.execute(db)
  },
}
