import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As ShowDoc stores what people type: its readers undo it once. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => entities[one] as string)

/** 2026-11-20 16:53:45 in China, where ShowDoc's clocks are. */
export const chinaTime = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().replace('T', ' ').slice(0, 19)

type Value = string | number | null
export type Made = Record<string, Value>

/** What is known while rows are turned into ShowDoc's. */
export interface Known {
  /** Names of accounts; ShowDoc repeats them beside every uid. */
  username: (uid: number | null) => string
  /** Items that are being made or were never finished are nobody's yet. */
  isItem: (item_id: number) => boolean
  /** A visit password that opens what was private: the one people know is kept as a hash only. */
  newVisitPassword: () => string
  /** Whether a link to a single page is still open, though not for good; it is noted. */
  willEnd: (page_id: number, until: number) => boolean
  /** The account's password as ShowDoc keeps it. */
  password: (user: { uid: number; password_hash: string }) => string
  /** The text of a kept state. */
  state: (row: { base_id: number | null; page_content: Buffer }) => Promise<string>
  /** Where the file lies below the folder of ShowDoc. */
  fileAt: (file: { file_id: number; sign: string; display_name: string; addtime: number }) => string
  /** The address ShowDoc will have. */
  url: string
}

/** A table of ours and the rows of ShowDoc's that come of it; none for a row that has no place there. */
export interface Copy {
  from: keyof Schema
  columns: string[]
  into: string
  rows(row: Record<string, unknown>, known: Known): Made[] | Promise<Made[]>
}

export const copy = <T extends keyof Schema, C extends keyof Selectable<Schema[T]> & string>(
  from: T,
  into: string,
  columns: C[],
  rows: (row: Pick<Selectable<Schema[T]>, C>, known: Known) => Made[] | Promise<Made[]>,
): Copy => ({ from, into, columns, rows })
