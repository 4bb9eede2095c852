import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import type { Store } from '../db/dialect.ts'
import { Stop } from './command.ts'

const running = new Stop(
  'The server is still running on this database. Stop it first, so that nothing that is written now is lost.',
  '服务端仍在使用这个数据库。请先停止服务，以免丢失正在写入的内容。',
)

/** Whoever has the file open holds a lock that this would have to break. Nothing is changed by asking. */
export function mustBeUnused(file: string) {
  const database = new SqliteDatabase(file, { fileMustExist: true, timeout: 500 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('begin exclusive; rollback')
  } catch (error) {
    if (['SQLITE_BUSY', 'SQLITE_LOCKED'].includes(String((error as { code?: unknown }).code))) throw running
    throw error
  } finally {
    database.close()
  }
}

/** Processes of ours that are connected to this database, by the name they give. */
export async function mustBeAlone({ db }: Pick<Store, 'db'>) {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'sheaf' and pid <> pg_backend_pid()`.execute(db)
  if (rows.length > 0) throw running
}
