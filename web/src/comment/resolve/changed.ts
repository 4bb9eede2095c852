import type { TextChange } from './changed-places.ts'

/** Time limit for one comparison in milliseconds, the start of the worker included. */
const COMPARE_TIMEOUT_MS = 10_000

/** Fallback without workers, in an old browser or a test. */
async function compareWithoutWorker(change: TextChange) {
  const { changedPlaces } = await import('./changed-places.ts')
  return changedPlaces(change)
}

/** `changedPlaces` outside of the main thread. No place has changed when the comparison takes too long or fails. */
export function findChanged(change: TextChange): Promise<number[]> {
  if (typeof Worker === 'undefined') return compareWithoutWorker(change)
  const worker = new Worker(new URL('./changed.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number[]>((resolve) => {
    const finish = (places: number[]) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(places)
    }
    const timer = setTimeout(() => finish([]), COMPARE_TIMEOUT_MS)
    worker.onmessage = ({ data }: MessageEvent<number[]>) => finish(data)
    worker.onerror = () => finish([])
    worker.postMessage(change)
  })
}
