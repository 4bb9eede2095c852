import type { ControlledTransaction } from 'kysely'
import { openReader, type Store } from '../../db/dialect.ts'
import type { Schema } from '../../db/schema.ts'
import { type Counters, countersOf } from './counters.ts'
import { migrationsOf, type Table, tablesOf } from './tables.ts'

/** One state of the whole database, while others go on writing. */
export interface Snapshot {
  kind: Store['kind']
  db: ControlledTransaction<Schema>
  migrations: string[]
  tables: Table[]
  counters: Counters
  close: () => Promise<void>
}

/** Nothing is written by it: SQLite is opened for reading alone, PostgreSQL is told so. */
export async function takeSnapshot(url: string): Promise<Snapshot> {
  const store = openReader(url)
  try {
    const start = store.db.startTransaction()
    const db = await (store.kind === 'postgres' ? start.setIsolationLevel('repeatable read').setAccessMode('read only') : start).execute()
    // The state is that of the first read, not of the beginning.
    const migrations = await migrationsOf(db, store.kind)
    return {
      kind: store.kind,
      db,
      migrations,
      tables: await tablesOf(db, store.kind),
      counters: migrations.length > 0 ? await countersOf(db, store.kind) : {},
      async close() {
        await db.rollback().execute()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
