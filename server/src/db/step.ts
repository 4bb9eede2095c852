import type { Kysely } from 'kysely'
import type { Store } from './dialect.ts'
import type { Schema } from './schema.ts'

/** One migration of the schema; its name marks it as applied. */
export interface Step {
  name: string
  up: (db: Kysely<Schema>, kind: Store['kind']) => Promise<void>
}
