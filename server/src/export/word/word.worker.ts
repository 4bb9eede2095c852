import { parentPort, workerData } from 'node:worker_threads'
import { zipStream } from '../../zip/write.ts'
import { type DocumentTask, documentFiles } from './package/document.ts'
import { type Ask, talk } from './talk.ts'
import type { HostCalls } from './types.ts'

async function* pages(ask: Ask<HostCalls>) {
  let next = ask('pages')
  for (let some = await next; some.length > 0; some = await next) {
    next = ask('pages')
    yield* some
  }
}

/* Writes a document away from the event loop, as fast as it is taken; what it needs it asks for. */
const here = {
  async next() {
    const piece = await bytes.next()
    if (piece.done) return undefined
    // What is only a part of a buffer would take all of it along.
    return piece.value.byteLength === piece.value.buffer.byteLength ? piece.value : new Uint8Array(piece.value)
  },
}

const ask = talk<HostCalls>(parentPort!, here, (error) => {
  throw error
})
const bytes = zipStream(
  documentFiles(workerData as DocumentTask, {
    pages: () => pages(ask),
    file: (url) => ask('file', url),
    onPage: (done) => void ask('progress', done),
  }),
)
