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
  /** What the worker posts to its `port` meanwhile. */
  onMessage?: (message: never) => void
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
  port1.on('message', onMessage as (message: unknown) => void)
  try {
    return await (await pool).run({ ...input, port: port2 }, { ...options, transferList: [port2] })
  } finally {
    port1.close()
  }
}

export async function closeWorkers() {
  const running = await pool
  pool = undefined
  await running?.destroy()
}
