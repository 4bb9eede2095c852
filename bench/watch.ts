import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { BenchServer } from './servers.ts'

export interface Watched {
  seconds: number
  /** Memory above the idle server, at most. */
  mb: number
  /** The longest wait of another client, in ms, and that which 95 of 100 do not exceed. */
  worst: number
  p95: number
}

/** Anonymous memory of a process in MB, without mapped files. Cheap enough to be read a hundred times per second. */
const takenMb = (pid: number) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** A request that another client sends meanwhile. */
interface Read {
  path: string
  fields: Record<string, string>
}

/** Measures long work of a server: its duration, its memory, and how long another client waits meanwhile, for a page or for `read`. */
export async function watched(server: BenchServer, page_id: string, work: () => Promise<unknown>, read?: Read): Promise<Watched> {
  const workerData = { url: server.url, ...(read ?? { path: 'page/info', fields: { page_id } }) }
  const other = new Worker(new URL('./watch-reader.ts', import.meta.url), { workerData })
  await once(other, 'message')
  const idle = takenMb(server.pid)
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, takenMb(server.pid))
  }, 10)
  const start = performance.now()
  let seconds = 0
  try {
    await work()
    seconds = (performance.now() - start) / 1000
  } catch (error) {
    await other.terminate()
    throw error
  } finally {
    clearInterval(watch)
  }
  other.postMessage('end')
  const [waits] = (await once(other, 'message')) as [number[]]
  waits.sort((a, b) => a - b)
  return { seconds, worst: waits.at(-1) ?? 0, p95: waits[Math.floor(waits.length * 0.95)] ?? 0, mb: peak - idle }
}
