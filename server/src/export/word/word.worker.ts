/* Writes a Word document in a worker thread, only as fast as the main thread reads it. */

import { type Host, streamTask } from '../../runtime/stream-task.ts'
import { zipStream } from '../../zip/write.ts'
import { type DocumentTask, documentFiles } from './package/document.ts'
import type { WordCalls } from './types.ts'

async function* pages(call: Host<WordCalls>['call']) {
  let next = call('pages')
  for (let batch = await next; batch.length > 0; batch = await next) {
    next = call('pages')
    yield* batch
  }
}

export default streamTask(async function* (task: DocumentTask, { call, notify }: Host<WordCalls>): AsyncGenerator<Uint8Array, void> {
  const content = { pages: () => pages(call), file: (url: string) => call('file', url), onPage: (done: number) => notify('progress', done) }
  yield* zipStream(documentFiles(task, content))
})
