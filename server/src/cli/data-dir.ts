import { existsSync, statSync } from 'node:fs'
import { chown, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import type { Store } from '../db/dialect.ts'
import type { Config } from '../runtime/config.ts'
import { Stop } from './command.ts'

const running = new Stop(
  'The server is still running on this database. Stop it first, so that nothing that is written now is lost.',
  '服务端仍在使用这个数据库。请先停止服务，以免丢失正在写入的内容。',
)

/** Throws while another process has the file open: this takes an exclusive lock and releases it without a change. */
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

/** Throws while other server processes are connected to this database; they are found by their application_name. */
export async function mustBeAlone({ db }: Pick<Store, 'db'>) {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'sheaf' and pid <> pg_backend_pid()`.execute(db)
  if (rows.length > 0) throw running
}

/** Syncs a file, or the entries of a folder, to disk. */
export async function syncFile(path: string) {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

/** Moves the present files into a backup folder, then the new ones into their place. Nothing is deleted. */
export async function exchange(folder: string, fresh: string, present: string[], stamp: string) {
  await giveTo(fresh, folder)
  const old = present.length > 0 ? await makeNew(join(folder, `before-restore-${stamp}`)) : ''
  // The last connection that closed may have removed the log files of the database.
  for (const name of present.filter((entry) => existsSync(join(folder, entry)))) await rename(join(folder, name), join(old, name))
  for (const name of await readdir(fresh)) await rename(join(fresh, name), join(folder, name))
  await syncFile(folder)
}

/** Creates a folder of this name, with a number appended when it exists: two restores can start in the same second. */
async function makeNew(path: string, number = 1): Promise<string> {
  const name = number === 1 ? path : `${path}-${number}`
  if (existsSync(name)) return makeNew(path, number + 1)
  await mkdir(name, { mode: 0o700 })
  return name
}

/** Gives the restored files to the owner of the data folder when root runs the command. */
async function giveTo(path: string, like: string) {
  const { uid, gid } = await stat(like)
  if (process.getuid?.() !== 0 || uid === 0) return
  await chown(path, uid, gid)
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}

export const fileIn = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'sheaf.db')

/** The database address of the server with these settings. */
export const addressOf = (config: Config) => config.DATABASE_URL ?? fileIn(config)

/** Throws where there is no database: a command must not create one in a mistyped folder. */
export function mustBeHere(config: Config) {
  if (config.DATABASE_URL || existsSync(fileIn(config))) return addressOf(config)
  throw new Stop(
    `There is no database in ${config.DATA_DIR}. Set DATA_DIR (or DATABASE_URL) as the server has it.`,
    `${config.DATA_DIR} 中没有数据库。请按服务端的设置指定 DATA_DIR（或 DATABASE_URL）。`,
  )
}

/** Throws when root would write files that the server could not read. */
export function mustBeOwner({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) {
  const { uid } = statSync(DATA_DIR)
  if (process.getuid?.() === 0 && uid !== 0)
    throw new Stop(`Run this as the user of the server: sudo -u '#${uid}' …`, `请以服务端所用的用户执行：sudo -u '#${uid}' …`)
}

/** The address without its password. */
export function shown(address: string) {
  if (!URL.canParse(address) || !/^postgres/.test(address)) return address
  const url = new URL(address)
  if (url.password) url.password = '****'
  return url.href
}
