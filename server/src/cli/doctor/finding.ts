import type { Store } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import type { Config } from '../../runtime/config.ts'
import type { Said } from '../language.ts'

export interface Finding {
  /** Bad is what stops the server or loses something; a note is what somebody should know. */
  state: 'good' | 'note' | 'bad'
  what: Said
  /** What to do about it. */
  todo?: Said
}

export const good = (en: string, zh: string): Finding => ({ state: 'good', what: { en, zh } })
export const note = (what: Said, todo?: Said): Finding => ({ state: 'note', what, ...(todo ? { todo } : {}) })
export const bad = (what: Said, todo: Said): Finding => ({ state: 'bad', what, todo })

/** What is asked of the database. */
export interface Patient {
  config: Config
  db: Db
  kind: Store['kind']
}
