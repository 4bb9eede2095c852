import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { errorFrom, type FromWorker, type HostCalls, type StreamStart, type ToWorker, transferable } from './stream-task.ts'
import { bufferSweeper } from './sweep.ts'
import { workerFile } from './worker-file.ts'
import { sharedThreads } from './workers.ts'

/** The default export of a worker file, a StreamTask. */
interface AnyTask {
  types?: { input: unknown; item: unknown; result: unknown; calls: HostCalls }
}
type TypesOf<Task extends AnyTask> = NonNullable<Task['types']>

interface ThreadMemory {
  /** Of the old generation; the thread ends above it. */
  megabytes: number
  /** Of the young generation. A small one keeps the thread small. */
  youngMegabytes?: number
}

interface StreamOptions<Calls> {
  /** Ends the stream with its reason. */
  signal?: AbortSignal | undefined
  /** After an abort, waits until the work has stopped by itself. Otherwise the thread ends in the middle of its work. */
  waitForStop?: boolean
  /** The functions that the worker can call. An error of one ends the stream with this error. */
  calls: Calls
  /** A thread of its own with these limits; without them one of the threads that all works of this worker file share. */
  memory?: ThreadMemory
  /** Maximum number of items on their way, so that the thread works while the consumer does. */
  ahead?: number
}

const AHEAD = 4

/**
 * Runs the `streamTask` of `name.worker` next to the module `home` (its import.meta.url) in a thread. Yields its items, at most `ahead`
 * before the consumer takes them, and returns its result. A Refusal of the worker is a Refusal here. When the consumer stops reading, the
 * thread ends. It does not keep a stopping process alive.
 */
export async function* workerStream<Task extends AnyTask>(
  home: string,
  name: string,
  input: TypesOf<Task>['input'],
  { signal, waitForStop = false, calls, memory, ahead = AHEAD }: StreamOptions<TypesOf<Task>['calls']>,
): AsyncGenerator<TypesOf<Task>['item'], TypesOf<Task>['result'], undefined> {
  signal?.throwIfAborted()
  const { port1: port, port2 } = new MessageChannel()
  const received: Exclude<FromWorker, { is: 'call' }>[] = []
  const failures: unknown[] = []
  let wake = () => {}
  const post = (message: ToWorker, buffers: ArrayBuffer[] = []) => port.postMessage(message, buffers)
  const fail = (error: unknown) => {
    failures.push(error)
    wake()
  }
  const answer = async (message: FromWorker & { is: 'call' }) => {
    const result = await Reflect.apply(calls[message.name] as (...values: unknown[]) => unknown, undefined, message.values)
    const { value, buffers } = transferable(result)
    if (message.id > 0) post({ is: 'answer', id: message.id, value }, buffers)
  }
  const receive = (message: FromWorker) => {
    if (message.is === 'call') return void answer(message).catch(fail)
    received.push(message)
    wake()
  }
  port.on('message', receive).unref()
  /** Its last messages can arrive after the end of the thread. */
  const onExit = () => {
    for (let rest = receiveMessageOnPort(port); rest; rest = receiveMessageOnPort(port)) receive(rest.message as FromWorker)
    fail(new Error('the thread ended'))
  }
  const onAbort = () => (waitForStop ? post({ is: 'abort' }) : fail(signal?.reason))
  signal?.addEventListener('abort', onAbort)
  const start = { input, port: port2 }
  const thread = memory ? ownThread(home, name, start, memory, fail, onExit) : sharedThread(home, name, start, fail)
  const countBytes = bufferSweeper()
  let isOver = false
  try {
    for (let n = 0; n < ahead; n++) post({ is: 'more' })
    for (;;) {
      const message = received.shift()
      if (message?.is === 'item') {
        post({ is: 'more' })
        if (message.value instanceof Uint8Array) countBytes(message.value.byteLength)
        yield message.value as Awaited<TypesOf<Task>['item']>
      } else if (message) {
        isOver = true
        if (message.is === 'end') return message.value as TypesOf<Task>['result']
        throw signal?.aborted ? signal.reason : errorFrom(message.error)
      } else if (failures.length > 0) throw failures[0]
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    port.close()
    await thread.end(isOver)
  }
}

type Start = StreamStart<unknown>

function ownThread(
  home: string,
  name: string,
  streamStart: Start,
  { megabytes, youngMegabytes }: ThreadMemory,
  fail: (error: unknown) => void,
  onExit: () => void,
) {
  const young = youngMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMegabytes }
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, ...young }
  const data = { workerData: { streamStart }, transferList: [streamStart.port] }
  // Empty execArgv: source maps would be kept in memory for every module.
  const thread = new Worker(workerFile(home, name), { ...data, env: {}, execArgv: [], resourceLimits })
  thread.on('error', fail)
  thread.on('exit', onExit)
  thread.unref()
  return { end: () => thread.terminate() }
}

function sharedThread(home: string, name: string, start: Start, fail: (error: unknown) => void) {
  const ending = new AbortController()
  const run = async () => (await sharedThreads(home, name)).run(start, { signal: ending.signal, transferList: [start.port] })
  const ended = run().catch(fail)
  return {
    async end(isOver: boolean) {
      // Aborting ends the thread, which other works can still use.
      if (!isOver) ending.abort()
      await ended
    },
  }
}
