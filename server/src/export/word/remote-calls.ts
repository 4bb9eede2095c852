import type { MessagePort, Worker } from 'node:worker_threads'

type Message = { id: number; kind: string; value: unknown } | { id: number; answer: unknown }
type Calls = Record<string, (value: never) => Promise<unknown>>

/** Calls a function of the other side by name and returns its result. */
export type RemoteCall<Remote extends Calls> = <K extends keyof Remote & string>(
  kind: K,
  ...value: Parameters<Remote[K]>
) => ReturnType<Remote[K]>

/** The buffers of a result, for transfer without a copy. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  const bytes = answer instanceof Uint8Array ? answer : (answer as { bytes?: unknown } | undefined)?.bytes
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []
}

/** Remote calls in both directions over one port. `fail` receives errors of `localCalls`. */
export function connectCalls<Remote extends Calls>(
  port: MessagePort | Worker,
  localCalls: Calls,
  fail: (error: unknown) => void,
): RemoteCall<Remote> {
  const pending = new Map<number, (answer: unknown) => void>()
  let count = 0
  const received = port.on.bind(port) as Worker['on']
  received('message', (message: Message) => {
    if ('kind' in message) {
      const { id, kind, value } = message
      localCalls[kind]!(value as never).then((answer) => port.postMessage({ id, answer }, buffersOf(answer)), fail)
    } else {
      pending.get(message.id)?.(message.answer)
      pending.delete(message.id)
    }
  })
  const call = (kind: string, value?: unknown) =>
    new Promise((resolve) => {
      count += 1
      pending.set(count, resolve)
      port.postMessage({ id: count, kind, value })
    })
  return call as unknown as RemoteCall<Remote>
}
