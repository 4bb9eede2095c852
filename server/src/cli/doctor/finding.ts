import type { Store } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import type { Config } from '../../runtime/config.ts'
import type { Bilingual } from '../command.ts'

export interface Finding {
  /** bad: the server cannot run or data is lost; note: the operator should know. */
  state: 'good' | 'note' | 'bad'
  what: Bilingual
  /** How to solve the problem. */
  todo?: Bilingual
}

export const good = (en: string, zh: string): Finding => ({ state: 'good', what: { en, zh } })
export const note = (what: Bilingual, todo?: Bilingual): Finding => ({ state: 'note', what, ...(todo ? { todo } : {}) })
export const bad = (what: Bilingual, todo: Bilingual): Finding => ({ state: 'bad', what, todo })

/** The installation and database that the checks read. */
export interface CheckTarget {
  config: Config
  db: Db
  kind: Store['kind']
}
