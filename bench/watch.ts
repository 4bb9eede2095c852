import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchServer } from './servers.ts'

export interface Watched {
  seconds: number
  /** Memory above the idle server, at most. */
  mb: number
  /** The longest wait of another client for page/info, in ms, and that which 95 of 100 do not exceed. */
  worst: number
  p95: number
}

/** Anonymous memory of a process in MB, without mapped files. Cheap enough to be read a hundred times per second. */
const takenMb = (pid: number) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Measures long work of a server: its duration, its memory, and how long another client waits for a page meanwhile. */
export async function watched(server: BenchServer, page_id: string, work: () => Promise<unknown>): Promise<Watched> {
  const readPage = () =>
    fetch(`${server.url}/api/page/info`, { method: 'POST', body: new URLSearchParams({ page_id }) }).then((answer) => answer.arrayBuffer())
  for (let n = 0; n < 50; n++) await readPage()
  await wait(1500)
  const idle = takenMb(server.pid)
  let [peak, isOver] = [idle, false]
  const waits: number[] = []
  const watch = setInterval(() => {
    peak = Math.max(peak, takenMb(server.pid))
  }, 10)
  const other = (async () => {
    while (!isOver) {
      const start = performance.now()
      await readPage()
      waits.push(performance.now() - start)
      await wait(10)
    }
  })()
  const start = performance.now()
  try {
    await work()
  } finally {
    isOver = true
    clearInterval(watch)
  }
  const seconds = (performance.now() - start) / 1000
  await other
  waits.sort((a, b) => a - b)
  return { seconds, worst: waits.at(-1) ?? 0, p95: waits[Math.floor(waits.length * 0.95)] ?? 0, mb: peak - idle }
}
