import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'minor' } | { type: 'major'; flavor: 'last-resort' }) => void
let collect: Collect | undefined

function collector(): Collect {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  return collect
}

/**
 * By default, V8 lets the heap of a busy server grow to several times of what is in use, because the machine has more memory.
 * From now on a collection starts when the heap has grown by 70 percent.
 */
export function limitHeapGrowth() {
  setFlagsFromString('--heap-growing-percent=70')
  // The flag has served its purpose for the main thread (scripts/tools.mjs); it would override the limits of worker threads.
  setFlagsFromString('--max-semi-space-size=0')
}

/** Number of sent bytes after which their buffers are collected. */
const SWEEP_BYTES = 2 * 1024 * 1024

/**
 * Sent buffers are only freed after many small objects were allocated as well, so a process that streams large amounts would hold tens
 * of megabytes. The returned function must be called for every chunk: now and then it runs a minor collection, which takes about a
 * millisecond.
 */
export function bufferSweeper() {
  let sent = 0
  return (bytes: number) => {
    sent += bytes
    if (sent < SWEEP_BYTES) return
    sent = 0
    collector()({ type: 'minor' })
  }
}

/**
 * Frees the memory that was only needed for start-up, about a third of an idle server, after the first interval without a request. The
 * collection takes up to a tenth of a second, in which requests would wait.
 */
export function sweepWhenQuiet(http: Server, intervalMs: number) {
  let requests = 0
  const count = () => {
    requests += 1
  }
  http.on('request', count)
  const timer = setInterval(() => {
    const isQuiet = requests === 0
    requests = 0
    if (!isQuiet) return
    clearInterval(timer)
    http.off('request', count)
    collector()({ type: 'major', flavor: 'last-resort' })
  }, intervalMs).unref()
}
