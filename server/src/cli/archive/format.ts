import * as z from 'zod'

export const FIRST = 'sheaf-backup.json'
export const LAST = 'manifest.json'
export const KEY = 'secret-key'
const FORM = 1

const TableDigest = z.object({ rows: z.number(), hash: z.string() })

/** The first entry: the format of the archive, its date, and the kind and schema of the database. */
export const First = z.object({
  form: z.literal(FORM),
  version: z.string(),
  made: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
})
export type First = z.output<typeof First>

/** The last entry: the counts and hashes of the content. */
export const Manifest = First.extend({
  tables: z.record(z.string(), TableDigest),
  counters: z.record(z.string(), z.number()),
  /** The hash covers the list of all files in archive order, with their sizes and hashes. */
  files: z.object({ count: z.number(), bytes: z.number(), hash: z.string() }),
  /** `missing`: rows whose bytes could not be found. `elsewhere`: files in a cloud store. */
  missing: z.number(),
  elsewhere: z.number(),
  /** The hash of the file with the encryption key of the settings, if there is one. */
  key: z.string().nullable(),
})
export type Manifest = z.output<typeof Manifest>

export const first = (given: Omit<First, 'form'>): First => ({ form: FORM, ...given })
