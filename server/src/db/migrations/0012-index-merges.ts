import { sql } from 'kysely'
import type { Step } from '../step.ts'

/**
 * A saved page leaves a dead entry in SQLite's index of words. By default a tenth of them sets off the rewriting of a whole level, which
 * cost a save more than all else it writes; half as large again as it could be, the index is as quick to read.
 */
export const indexMerges: Step = {
  name: '0012-index-merges',
  async up(db, kind) {
    if (kind === 'sqlite') await sql`insert into page_words (page_words, rank) values ('deletemerge', 50)`.execute(db)
  },
}
