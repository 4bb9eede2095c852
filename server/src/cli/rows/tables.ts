import { type Kysely, sql } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db, Schema } from '../../db/schema.ts'

export interface Table {
  name: string
  /** By the alphabet: the order in the database depends on its history. */
  columns: string[]
}

/** Made anew from the pages by whoever opens the copy, or by the migrations, or counted anew. */
const isDerived = (name: string) => /^(page_words|page_fts)/.test(name) || ['migration', 'search_backlog', 'rate'].includes(name)

const columnsOn = {
  sqlite: sql<{
    table: string
    column: string
  }>`select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\'`,
  postgres: sql<{ table: string; column: string }>`select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
}

/** Every table with rows of its own. */
export async function tablesOf(db: Db, kind: Store['kind']): Promise<Table[]> {
  const { rows } = await columnsOn[kind].execute(db)
  const names = [...new Set(rows.map((row) => row.table))].filter((name) => !isDerived(name)).sort()
  return names.map((name) => ({
    name,
    columns: rows
      .filter((row) => row.table === name)
      .map((row) => row.column)
      .sort(),
  }))
}

export const isEmpty = async (db: Kysely<Schema>, kind: Store['kind']) => (await columnsOn[kind].execute(db)).rows.length === 0

/** The steps that made this database, or none where there is no database of ours. */
export async function migrationsOf(db: Db, kind: Store['kind']): Promise<string[]> {
  if (!(await columnsOn[kind].execute(db)).rows.some((row) => row.table === 'migration')) return []
  return (await sql<{ name: string }>`select name from migration order by name`.execute(db)).rows.map((row) => row.name)
}
