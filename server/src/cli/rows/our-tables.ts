import { sql } from 'kysely'
import { steps, takeSteps } from '../../db/migrate.ts'
import { openNew } from './open-new.ts'

/** The names of all tables that the steps make, found by making them. */
export async function ourTables(): Promise<string[]> {
  const store = openNew(':memory:')
  try {
    await store.db.transaction().execute((trx) => takeSteps(trx, 'sqlite', steps))
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
      and name not like 'sqlite\\_%' escape '\\' and name not like 'page_words\\_%' escape '\\'`.execute(store.db)
    return rows.map((row) => row.name)
  } finally {
    await store.close()
  }
}
