import { sql } from 'kysely'
import type { Store } from './dialect.ts'
import type { Db, Schema } from './schema.ts'

/**
 * Prevents concurrent writes of a small table until the transaction ends, so that what is counted stays true. It is the first statement of
 * its transaction. SQLite has only one writer.
 */
export const lockTable = async ({ kind }: Pick<Store, 'kind'>, db: Db, table: 'provider' | 'team_rule' | 'webhook') => {
  if (kind === 'postgres') await sql`lock table ${sql.table(table satisfies keyof Schema)} in share row exclusive mode`.execute(db)
}
