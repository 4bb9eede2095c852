import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabaseKind } from './schema.ts'

export interface DatabaseAddress {
  kind: DatabaseKind
  /** For the driver. */
  target: string
  /** For people and logs: without the password. */
  shown: string
  password: string | undefined
}

const kinds: Record<string, DatabaseKind> = { postgres: 'postgres', postgresql: 'postgres', mysql: 'mysql', mariadb: 'mysql' }

/** What an address leads to; undefined when it is none this program knows. */
export function databaseAddress(text: string, folder: string): DatabaseAddress | undefined {
  const scheme = /^([a-z][a-z0-9+]+):/i.exec(text)?.[1]?.toLowerCase() ?? ''
  const kind = kinds[scheme]
  if (kind) {
    if (!URL.canParse(text)) return undefined
    const url = new URL(text)
    const password = url.password || url.searchParams.get('password') || undefined
    url.password = ''
    url.search = ''
    return { kind, target: text, shown: url.href, password }
  }
  // A single letter in front of the colon is a drive of Windows.
  const file = /^(?:sqlite|sqlite3|file):(?:\/\/)?/i.test(text) ? text.replace(/^\w+:(?:\/\/)?/, '').replace(/\?.*$/, '') : text
  if (/^[a-z][a-z0-9+]+:\/\//i.test(file)) return undefined
  if (file === text && !statSync(resolve(folder, file), { throwIfNoEntry: false })?.isFile() && !/\.(?:db|db3|sqlite3?|s3db)$/i.test(file))
    return undefined
  return { kind: 'sqlite', target: resolve(folder, file), shown: file, password: undefined }
}
