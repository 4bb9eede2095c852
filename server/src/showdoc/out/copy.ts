import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text as ShowDoc stores it; ShowDoc unescapes it once. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => entities[char] as string)

/** 2026-11-20 16:53:45 in China Standard Time, which ShowDoc uses. */
export const chinaTime = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().replace('T', ' ').slice(0, 19)

type Value = string | number | null
export type Made = Record<string, Value>

/** Lookups for the conversion of rows to ShowDoc. */
export interface ExportLookups {
  /** The user name of an account; ShowDoc repeats it next to every uid. */
  username: (uid: number | null) => string
  /** Whether the item is complete: unfinished imports and copies are left out. */
  isItem: (item_id: number) => boolean
  /** Generates a visit password for a private item, because only the hash of the old one is stored. */
  newVisitPassword: () => string
  /** Whether a link with an expiry is still open; open links are added to the report. */
  willEnd: (page_id: number, until: number) => boolean
  /** Whether ShowDoc has room for this voice; what has none, such as notes, is added to the report. */
  hasRoom: (voice: { page_id: number; uid: number | null; note: string }) => boolean
  /** Whether signed-in readers comment in the item; comments of other items are added to the report. */
  hasOpenComments: (item_id: number) => boolean
  /** The words that a thread is about, in one line. */
  quoteOf: (thread_id: number) => string
  /** The password value of the account for ShowDoc. */
  password: (user: { uid: number; password_hash: string }) => string
  /** The text of a page version. */
  state: (row: { base_id: number | null; page_content: Buffer }) => Promise<string>
  /** The path of the file relative to the folder of ShowDoc. */
  fileAt: (file: { file_id: number; sign: string; display_name: string; addtime: number }) => string
  /** The public URL of the ShowDoc installation. */
  url: string
}

/** Converts the rows of one table to rows of ShowDoc; a row without a counterpart gives none. */
export interface Copy {
  from: keyof Schema
  columns: string[]
  into: string
  rows(row: Record<string, unknown>, known: ExportLookups): Made[] | Promise<Made[]>
}

export const copy = <T extends keyof Schema, C extends keyof Selectable<Schema[T]> & string>(
  from: T,
  into: string,
  columns: C[],
  rows: (row: Pick<Selectable<Schema[T]>, C>, known: ExportLookups) => Made[] | Promise<Made[]>,
): Copy => ({ from, into, columns, rows })
