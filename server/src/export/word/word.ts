import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../runtime/worker-file.ts'
import { makeTemp } from '../../storage/temp.ts'
import { type ExportFormat, type ExportItem, type ExportOptions, type ExportSource, pageCount } from '../export.source.ts'
import type { DocumentTask } from './package/document.ts'
import { talk } from './talk.ts'
import type { FileBytes, HostCalls, ThreadCalls } from './types.ts'

/** What a document is made of. */
export type WordSource = Pick<ExportSource, 'language' | 'nodes' | 'texts' | 'file'> & {
  item: Pick<ExportItem, 'item_name' | 'item_description'>
}

const BATCH_LIMITS = { pages: 16, characters: 500_000 }
/** Larger pictures would be no pictures for a document. */
const PICTURE_MAX_BYTES = 30 * 1024 * 1024

/** A file in a buffer of its own, which may be given away; undefined when it is not as long as it was said to be. */
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

/** A picture of this site; undefined for every other address, and for what cannot be read. */
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

/** Answers the thread out of the source, a handful of pages at a time. */
function hostCallsOf(source: WordSource, onPage: (done: number) => void): HostCalls {
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
    progress: async (done) => onPage(done),
  }
}

/** What the thread may hold before it is ended. */
const THREAD_MEMORY_MB = 256
/** Pieces that are asked for before they are taken. */
const CHUNKS_AHEAD = 3

const thread = workerFile(import.meta.url, 'word')

/**
 * An item, or a part of it, as a Word document, in a thread of its own and in bounded memory: what was taken is not held. Whoever stops
 * taking ends it.
 */
export async function* wordBytes(
  source: WordSource,
  { site, now, dataDir, signal, onProgress }: ExportOptions,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const folder = await makeTemp(dataDir)
  const { item, language, nodes } = source
  const task: DocumentTask = { item, language, nodes, site, now, folder }
  const worker = new Worker(thread, { workerData: task, env: {}, resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB } })
  const fail = Promise.withResolvers<never>()
  // Nobody may be waiting when it happens.
  fail.promise.catch(() => {})
  const aborted = () => fail.reject(signal.reason)
  try {
    worker.on('error', fail.reject)
    signal.addEventListener('abort', aborted)
    const total = pageCount(source)
    const ask = talk<ThreadCalls>(
      worker,
      hostCallsOf(source, (done) => onProgress(done, total)),
      fail.reject,
    )
    const ahead = Array.from({ length: CHUNKS_AHEAD }, () => ask('next'))
    for (;;) {
      const piece = await Promise.race([ahead.shift(), fail.promise])
      if (!piece) return
      ahead.push(ask('next'))
      yield piece
    }
  } finally {
    signal.removeEventListener('abort', aborted)
    await worker.terminate()
    await rm(folder, { recursive: true, force: true })
  }
}

export const wordKind: ExportFormat = {
  ending: 'docx',
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  make: wordBytes,
}
