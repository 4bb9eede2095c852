import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type BoundedTask, deadline } from './bounded-task.ts'
import { workerFile } from './worker-file.ts'

/** Thrown when too much waits already. */
export class QueueFull extends Error {}

/**
 * Runs so much work at a time and lets the rest wait. Each owner of waiting work gets a turn before anyone gets a second one, so that
 * what one of them asks for a thousand times holds nobody else up. `most` may wait, and `each` of one owner.
 */
export function fairQueue(atOnce: number, most: number, each = most) {
  const waiting = new Map<string, (() => void)[]>()
  let count = 0
  let running = 0

  const next = () => {
    for (const [owner, turns] of waiting) {
      const turn = turns.shift()
      // At the end of the line again, or out of it.
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

/* Work that would hold up everybody else goes to threads; they start when there is work and end when there is none. */
const pools = new Map<string, Promise<Piscina>>()

const start = async (filename: string) => {
  const { Piscina } = await import('piscina')
  return new Piscina({ filename, minThreads: 0, maxThreads: 2, idleTimeout: 30_000, concurrentTasksPerWorker: 1, maxQueue: 2000 })
}

interface Watch {
  signal?: AbortSignal
  /** What the worker posts to its `port` meanwhile; `answer` goes back to it. */
  /** A method, so that its caller may say which messages its own worker sends. */
  onMessage?(message: unknown, answer: (message: unknown) => void): void
}

/** Runs `name.worker` beside the module `home` (its import.meta.url) on this input in a thread. Each worker has threads of its own. */
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
  /** What a thread may hold before it is ended. */
  megabytes: number
  milliseconds: number
  /** How many may wait for their turn. */
  waiting: number
  /** How many of one owner; all of them without it. */
  waitingOfOne?: number
  /** Whether one thread stays when there is nothing to do, so that the next answer comes at once. */
  stays?: boolean
  /** Whose work it is: everyone who waits gets a turn before anyone gets a second one. */
  owner?: string
}

interface Bounded {
  threads: Piscina
  turns: ReturnType<typeof fairQueue>
}

/** Threads of their own for work that must be ended when it takes too much, so that nobody else's is ended or held up with it. */
const bounded = new Map<string, Promise<Bounded>>()

/**
 * As inWorker; rejects when it runs out of time or memory. The worker's work is a `boundedTask`. What is in `transferList` is the
 * thread's from then on.
 */
export async function inBounds<In extends object, Out>(
  home: string,
  name: string,
  input: In,
  bounds: Bounds,
  transferList: ArrayBuffer[] = [],
): Promise<Out> {
  const filename = workerFile(home, name).href
  // The same work within other bounds runs in other threads.
  const key = `${filename} ${bounds.megabytes} ${bounds.milliseconds}`
  const pool = bounded.get(key) ?? startBounded(filename, bounds)
  bounded.set(key, pool)
  const { threads, turns } = await pool
  return turns(bounds.owner ?? '', async () => {
    // The time begins with the work: whoever waits for others is not ended for it.
    const { begun, signal, over } = deadline(bounds.milliseconds)
    try {
      return (await threads.run({ input, begun } satisfies BoundedTask<In>, { signal, transferList })) as Out
    } finally {
      over()
    }
  })
}

async function startBounded(filename: string, { threads, megabytes, waiting, waitingOfOne, stays }: Bounds): Promise<Bounded> {
  const { Piscina } = await import('piscina')
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }
  const count = { minThreads: stays ? 1 : 0, maxThreads: threads, idleTimeout: 30_000, concurrentTasksPerWorker: 1 }
  return { threads: new Piscina({ filename, ...count, resourceLimits, env: {} }), turns: fairQueue(threads, waiting, waitingOfOne) }
}

export async function closeWorkers() {
  const running = [...pools.values(), ...[...bounded.values()].map(async (one) => (await one).threads)]
  pools.clear()
  bounded.clear()
  for (const one of running) await (await one).destroy()
}
