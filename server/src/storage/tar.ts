import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'

export interface TarEntry {
  name: string
  kind: 'file' | 'folder' | 'other'
  size: number
  /** The bytes. Read all of them or none: bytes that are not read are skipped. */
  body: AsyncIterable<Buffer>
}

/** The bytes are not a tar, or end before the tar does. */
export class BrokenTar extends Error {}

const kinds: Record<string, TarEntry['kind']> = { file: 'file', 'contiguous-file': 'file', directory: 'folder' }

/** The entries of a tar in any usual format, one at a time, in the memory of a few chunks. Errors of the source are thrown as they are. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const entries = extract()
  let failure: unknown
  /** Remembers an error of the source only: the pipeline throws an error of the tar into this generator. */
  async function* source() {
    const iterator = chunks[Symbol.asyncIterator]()
    const next = () =>
      iterator.next().catch((error) => {
        failure = error
        throw error
      })
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value
    } finally {
      await iterator.return?.()
    }
  }
  const cause = (error: unknown) => failure ?? new BrokenTar(/end of data/.test(String(error)) ? 'it ends too early' : 'not a tar')
  async function* bytesOf(entry: AsyncIterable<Buffer>) {
    try {
      yield* entry
    } catch (error) {
      throw cause(error)
    }
  }
  // The iteration below throws the same error.
  pipeline(source, entries).catch(() => {})
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header
      yield { name, kind: kinds[type ?? 'file'] ?? 'other', size, body: bytesOf(entry as AsyncIterable<Buffer>) }
      entry.resume()
    }
  } catch (error) {
    throw cause(error)
  } finally {
    entries.destroy()
  }
}

export interface NewTarEntry {
  name: string
  /** In bytes, exactly what the body yields. */
  size: number
  body: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** A tar of these files, readable by their owner alone; names and sizes of any length. */
export async function* writeTar(entries: AsyncIterable<NewTarEntry>, mtime: Date): AsyncGenerator<Buffer> {
  const tar = pack()
  async function write() {
    for await (const { name, size, body } of entries) await pipeline(body, tar.entry({ name, size, mtime, mode: 0o600 }))
    tar.finalize()
  }
  const written = write().catch((error: Error) => void tar.destroy(error))
  yield* tar as AsyncIterable<Buffer>
  await written
}
