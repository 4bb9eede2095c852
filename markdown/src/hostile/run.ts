import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PageCost, PageRequest } from './page.worker.ts'

interface HardLimits {
  megabytes: number
  milliseconds: number
}

/** Renders pages in a worker thread. `run` returns the cost of a page, or 'ended' after terminating a page that exceeds the limits. */
export function pageRunner({ megabytes, milliseconds }: HardLimits) {
  let thread: Promise<Worker> | undefined

  async function start() {
    const worker = new Worker(new URL('./page.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('error', () => {})
    await once(worker, 'message')
    return worker
  }

  async function stop() {
    const worker = await thread
    thread = undefined
    await worker?.terminate()
  }

  async function run(request: PageRequest): Promise<PageCost | 'ended'> {
    thread ??= start()
    const worker = await thread
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), milliseconds)
    const exited = () => ending.abort()
    worker.once('exit', exited)
    worker.postMessage(request)
    try {
      const [cost] = await once(worker, 'message', { signal: ending.signal })
      return cost as PageCost
    } catch {
      await stop()
      return 'ended'
    } finally {
      clearTimeout(timer)
      worker.off('exit', exited)
    }
  }

  return { run, stop }
}
