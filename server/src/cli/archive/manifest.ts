import * as z from 'zod'

export const FIRST = 'sheaf-backup.json'
export const LAST = 'manifest.json'
export const KEY = 'secret-key'
const FORM = 1

const TableDigest = z.object({ rows: z.number(), hash: z.string() })

/** What the first entry tells: what it is, when it was made, and of which form the database was. */
export const First = z.object({
  form: z.literal(FORM),
  version: z.string(),
  made: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
})
export type First = z.output<typeof First>

/** What the last entry tells: how much there is of everything, and the hashes of it. */
export const Manifest = First.extend({
  tables: z.record(z.string(), TableDigest),
  counters: z.record(z.string(), z.number()),
  /** The hash is that of the list of all files with their sizes and hashes, in their order. */
  files: z.object({ count: z.number(), bytes: z.number(), hash: z.string() }),
  /** Rows whose bytes were not there to be copied, and files that lie in a store elsewhere. */
  missing: z.number(),
  elsewhere: z.number(),
  /** Of the file with the key of the secrets, where there is one. */
  key: z.string().nullable(),
})
export type Manifest = z.output<typeof Manifest>

export const first = (given: Omit<First, 'form'>): First => ({ form: FORM, ...given })
