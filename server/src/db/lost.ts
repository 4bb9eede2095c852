import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'
import { openStore } from './dialect.ts'
import { landed } from './migrate.ts'

/*
 * A data folder with uploads or a key, and no database to them, is an installation that has lost its database. A new empty site over
 * it would look healthy and hide the loss, so the start ends there. The first start makes the database before anything else, so one
 * that was broken off leaves nothing that is counted here.
 */
type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

const fileIn = ({ DATA_DIR }: Place) => join(DATA_DIR, 'sheaf.db')
const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Uploads lie in folders below; the name of the folder itself says nothing of a site. */
async function hasUploads(folder: string) {
  for (const below of await namesIn(folder)) if ((await namesIn(join(folder, below))).length > 0) return true
  return false
}

/** What of an installation lies in the data folder beside its database. */
async function remainsIn({ DATA_DIR, DATABASE_URL }: Place): Promise<string[]> {
  const found = await Promise.all(
    (await namesIn(DATA_DIR)).sort().map(async (name) => {
      const path = join(DATA_DIR, name)
      if (name === 'secret-key' || /^(before-restore|restoring)-/.test(name)) return name
      if (name === 'sheaf.db-wal' || (name === 'sheaf.db' && DATABASE_URL)) return (await sizeOf(path)) > 0 && name
      if (name === 'files') return (await hasUploads(path)) && name
      return name === 'backup' && (await namesIn(path)).some((one) => one.endsWith('.db')) && name
    }),
  )
  return found.filter((name) => name !== false)
}

async function hasDatabase(place: Place): Promise<boolean> {
  if (!place.DATABASE_URL) return (await sizeOf(fileIn(place))) > 0
  const store = openStore(place.DATABASE_URL)
  try {
    return (await landed(store)).size > 0
  } finally {
    await store.close()
  }
}

/** What is left of an installation whose database is missing or empty; nothing where the database is there or all is new. */
export async function leftWithoutDatabase(place: Place): Promise<string[]> {
  // In this order: another server that begins on the same PostgreSQL makes its key after its tables.
  const left = await remainsIn(place)
  return left.length === 0 || (await hasDatabase(place)) ? [] : left
}

/** What has happened and what can be done about it, for the start and for `sheaf doctor`. */
export function lostDatabase(place: Place, left: string[]) {
  const { DATA_DIR, DATABASE_URL } = place
  const move = DATABASE_URL && left.includes('sheaf.db')
  return {
    what: {
      en: `${DATABASE_URL ? 'The database that DATABASE_URL names has no tables of Sheaf' : `The database ${fileIn(place)} is missing or empty`}, but ${DATA_DIR} still holds what belongs to a site: ${left.join(', ')}. No empty site is made over it.`,
      zh: `${DATABASE_URL ? 'DATABASE_URL 指定的数据库中没有 Sheaf 的表' : `数据库 ${fileIn(place)} 不存在或为空`}，但 ${DATA_DIR} 中仍有原站点的内容：${left.join('、')}。为避免掩盖数据丢失，不会在其上新建空站点。`,
    },
    todo: {
      en: `To get the site back: sheaf restore --force BACKUP, or ${DATABASE_URL ? 'correct DATABASE_URL' : 'put sheaf.db back, or set DATABASE_URL if the site uses PostgreSQL'}.${move ? ' To move the site in sheaf.db to PostgreSQL: sheaf move-database, before DATABASE_URL is set.' : ''} To begin a new site on purpose: sheaf start-anew, which moves what is there aside.`,
      zh: `找回站点：sheaf restore --force 备份文件，或${DATABASE_URL ? '更正 DATABASE_URL' : '把 sheaf.db 放回原处；若站点使用 PostgreSQL，请设置 DATABASE_URL'}。${move ? '要把 sheaf.db 中的站点迁移到 PostgreSQL，请先取消 DATABASE_URL，再执行 sheaf move-database。' : ''}确实要新建站点：sheaf start-anew，原有内容会移到一旁保留。`,
    },
  }
}

/** The start ends here where a database has been lost. */
export async function mustNotBeLost(place: Place) {
  const left = await leftWithoutDatabase(place)
  if (left.length === 0) return
  const { what, todo } = lostDatabase(place, left)
  throw new Error(`${what.en}\n${todo.en}\n\n${what.zh}\n${todo.zh}`)
}
