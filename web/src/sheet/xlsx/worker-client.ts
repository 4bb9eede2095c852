import type { Imported } from './read.ts'
import type { WorkerRequest, WorkerResponse } from './xlsx.worker.ts'
import { ImportRefused } from './zip.ts'

const MB = 1024 * 1024

/** Limit of the packed file; read.ts limits the unpacked parts. */
const FILE_MAX_BYTES = 32 * MB

/** A file that takes longer is refused. */
const WORKER_TIMEOUT_MS = 30_000

/** Runs one request in its own worker and terminates the worker afterwards. Rejects with ImportRefused, or the abort reason. */
function inWorker(request: WorkerRequest, signal?: AbortSignal): Promise<WorkerResponse> {
  const worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<WorkerResponse>()
  const timer = setTimeout(() => reject(new ImportRefused('slow')), WORKER_TIMEOUT_MS)
  signal?.addEventListener('abort', () => reject(signal.reason))
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => resolve(data))
  worker.addEventListener('error', () => reject(new ImportRefused('broken')))
  worker.postMessage(request)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}

export async function importFile(file: File, signal?: AbortSignal): Promise<Imported> {
  if (file.size > FILE_MAX_BYTES) throw new ImportRefused('tooBig')
  const answer = await inWorker({ kind: 'import', name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, signal)
  if (answer.kind === 'imported') return answer.found
  throw new ImportRefused(answer.kind === 'refused' ? answer.reason : 'broken')
}

export async function exportText(text: string): Promise<Uint8Array> {
  const answer = await inWorker({ kind: 'export', text })
  if (answer.kind === 'exported') return answer.bytes
  throw new Error('not exported')
}
