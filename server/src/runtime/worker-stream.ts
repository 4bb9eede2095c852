import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
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
  /** After an abort, waits until the work has stopped by itself, without a time limit. The work can still call the main thread. */
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
 * The time in which an unwanted work must stop by itself before its thread is terminated. Terminating a thread while it creates a zlib
 * object aborts the whole process (Node 24: "close before init"), so it is the last resort.
 */
const STOP_GRACE_MS = 5000

/**
 * Runs the `streamTask` of `name.worker` next to the module `home` (its import.meta.url) in a thread. Yields its items, at most `ahead`
 * before the consumer takes them, and returns its result. A Refusal of the worker is a Refusal here. When the consumer stops reading, the
 * work stops at its next item or call. It does not keep a stopping process alive.
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
  let hasEnded = false
  const answer = async (message: FromWorker & { is: 'call' }) => {
    const result = await Reflect.apply(calls[message.name] as (...values: unknown[]) => unknown, undefined, message.values)
    const { value, buffers } = transferable(result)
    if (message.id > 0) post({ is: 'answer', id: message.id, value }, buffers)
  }
  const receive = (message: FromWorker) => {
    if (hasEnded) return
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
  const start = { input, port: port2, ended: new Int32Array(new SharedArrayBuffer(4)) }
  const thread = memory ? ownThread(home, name, start, memory, { port, fail, onExit }) : sharedThread(home, name, start, fail)
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
    hasEnded = true
    Atomics.store(start.ended, 0, 1)
    if (!isOver) post({ is: 'ended' })
    const hasStopped = isOver || (await Promise.race([thread.stopped, sleep(STOP_GRACE_MS, false, { ref: false })]))
    port.close()
    await thread.end(hasStopped)
  }
}

type Start = StreamStart<unknown>

function ownThread(
  home: string,
  name: string,
  streamStart: Start,
  { megabytes, youngMegabytes }: ThreadMemory,
  { port, fail, onExit }: { port: MessagePort; fail: (error: unknown) => void; onExit: () => void },
) {
  const young = youngMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMegabytes }
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, ...young }
  const data = { workerData: { streamStart }, transferList: [streamStart.port] }
  // Empty execArgv: source maps would be kept in memory for every module.
  const thread = new Worker(workerFile(home, name), { ...data, env: {}, execArgv: [], resourceLimits })
  thread.on('error', fail)
  thread.on('exit', onExit)
  thread.unref()
  // The worker closes its port when the work has stopped.
  const stopped = new Promise<boolean>((resolve) => port.once('close', () => resolve(true)))
  return { stopped, end: () => thread.terminate() }
}

function sharedThread(home: string, name: string, start: Start, fail: (error: unknown) => void) {
  const ending = new AbortController()
  const run = async () => (await sharedThreads(home, name)).run(start, { signal: ending.signal, transferList: [start.port] })
  const ended = run().catch(fail)
  return {
    stopped: ended.then(() => true),
    async end(hasStopped: boolean) {
      // Aborting ends the thread, which other works can still use.
      if (!hasStopped) ending.abort()
      await ended
    },
  }
}
