import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Schema } from '../../db/schema.ts'

/** A SQLite file that is thrown away unless it is finished, so nothing of it is written twice to be safe. */
export function openNew(file: string): Store {
  const database = new SqliteDatabase(file)
  for (const setting of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = ON', 'trusted_schema = OFF', 'cache_size = -64000'])
    database.pragma(setting)
  const made = new Map<string, SqliteDatabase.Statement>()
  const prepare = (text: string) => {
    const statement = made.get(text) ?? database.prepare(text)
    if (made.size < 500) made.set(text, statement)
    return statement
  }
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: { close: () => database.close(), prepare } }) })
  return {
    kind: 'sqlite',
    file,
    db,
    write: (work) => db.transaction().execute(work),
    hot: <Found>(text: string, values: unknown[]) => prepare(text).all(...values) as Found[],
    copyTo: () => {},
    close: async () => void database.close(),
  }
}
