import type { Kysely } from 'kysely'
import type { Store } from './dialect.ts'
import type { Schema } from './schema.ts'

/** One change of the tables, known by its name once it has landed. */
export interface Step {
  name: string
  up: (db: Kysely<Schema>, kind: Store['kind']) => Promise<void>
}
