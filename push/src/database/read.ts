import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '../lib/language.ts'
import { UsageError } from '../lib/usage-error.ts'
import { readMysql } from './mysql.ts'
import { readPostgres } from './postgres.ts'
import type { DatabaseKind, Schema } from './schema.ts'
import { readSqlite } from './sqlite.ts'
import { readWords } from './words.ts'

interface DatabaseAddress {
  kind: DatabaseKind
  /** Connection string for the driver. */
  target: string
  /** For output and logs: without the password. */
  shown: string
  password: string | undefined
}

const kinds = new Map<string, DatabaseKind>([
  ['postgres', 'postgres'],
  ['postgresql', 'postgres'],
  ['mysql', 'mysql'],
  ['mariadb', 'mysql'],
])

/** Parses a database address; undefined for an unknown kind of address. */
export function databaseAddress(text: string, folder: string): DatabaseAddress | undefined {
  const scheme = /^([a-z][a-z0-9+]+):/i.exec(text)?.[1]?.toLowerCase() ?? ''
  const kind = kinds.get(scheme)
  if (kind) {
    if (!text.includes('://') || !URL.canParse(text)) return undefined
    const url = new URL(text)
    const password = url.password || url.searchParams.get('password') || undefined
    url.password = ''
    url.search = ''
    return { kind, target: text, shown: url.href, password }
  }
  // A single letter before the colon is a Windows drive.
  const file = /^(?:sqlite|sqlite3|file):(?:\/\/)?/i.test(text) ? text.replace(/^\w+:(?:\/\/)?/, '').replace(/\?.*$/, '') : text
  if (/^[a-z][a-z0-9+]+:\/\//i.test(file)) return undefined
  if (file === text && !statSync(resolve(folder, file), { throwIfNoEntry: false })?.isFile() && !/\.(?:db|db3|sqlite3?|s3db)$/i.test(file))
    return undefined
  return { kind: 'sqlite', target: resolve(folder, file), shown: file, password: undefined }
}

const regexCharacters = /[.+^${}()|[\]\\]/g

/** A name pattern: * matches any characters, ? a single one. */
const nameExpression = (pattern: string) =>
  new RegExp(`^${pattern.replace(regexCharacters, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')}$`, 'iu')

/** Returns a filter: one of the names is included (if there are include patterns), and none is excluded. */
export function nameFilter(include: string[], exclude: string[]): (...names: string[]) => boolean {
  const [included, excluded] = [include.map(nameExpression), exclude.map(nameExpression)]
  const matches = (patterns: RegExp[], names: string[]) => names.some((name) => patterns.some((pattern) => pattern.test(name)))
  return (...names) => (included.length === 0 || matches(included, names)) && !matches(excluded, names)
}

interface TableChoice {
  schemas: string[]
  include: string[]
  exclude: string[]
}

/** Thrown when the database cannot be read. */
export class DatabaseUnavailable extends Error {}

const drivers = { postgres: 'pg', mysql: 'mysql2', sqlite: 'better-sqlite3' } as const

/** Minutes for a whole reading. Without an end, a build would wait for a server that is gone, or for an uncommitted change of the tables. */
const READ_MINUTES = 10

/** The selected structure of a database. Nothing is written to the database. */
export async function readSchema(
  address: DatabaseAddress,
  { schemas, include, exclude }: TableChoice,
  language: Language,
  minutes = READ_MINUTES,
): Promise<Schema> {
  const words = readWords(language)
  const { kind, target, shown } = address
  if (kind === 'sqlite' && !existsSync(target)) throw new UsageError(words.noFile(shown))
  // On older versions of Node.js the driver does not throw but terminates the process.
  if (kind === 'sqlite' && Number.parseInt(process.versions.node, 10) < 22) throw new UsageError(words.oldNode(process.versions.node))
  const signal = AbortSignal.timeout(minutes * 60_000)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DatabaseUnavailable(words.late(shown, minutes))))
  })
  const schema = await Promise.race([read(), late]).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof UsageError || error instanceof DatabaseUnavailable) throw error
    const isDriver = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_DLOPEN_FAILED'
    const reason = error.message || error.code || String(error)
    throw new DatabaseUnavailable(isDriver ? words.noDriver(drivers[kind], reason) : words.failed(shown, reason))
  })
  const missing = schemas.filter((name) => !schema.tables.some((table) => table.schema === name))
  if (missing.length > 0) throw new UsageError(words.noSchema(missing.join(', ')))
  const isWanted = nameFilter(include, exclude)
  return { ...schema, tables: schema.tables.filter(({ schema: schemaName, name }) => isWanted(name, `${schemaName}.${name}`)) }

  function read(): Promise<Schema> {
    if (kind === 'postgres') return readPostgres(target, schemas, signal)
    return kind === 'mysql' ? readMysql(target, schemas, words.noDatabase, signal) : readSqlite(target)
  }
}
