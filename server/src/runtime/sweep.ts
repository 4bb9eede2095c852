import { performance } from 'node:perf_hooks'
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

/** The share of an interval in which the event loop of an idle server runs. */
const IDLE = 0.05

/**
 * Frees the memory that was only needed for start-up, about a third of an idle server: after the first interval in which the server had
 * nothing to do. The collection takes a tenth of a second, in which requests would wait.
 */
export function sweepWhenIdle(intervalMs: number) {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > IDLE) return
    clearInterval(timer)
    collector()({ type: 'major', flavor: 'last-resort' })
  }, intervalMs).unref()
}
