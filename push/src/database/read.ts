import { existsSync } from 'node:fs'
import { chooser } from '../lib/glob.ts'
import type { Language } from '../lib/language.ts'
import { UsageError } from '../lib/usage-error.ts'
import type { DatabaseAddress } from './address.ts'
import { readMysql } from './mysql.ts'
import { readPostgres } from './postgres.ts'
import { readWords } from './read.words.ts'
import type { Schema } from './schema.ts'
import { readSqlite } from './sqlite.ts'

export interface TableChoice {
  schemas: string[]
  include: string[]
  exclude: string[]
}

/** The database could not be read. */
export class DatabaseUnavailable extends Error {}

const drivers = { postgres: 'pg', mysql: 'mysql2', sqlite: 'better-sqlite3' } as const

/** The structure of a database, as far as it is wanted; nothing is ever written there. */
export async function readSchema(
  address: DatabaseAddress,
  { schemas, include, exclude }: TableChoice,
  language: Language,
): Promise<Schema> {
  const words = readWords(language)
  const { kind, target, shown } = address
  if (kind === 'sqlite' && !existsSync(target)) throw new UsageError(words.noFile(shown))
  // There the driver does not fail, it takes the process down.
  if (kind === 'sqlite' && Number.parseInt(process.versions.node, 10) < 22) throw new UsageError(words.oldNode(process.versions.node))
  const schema = await read().catch((error: NodeJS.ErrnoException) => {
    if (error instanceof UsageError) throw error
    const isDriver = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_DLOPEN_FAILED'
    const why = error.message || error.code || String(error)
    throw new DatabaseUnavailable(isDriver ? words.noDriver(drivers[kind], why) : words.failed(shown, why))
  })
  const missing = schemas.filter((name) => !schema.tables.some((table) => table.schema === name))
  if (missing.length > 0) throw new UsageError(words.noSchema(missing.join(', ')))
  const isWanted = chooser(include, exclude)
  return { ...schema, tables: schema.tables.filter(({ schema: of, name }) => isWanted(name, `${of}.${name}`)) }

  function read(): Promise<Schema> {
    if (kind === 'postgres') return readPostgres(target, schemas)
    return kind === 'mysql' ? readMysql(target, schemas, words.noDatabase) : readSqlite(target)
  }
}
