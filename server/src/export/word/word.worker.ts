/* Writes a Word document in a worker thread, only as fast as the main thread reads it. */

import { parentPort, workerData } from 'node:worker_threads'
import { zipStream } from '../../zip/write.ts'
import { type DocumentTask, documentFiles } from './package/document.ts'
import { connectCalls, type RemoteCall } from './remote-calls.ts'
import type { HostCalls } from './types.ts'

async function* pages(call: RemoteCall<HostCalls>) {
  let next = call('pages')
  for (let batch = await next; batch.length > 0; batch = await next) {
    next = call('pages')
    yield* batch
  }
}

const localCalls = {
  async next() {
    const piece = await bytes.next()
    if (piece.done) return undefined
    // A view of a larger buffer is copied, because a transfer moves the whole buffer.
    return piece.value.byteLength === piece.value.buffer.byteLength ? piece.value : new Uint8Array(piece.value)
  },
}

const call = connectCalls<HostCalls>(parentPort!, localCalls, (error) => {
  throw error
})
const bytes = zipStream(
  documentFiles(workerData as DocumentTask, {
    pages: () => pages(call),
    file: (url) => call('file', url),
    onPage: (done) => void call('progress', done),
  }),
)
