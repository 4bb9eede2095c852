import type { Generated } from 'kysely'

/** The number of a row, which the database gives. */
export type Id = Generated<number>
