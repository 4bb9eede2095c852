import type { Piscina } from 'piscina'
import { type BoundedTask, deadline } from './bounded-task.ts'
import { fairQueue, inTurn } from './fair-queue.ts'
import { workerFile } from './worker-file.ts'

/* Work that would block the event loop runs in threads, which start on demand and end when they are idle. */
const pools = new Map<string, Promise<Piscina>>()

/**
 * Threads whose failure outside of a work does not end the process. If a thread cannot start, because its file is being replaced or the
 * system has no room for it, the library would leave the works waiting for ever: they fail, and later ones try again.
 */
async function threadsFor(options: ConstructorParameters<typeof Piscina>[0]) {
  const { Piscina } = await import('piscina')
  const threads = new Piscina({ minThreads: 0, idleTimeout: 30_000, concurrentTasksPerWorker: 1, ...options })
  threads.on('error', (error: Error) => {
    process.emitWarning(error)
    if (threads.threads.length === 0 && threads.queueSize > 0) void threads.destroy()
  })
  return threads
}

/** The threads that all works of `name.worker` next to the module `home` (its import.meta.url) share. */
export function sharedThreads(home: string, name: string): Promise<Piscina> {
  const filename = workerFile(home, name).href
  const pool = pools.get(filename) ?? threadsFor({ filename, maxThreads: 2, maxQueue: 2000 })
  pools.set(filename, pool)
  return pool
}

/** Runs `name.worker` in a shared thread. */
export const inWorker = async <In extends object, Out>(home: string, name: string, input: In): Promise<Out> =>
  (await sharedThreads(home, name)).run(input)

export interface Bounds {
  threads: number
  /** The memory limit of a thread; it is terminated above it. */
  megabytes: number
  milliseconds: number
  /** Maximum number of waiting works. */
  waiting: number
  /** Maximum number of waiting works of one owner; by default that of all. */
  waitingPerOwner?: number
  /** Keeps one idle thread, so that the next work starts immediately. */
  keepIdleThread?: boolean
  /** The owner of the work, for fair queueing. */
  owner?: string
}

interface Bounded {
  threads: Piscina
  turns: ReturnType<typeof fairQueue>
}

/** Separate threads for work with limits, so that terminating one does not affect other work. */
const bounded = new Map<string, Promise<Bounded>>()

/**
 * Like inWorker, but rejects when the work exceeds its time or memory limit. The worker file must export a `boundedTask`. The buffers in
 * `transferList` move to the thread.
 */
export async function inBounds<In extends object, Out>(
  home: string,
  name: string,
  input: In,
  bounds: Bounds,
  transferList: ArrayBuffer[] = [],
): Promise<Out> {
  const filename = workerFile(home, name).href
  // The same work with other limits runs in other threads.
  const key = `${filename} ${bounds.megabytes} ${bounds.milliseconds}`
  const pool = bounded.get(key) ?? startBounded(filename, bounds)
  bounded.set(key, pool)
  const { threads, turns } = await pool
  return inTurn(turns, bounds.owner ?? '', async () => {
    // The time limit begins with the work, so waiting does not count.
    const { begun, signal, done } = deadline(bounds.milliseconds)
    try {
      return (await threads.run({ input, begun } satisfies BoundedTask<In>, { signal, transferList })) as Out
    } finally {
      done()
    }
  })
}

async function startBounded(filename: string, { threads, megabytes, waiting, waitingPerOwner, keepIdleThread }: Bounds): Promise<Bounded> {
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }
  const count = { minThreads: keepIdleThread ? 1 : 0, maxThreads: threads }
  return { threads: await threadsFor({ filename, ...count, resourceLimits, env: {} }), turns: fairQueue(threads, waiting, waitingPerOwner) }
}

export async function closeWorkers() {
  const running = [...pools.values(), ...[...bounded.values()].map(async (pool) => (await pool).threads)]
  pools.clear()
  bounded.clear()
  for (const pool of running) await (await pool).destroy()
}

/** Counts who uses something: each call begins a use and returns its end, and the end of the last use runs `close`. */
export function untilLast(close: () => Promise<void>) {
  let uses = 0
  return () => {
    uses++
    let hasEnded = false
    return async () => {
      if (hasEnded) return
      hasEnded = true
      if (--uses === 0) await close()
    }
  }
}

/** Keeps the threads for a server, so that one that stops does not end the work of another one in this process. */
export const keepWorkers = untilLast(closeWorkers)
