import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PageCost, PageRequest } from './page.worker.ts'

export interface HardLimits {
  megabytes: number
  milliseconds: number
}

/** Shows pages one after the other in a thread that is ended when one takes more than the limits; says what each took, or that it was ended. */
export function pageRunner({ megabytes, milliseconds }: HardLimits) {
  let thread: Promise<Worker> | undefined

  async function start() {
    const made = new Worker(new URL('./page.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    })
    made.on('error', () => {})
    await once(made, 'message')
    return made
  }

  async function stop() {
    const gone = await thread
    thread = undefined
    await gone?.terminate()
  }

  async function run(ask: PageRequest): Promise<PageCost | 'ended'> {
    thread ??= start()
    const worker = await thread
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), milliseconds)
    const exited = () => ending.abort()
    worker.once('exit', exited)
    worker.postMessage(ask)
    try {
      const [took] = await once(worker, 'message', { signal: ending.signal })
      return took as PageCost
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
