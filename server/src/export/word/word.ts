import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../runtime/worker-file.ts'
import { makeTemp } from '../../storage/temp.ts'
import { pageCount } from '../export.source.ts'
import type { ExportFormat, ExportOptions } from '../export.types.ts'
import { hostCallsOf, type WordSource } from './outside.ts'
import type { DocumentTask } from './package/document.ts'
import { talk } from './talk.ts'
import type { ThreadCalls } from './types.ts'

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
