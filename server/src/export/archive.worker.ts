import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '@sheaf/contract/errors'
import { fileStores } from '../common/storage.store.ts'
import { openReader } from '../db/dialect.ts'
import { bufferSweeper } from '../runtime/sweep.ts'
import { type ExportFormat, exportSource, nameOf, pageCount } from './export.source.ts'
import type { ArchiveTask, ThreadMessage } from './export.thread.ts'

const kinds: Record<ArchiveTask['name'], () => Promise<ExportFormat>> = {
  markdown: async () => (await import('./markdown/markdown-zip.ts')).markdownKind,
  html: async () => (await import('./html/html-zip.ts')).htmlKind,
}

const { name, request, options, database, config, caller } = workerData as ArchiveTask
const post = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

let requestedChunks = 0
let wake = () => {}
parentPort?.on('message', () => {
  requestedChunks++
  wake()
})

const countBytes = bufferSweeper()
/** Copies a view of a larger buffer, because a transfer moves the whole buffer. */
function send(piece: Uint8Array) {
  countBytes(piece.byteLength)
  const bytes = piece.byteLength === piece.buffer.byteLength ? piece : new Uint8Array(piece)
  post({ is: 'piece', bytes }, [bytes.buffer as ArrayBuffer])
}

const store = openReader(database)
try {
  const ctx = { ...caller, store, db: store.db, files: fileStores({ store, config }) }
  const source = await exportSource(ctx, request.item_id, request)
  post({ is: 'begun', name: nameOf(source, request) })
  const onProgress = (done: number, total: number) => post({ is: 'progress', done, total })
  onProgress(0, pageCount(source))
  const { make } = await kinds[name]()
  for await (const piece of make(source, { ...options, signal: new AbortController().signal, onProgress })) {
    while (requestedChunks === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    requestedChunks--
    send(piece)
  }
  post({ is: 'done' })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  post({ is: 'refused', error: error.error, fill: error.fill })
} finally {
  await store.close()
  parentPort?.close()
}
