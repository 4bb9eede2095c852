import * as z from 'zod'
import { chunkReader } from '../../storage/chunk-reader.ts'

const BLOCK = 512

export interface Entry {
  name: string
  size: number
  /** The bytes; bytes that the caller does not read are skipped. */
  body: () => AsyncGenerator<Buffer>
}

export class Damaged extends Error {}

/** Reads the entries of a tar one by one; only a few chunks are in memory at a time. */
export async function* entriesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const bytes = chunkReader(chunks, () => new Damaged('it ends too early'))
  for (;;) {
    const head = await bytes.exactly(BLOCK)
    if (head.every((byte) => byte === 0)) return
    const [name, size] = readHead(head)
    let left = size
    async function* body() {
      while (left > 0) {
        const part = await bytes.some(left)
        left -= part.length
        yield part
      }
    }
    yield { name, size, body }
    for await (const _ of body());
    await bytes.exactly((BLOCK - (size % BLOCK)) % BLOCK)
  }
}

function readHead(head: Buffer): [string, number] {
  const text = (from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '')
  const stored = Number.parseInt(text(148, 156), 8)
  const sum = head.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  const size = Number.parseInt(text(124, 136), 8)
  if (stored !== sum || !Number.isSafeInteger(size)) throw new Damaged('not a tar')
  return [text(0, 100), size]
}

const TAR_BLOCK_BYTES = 512

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** The header of an entry in the portable ustar format. */
export function headOf(name: string, size: number, mtime: number): Buffer {
  const head = Buffer.alloc(TAR_BLOCK_BYTES)
  if (Buffer.byteLength(name) > 100) throw new Error(`the name is too long: ${name}`)
  // Eleven octal digits hold sizes up to 8 GB.
  if (size > 0o77777777777) throw new Error(`too large: ${name}`)
  head.write(name, 0)
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(size, 12), 124)
  head.write(octal(mtime, 12), 136)
  head.write('        0', 148)
  head.write('ustar\x0000', 257, 'latin1')
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** The padding that fills the last block of an entry. */
export const paddingOf = (size: number) => Buffer.alloc((TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES)

export const end = Buffer.alloc(TAR_BLOCK_BYTES * 2)

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
