import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type BoundedTask, deadline } from './bounded-task.ts'
import { workerFile } from './worker-file.ts'

/** Thrown when the queue is full. */
export class QueueFull extends Error {}

/**
 * Runs `atOnce` works in parallel and queues the others. Each owner gets a turn before any gets a second one, so that many requests of
 * one owner do not block the others. `most` works can wait, and `each` of one owner.
 */
export function fairQueue(atOnce: number, most: number, each = most) {
  const waiting = new Map<string, (() => void)[]>()
  let count = 0
  let running = 0

  const next = () => {
    for (const [owner, turns] of waiting) {
      const turn = turns.shift()
      // Moves the owner to the end of the queue, or removes it.
      waiting.delete(owner)
      if (turns.length > 0) waiting.set(owner, turns)
      count--
      return turn
    }
    return undefined
  }

  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (count >= most || (waiting.get(owner)?.length ?? 0) >= each) throw new QueueFull('too many wait')
      count++
      await new Promise<void>((turn) => {
        const turns = waiting.get(owner)
        if (turns) turns.push(turn)
        else waiting.set(owner, [turn])
      })
    } else running++
    try {
      return await work()
    } finally {
      const turn = next()
      if (turn) turn()
      else running--
    }
  }
}

/* Work that would block the event loop runs in threads, which start on demand and end when they are idle. */
const pools = new Map<string, Promise<Piscina>>()

const start = async (filename: string) => {
  const { Piscina } = await import('piscina')
  return new Piscina({ filename, minThreads: 0, maxThreads: 2, idleTimeout: 30_000, concurrentTasksPerWorker: 1, maxQueue: 2000 })
}

interface Watch {
  signal?: AbortSignal
  /**
   * Receives what the worker posts to its `port`; `answer` sends a message back. A method, so that a caller can narrow the type of its
   * messages.
   */
  onMessage?(message: unknown, answer: (message: unknown) => void): void
}

/** Runs `name.worker` next to the module `home` (its import.meta.url) in a thread. Each worker file has its own threads. */
export async function inWorker<In extends object, Out>(
  home: string,
  name: string,
  input: In,
  { signal, onMessage }: Watch = {},
): Promise<Out> {
  const filename = workerFile(home, name).href
  const pool = pools.get(filename) ?? start(filename)
  pools.set(filename, pool)
  const options = signal ? { signal } : {}
  if (!onMessage) return (await pool).run(input, options) as Promise<Out>
  const { port1, port2 } = new MessageChannel()
  const answer = (message: unknown) => port1.postMessage(message)
  port1.on('message', (message: unknown) => onMessage(message, answer))
  try {
    return await (await pool).run({ ...input, port: port2 }, { ...options, transferList: [port2] })
  } finally {
    port1.close()
  }
}

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
  return turns(bounds.owner ?? '', async () => {
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
  const { Piscina } = await import('piscina')
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }
  const count = { minThreads: keepIdleThread ? 1 : 0, maxThreads: threads, idleTimeout: 30_000, concurrentTasksPerWorker: 1 }
  return { threads: new Piscina({ filename, ...count, resourceLimits, env: {} }), turns: fairQueue(threads, waiting, waitingPerOwner) }
}

export async function closeWorkers() {
  const running = [...pools.values(), ...[...bounded.values()].map(async (pool) => (await pool).threads)]
  pools.clear()
  bounded.clear()
  for (const pool of running) await (await pool).destroy()
}
