/* The side of a worker thread in a stream (worker-stream.ts has the other one): decision 63. */

import { type MessagePort, workerData } from 'node:worker_threads'
import { type ErrorName, Refusal } from '@sheaf/contract/errors'
import { ownBytes } from './own-bytes.ts'
import { bufferSweeper } from './sweep.ts'

/** Functions of the main thread that a worker calls by name. */
export type HostCalls = Record<string, (...values: never[]) => unknown>

/** What the work in a worker thread can use. */
export interface Host<Calls extends HostCalls> {
  /** Calls a function of the main thread and returns its result. Rejects when the stream ends, so that the work stops. */
  call: <K extends keyof Calls & string>(name: K, ...values: Parameters<Calls[K]>) => Promise<Awaited<ReturnType<Calls[K]>>>
  /** Calls a function of the main thread without waiting for it. Throws when the stream has ended, so that the work stops. */
  notify: <K extends keyof Calls & string>(name: K, ...values: Parameters<Calls[K]>) => void
  /** Aborts when the consumer wants the work to stop. */
  signal: AbortSignal
}

/** The default export of a worker file that produces a stream. `types` exists only for the compiler. */
export interface StreamTask<Input, Item, Result, Calls extends HostCalls> {
  (start: StreamStart<Input>): Promise<void>
  readonly types?: { input: Input; item: Item; result: Result; calls: Calls }
}

export interface StreamStart<Input> {
  input: Input
  port: MessagePort
  /** One number in shared memory, 1 as soon as the stream has ended. Work that never returns to its event loop sees it too. */
  ended: Int32Array
}

class StreamEnded extends Error {}

/** An error as data: an instance of a class does not keep its class between threads. */
type PlainError =
  | { refused: ErrorName; fill: Record<string, string> }
  | { name: string; message: string; stack: string | undefined; code: unknown }

export type ToWorker = { is: 'more' } | { is: 'abort' } | { is: 'ended' } | { is: 'answer'; id: number; value: unknown }
/** `id` is 0 for a call that expects no answer. */
export type FromWorker =
  | { is: 'item'; value: unknown }
  | { is: 'call'; id: number; name: string; values: unknown[] }
  | { is: 'end'; value: unknown }
  | { is: 'failed'; error: PlainError }

function plainError(error: unknown): PlainError {
  if (error instanceof Refusal) return { refused: error.error, fill: error.fill }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack, code: (error as { code?: unknown } | undefined)?.code }
}

export function errorFrom(plain: PlainError): Error {
  if ('refused' in plain) return new Refusal(plain.refused, plain.fill)
  const { message, ...properties } = plain
  return Object.assign(new Error(message), properties)
}

/** The value with the buffers that move to the other thread without a copy: bytes, or an object with `bytes`. */
export function transferable<T>(value: T): { value: T; buffers: ArrayBuffer[] } {
  if (value instanceof Uint8Array) {
    const bytes: Uint8Array<ArrayBuffer> = ownBytes(value)
    return { value: bytes as T & Uint8Array, buffers: [bytes.buffer] }
  }
  if (typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array) {
    const bytes = ownBytes(value.bytes)
    return { value: { ...value, bytes }, buffers: [bytes.buffer] }
  }
  return { value, buffers: [] }
}

/** Milliseconds between two reports of progress: each is a message to the main thread. */
const REPORT_INTERVAL_MS = 100

/** Passes on the last report, and earlier ones at most ten times per second. */
export function paced(report: (done: number, total: number) => void) {
  let last = 0
  return (done: number, total: number) => {
    if (done < total && Date.now() - last < REPORT_INTERVAL_MS) return
    last = Date.now()
    report(done, total)
  }
}

/**
 * Makes a generator the work of a `.worker` file. Its items and its result go to `workerStream` in the main thread, each item only when
 * the consumer wants more.
 */
export function streamTask<Input, Item, Result, Calls extends HostCalls>(
  work: (input: Input, host: Host<Calls>) => AsyncGenerator<Item, Result, undefined>,
): StreamTask<Input, Item, Result, Calls> {
  const run = async ({ input, port, ended }: StreamStart<Input>) => {
    const { host, wanted, post } = connect<Calls>(port, ended)
    const countBytes = bufferSweeper()
    try {
      const items = work(input, host)
      for (;;) {
        const next = await items.next()
        if (next.done) return post({ is: 'end', value: next.value })
        await wanted().catch((error: unknown) => items.throw(error))
        const { value, buffers } = transferable(next.value)
        if (value instanceof Uint8Array) countBytes(value.byteLength)
        post({ is: 'item', value }, buffers)
      }
    } catch (error) {
      post({ is: 'failed', error: plainError(error) })
    } finally {
      port.close()
    }
  }
  // A thread of its own finds its task here. Shared threads call the default export.
  const { streamStart } = (workerData ?? {}) as { streamStart?: StreamStart<Input> }
  if (streamStart) void run(streamStart)
  return run
}

function connect<Calls extends HostCalls>(port: MessagePort, ended: Int32Array) {
  const post = (message: FromWorker, buffers: ArrayBuffer[] = []) => port.postMessage(message, buffers)
  const answers = new Map<number, PromiseWithResolvers<unknown>>()
  const throwIfEnded = () => {
    if (Atomics.load(ended, 0) === 1) throw new StreamEnded('the stream has ended')
  }
  const end = new AbortController()
  let [count, wantedItems, wake] = [0, 0, () => {}]
  port.on('message', (message: ToWorker) => {
    if (message.is === 'answer') {
      answers.get(message.id)?.resolve(message.value)
      answers.delete(message.id)
    } else if (message.is === 'abort') end.abort()
    else if (message.is === 'ended') {
      end.abort()
      for (const answer of answers.values()) answer.reject(new StreamEnded('the stream has ended'))
      wake()
    } else {
      wantedItems++
      wake()
    }
  })
  const host: Host<Calls> = {
    signal: end.signal,
    notify(name, ...values) {
      throwIfEnded()
      post({ is: 'call', id: 0, name, values })
    },
    call(name, ...values) {
      throwIfEnded()
      const id = ++count
      const answer = Promise.withResolvers<unknown>()
      answers.set(id, answer)
      post({ is: 'call', id, name, values })
      return answer.promise as Promise<Awaited<ReturnType<Calls[typeof name]>>>
    },
  }
  /** Resolves when the consumer wants an item, and rejects when the stream has ended. */
  const wanted = async () => {
    throwIfEnded()
    while (wantedItems === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      throwIfEnded()
    }
    wantedItems--
  }
  return { host, wanted, post }
}
