import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Refusal } from '@sheaf/contract'

/** Where the parts of an installation lie. */
export interface Source {
  folder: string
  /** The SQLite file, or the address of a MySQL database. */
  database: { sqlite: string } | { mysql: string }
  /** Public/Uploads; absent where it is not in the folder. */
  uploads: string | undefined
  /** May be shown: without a password. */
  place: string
}

/** Below a folder given: itself, what the container of ShowDoc has as its data, or one level deeper. */
const below = ['', 'html', 'showdoc_data/html', 'showdoc']

const first = (folder: string, names: string[]) =>
  below.flatMap((part) => names.map((name) => join(folder, part, name))).find((path) => existsSync(path))

function shown(mysql: string) {
  const url = new URL(mysql)
  return `${url.protocol}//${url.host}${url.pathname}`
}

/** Finds the database and the uploads; nothing is opened. Refusals: showdocNotFound. */
export function findSource(given: string, mysql?: string): Source {
  const folder = resolve(given)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Refusal('showdocNotFound', { folder })
  const uploads = first(folder, ['Public/Uploads', 'public/Uploads', 'Uploads'])
  if (mysql !== undefined) {
    if (!URL.canParse(mysql) || !/^mysql:|^mariadb:/.test(mysql))
      throw new Refusal('showdocMysql', { problem: 'mysql://user:password@host/name' })
    return { folder, database: { mysql }, uploads, place: `${shown(mysql)} ${folder}` }
  }
  const sqlite = first(folder, ['Sqlite/showdoc.db.php', 'Sqlite/showdoc.db', 'showdoc.db.php', 'showdoc.db'])
  if (!sqlite) throw new Refusal('showdocNotFound', { folder })
  return { folder, database: { sqlite }, uploads, place: folder }
}
