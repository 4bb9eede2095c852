import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import type { ShowdocTable } from '../../showdoc/in/staging.ts'
import { type ShowdocRow, showdocTables } from './showdoc-tables.ts'

export type MadeVersion = '2.9' | '3.9'

/** The data of a ShowDoc installation on disk: its database and its folder of uploads. */
export interface MadeShowdoc {
  folder: string
  add: <T extends ShowdocTable>(table: T, ...rows: ShowdocRow<T>[]) => void
  run: (text: string, ...values: unknown[]) => void
  /** Below Public/Uploads. */
  upload: (path: string, bytes: Buffer | string) => void
  /** Runs `work` in one transaction. */
  all: (work: () => void) => void
  close: () => void
}

export function makeShowdoc(folder: string, version: MadeVersion, settings: string[] = []): MadeShowdoc {
  mkdirSync(join(folder, 'Sqlite'), { recursive: true })
  mkdirSync(join(folder, 'Public', 'Uploads'), { recursive: true })
  writeFileSync(join(folder, 'Public', 'Uploads', 'index.html'), '')
  const database = new SqliteDatabase(join(folder, 'Sqlite', 'showdoc.db.php'))
  for (const setting of settings) database.pragma(setting)
  database.exec('create table "<?php " (`防止sqlite的数据库文件被直接下载` INTEGER)')
  for (const [name, { first, later }] of Object.entries(showdocTables)) {
    const columns = Object.entries({ ...first, ...(version === '3.9' ? later : {}) })
    if (version === '2.9' && Object.keys(first).length === 0) continue
    database.exec(`create table "${name}" (${columns.map(([column, type]) => `"${column}" ${type}`).join(', ')})`)
  }
  const statements = new Map<string, SqliteDatabase.Statement>()
  return {
    folder,
    add(table, ...rows) {
      for (const row of rows) {
        const columns = Object.keys(row)
        const text = `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`
        const statement = statements.get(text) ?? database.prepare(text)
        statements.set(text, statement)
        statement.run(...Object.values(row))
      }
    },
    run: (text, ...values) => void database.prepare(text).run(...values),
    upload(path, bytes) {
      const to = join(folder, 'Public', 'Uploads', path)
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, bytes)
    },
    all: (work) => database.transaction(work)(),
    close: () => void database.close(),
  }
}

/** The text of a revision as ShowDoc stores it. */
export const squeezed = (text: string) => deflateSync(text, { level: 9 }).toString('base64')

/** User input as ShowDoc stores it. */
export const escapedText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
