import type { Store } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import type { Config } from '../../runtime/config.ts'
import type { Bilingual } from '../command.ts'

export interface Finding {
  /** Bad is what stops the server or loses something; a note is what somebody should know. */
  state: 'good' | 'note' | 'bad'
  what: Bilingual
  /** What to do about it. */
  todo?: Bilingual
}

export const good = (en: string, zh: string): Finding => ({ state: 'good', what: { en, zh } })
export const note = (what: Bilingual, todo?: Bilingual): Finding => ({ state: 'note', what, ...(todo ? { todo } : {}) })
export const bad = (what: Bilingual, todo: Bilingual): Finding => ({ state: 'bad', what, todo })

/** What is asked of the database. */
export interface CheckTarget {
  config: Config
  db: Db
  kind: Store['kind']
}
