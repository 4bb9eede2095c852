import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'

/* Work that would hold up everybody else goes to threads; they start when there is work and end when there is none. */
let pool: Promise<Piscina> | undefined

const start = async () => {
  const { Piscina } = await import('piscina')
  return new Piscina({ minThreads: 0, maxThreads: 2, idleTimeout: 30_000, concurrentTasksPerWorker: 1, maxQueue: 2000 })
}

/** Sources run as they are, or bundled into one folder. */
const kind = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

interface Watch {
  signal?: AbortSignal
  /** What the worker posts to its `port` meanwhile; `answer` goes back to it. */
  onMessage?: (message: never, answer: (message: unknown) => void) => void
}

/** Runs `name.worker` beside the module `home` (its import.meta.url) on this input in a thread. */
export async function inWorker<In extends object, Out>(
  home: string,
  name: string,
  input: In,
  { signal, onMessage }: Watch = {},
): Promise<Out> {
  pool ??= start()
  const options = { filename: new URL(`./${name}.worker.${kind}`, home).href, ...(signal ? { signal } : {}) }
  if (!onMessage) return (await pool).run(input, options) as Promise<Out>
  const { port1, port2 } = new MessageChannel()
  const answer = (message: unknown) => port1.postMessage(message)
  port1.on('message', (message: unknown) => onMessage(message as never, answer))
  try {
    return await (await pool).run({ ...input, port: port2 }, { ...options, transferList: [port2] })
  } finally {
    port1.close()
  }
}

interface Bounds {
  threads: number
  /** What a thread may hold before it is ended. */
  megabytes: number
  milliseconds: number
  /** How many may wait for their turn. */
  waiting: number
}

/** Threads of their own for work that must be ended when it takes too much, so that nobody else's is ended or held up with it. */
const bounded = new Map<string, Promise<{ threads: Piscina; turns: ReturnType<typeof inTurns> }>>()

/** As inWorker; rejects when it runs out of time or memory. One thread stays, so that the next answer comes at once. */
export async function inBounds<In extends object, Out>(home: string, name: string, input: In, bounds: Bounds): Promise<Out> {
  const filename = new URL(`./${name}.worker.${kind}`, home).href
  const pool = bounded.get(filename) ?? startBounded(filename, bounds)
  bounded.set(filename, pool)
  const { threads, turns } = await pool
  // The time begins with the work: whoever waits for others is not ended for it.
  return turns(() => threads.run(input, { signal: AbortSignal.timeout(bounds.milliseconds) })) as Promise<Out>
}

/** Runs so many at a time, the others in the order they came; refuses when too many wait. */
function inTurns(atOnce: number, most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new Error('too many wait')
      await new Promise<void>((turn) => waiting.push(turn))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

async function startBounded(filename: string, { threads, megabytes, waiting }: Bounds) {
  const { Piscina } = await import('piscina')
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }
  const count = { minThreads: 1, maxThreads: threads, idleTimeout: 30_000, concurrentTasksPerWorker: 1 }
  return { threads: new Piscina({ filename, ...count, resourceLimits, env: {} }), turns: inTurns(threads, waiting) }
}

export async function closeWorkers() {
  const running = [pool, ...[...bounded.values()].map(async (one) => (await one).threads)]
  pool = undefined
  bounded.clear()
  for (const one of running) await (await one)?.destroy()
}
