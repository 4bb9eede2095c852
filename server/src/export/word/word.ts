import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { workerStream } from '../../runtime/worker-stream.ts'
import { makeTemp } from '../../storage/temp.ts'
import { type ExportFormat, type ExportItem, type ExportOptions, type ExportSource, pageCount } from '../export.source.ts'
import type { DocumentTask } from './package/document.ts'
import type { FileBytes, WordCalls } from './types.ts'
import type wordTask from './word.worker.ts'

/** The part of an export source that a document needs. */
export type WordSource = Pick<ExportSource, 'language' | 'nodes' | 'texts' | 'file'> & {
  item: Pick<ExportItem, 'item_name' | 'item_description'>
}

const BATCH_LIMITS = { pages: 16, characters: 500_000 }
/** Larger pictures are not embedded. */
const PICTURE_MAX_BYTES = 30 * 1024 * 1024

/** A file in a separate buffer, which can be transferred; undefined if its size differs from `size`. */
async function bytesOf(stream: Readable, size: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    if (at + part.length > size) return undefined
    bytes.set(part, at)
    at += part.length
  }
  return at === size ? bytes : undefined
}

/** A file of this site; undefined for any other URL, and for a file that cannot be read. */
async function fileOf(source: WordSource, url: string): Promise<FileBytes | undefined> {
  try {
    const file = await source.file(url)
    if (!file || file.size > PICTURE_MAX_BYTES) return undefined
    const bytes = await bytesOf(await file.open(), file.size)
    return bytes && { bytes, type: file.type }
  } catch {
    return undefined
  }
}

/** Serves the worker thread from the source, with pages in batches. */
function callsOf(source: WordSource, progress: WordCalls['progress']): WordCalls {
  const texts = source.texts()
  return {
    async pages() {
      const pages: { id: number; markdown: string }[] = []
      for (let characters = 0; pages.length < BATCH_LIMITS.pages && characters < BATCH_LIMITS.characters; ) {
        const next = await texts.next()
        if (next.done) break
        pages.push({ id: next.value.node.id, markdown: next.value.markdown })
        characters += next.value.markdown.length
      }
      return pages
    },
    file: (url) => fileOf(source, url),
    progress,
  }
}

const THREAD_MEMORY = { megabytes: 256 }

/**
 * An item, or a part of it, as a Word document. A separate thread makes it in bounded memory. The thread ends when the consumer stops
 * reading.
 */
export async function* wordBytes(
  source: WordSource,
  { site, now, dataDir, signal, onProgress }: ExportOptions,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const folder = await makeTemp(dataDir)
  try {
    const { item, language, nodes } = source
    const task: DocumentTask = { item, language, nodes, site, now, folder }
    const total = pageCount(source)
    const calls = callsOf(source, (done) => onProgress(done, total))
    yield* workerStream<typeof wordTask>(import.meta.url, 'word', task, { signal, calls, memory: THREAD_MEMORY })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const wordKind: ExportFormat = {
  ending: 'docx',
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  make: wordBytes,
}
