import { sql } from 'kysely'
import type { Step } from '../step.ts'

/**
 * A saved page leaves a dead entry in SQLite's word index. By default, a tenth of dead entries rewrites a whole level, which cost more
 * than the rest of a save. At half, the index is larger but as fast to read.
 */
export const indexMerges: Step = {
  name: '0012-index-merges',
  async up(db, kind) {
    if (kind === 'sqlite') await sql`insert into page_words (page_words, rank) values ('deletemerge', 50)`.execute(db)
  },
}
