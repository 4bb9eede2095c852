import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import { longestPacked, packedAt, tooManyBytes, type Zip, type ZipEntry } from './read.ts'

const CHUNK_BYTES = 256 * 1024

/** Writes an entry to the file `target` without having all of it in memory. Refusals: importBroken, importTooBig (more than declared). */
export async function unpackEntry(zip: Zip, entry: ZipEntry, target: string, signal?: AbortSignal): Promise<void> {
  const { raw, size } = entry
  if (raw.compressedSize > longestPacked(size)) throw tooManyBytes(zip.limit)
  const start = await packedAt(zip, entry)
  if (start === undefined) throw new Refusal('importBroken')
  async function* packed() {
    for (let at = 0; at < raw.compressedSize; at += CHUNK_BYTES) {
      const wanted = Math.min(CHUNK_BYTES, raw.compressedSize - at)
      const chunk = await zip.reader.bytes((start as number) + at, wanted)
      if (chunk.length < wanted) throw new Refusal('importBroken')
      yield Buffer.from(chunk)
    }
  }
  let written = 0
  async function* limited(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      written += chunk.length
      if (written > size) throw tooManyBytes(zip.limit)
      yield chunk
    }
  }
  const from = Readable.from(packed())
  const to = createWriteStream(target)
  try {
    if (raw.compressionMethod === 8) await pipeline(from, createInflateRaw(), limited, to, { signal })
    else await pipeline(from, limited, to, { signal })
  } catch (error) {
    if (error instanceof Refusal || signal?.aborted || !isZlibError(error)) throw error
    throw new Refusal('importBroken')
  }
  if (written !== size) throw new Refusal('importBroken')
}

const isZlibError = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
