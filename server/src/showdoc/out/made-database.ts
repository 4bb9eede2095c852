import SqliteDatabase from 'better-sqlite3'
import type { Made } from './copy.ts'
import { tables } from './made.tables.ts'

/** Rows in one transaction. */
const MANY = 5000

/** The database of ShowDoc as it is being made: one process writes it, and nobody reads it before it is whole. */
export function makeDatabase(file: string) {
  const database = new SqliteDatabase(file)
  database.pragma('journal_mode = OFF')
  database.pragma('synchronous = OFF')
  for (const [name, columns] of Object.entries(tables)) database.exec(`create table "${name}" (${columns})`)
  const statements = new Map<string, SqliteDatabase.Statement>()
  const added: Record<string, number> = {}
  let open = 0

  function add(table: string, row: Made) {
    const names = Object.keys(row)
    const key = `${table} ${names.join()}`
    const statement =
      statements.get(key) ?? database.prepare(`insert into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
    statements.set(key, statement)
    if (open === 0) database.exec('begin')
    statement.run(...Object.values(row))
    added[table] = (added[table] ?? 0) + 1
    if (++open >= MANY) flush()
  }

  function flush() {
    if (open > 0) database.exec('commit')
    open = 0
  }

  /** What stands in one row of ours and in several of ShowDoc's; and the ids that were given once and are not given again. */
  function finish(counters: Record<string, number>) {
    flush()
    database.exec(`begin;
      create temp table first_place as select file_id, min(id) as id from file_page group by file_id;
      update file_page set item_id = coalesce((select item_id from page where page.page_id = file_page.page_id), 0);
      insert into file_page (file_id, page_id, item_id, addtime)
        select file_id, 0, item_id, addtime from upload_file where file_id not in (select file_id from first_place);
      create temp table place as select f.file_id, l.page_id from first_place f join file_page l on l.id = f.id;
      create unique index temp.place_file on place (file_id);
      update upload_file set page_id = coalesce((select page_id from place where place.file_id = upload_file.file_id), 0);
      commit`)
    const set = database.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
    const insert = database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
    for (const [table, last] of Object.entries(counters))
      if (/AUTOINCREMENT/.test(tables[table] ?? '') && set.run(last, table).changes === 0) insert.run(table, last)
    added['file_page'] = database.prepare('select count(*) from file_page').pluck().get() as number
    const found = database.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new Error(`the database that was written is not whole: ${String(found)}`)
    return added
  }

  return { add, finish, close: () => database.close() }
}
