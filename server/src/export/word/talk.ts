import type { MessagePort, Worker } from 'node:worker_threads'

type Message = { id: number; kind: string; value: unknown } | { id: number; answer: unknown }
type Calls = Record<string, (value: never) => Promise<unknown>>

/** Asks the other side, which answers with what its function of this name returns. */
export type Ask<There extends Calls> = <K extends keyof There & string>(kind: K, ...value: Parameters<There[K]>) => ReturnType<There[K]>

/** Bytes change hands, and are in memory once. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  const bytes = answer instanceof Uint8Array ? answer : (answer as { bytes?: unknown } | undefined)?.bytes
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []
}

/** Questions and answers both ways over one port. What fails here is told to `fail`. */
export function talk<There extends Calls>(port: MessagePort | Worker, here: Calls, fail: (error: unknown) => void): Ask<There> {
  const waiting = new Map<number, (answer: unknown) => void>()
  let count = 0
  const received = port.on.bind(port) as Worker['on']
  received('message', (message: Message) => {
    if ('kind' in message) {
      const { id, kind, value } = message
      here[kind]!(value as never).then((answer) => port.postMessage({ id, answer }, buffersOf(answer)), fail)
    } else {
      waiting.get(message.id)?.(message.answer)
      waiting.delete(message.id)
    }
  })
  const ask = (kind: string, value?: unknown) =>
    new Promise((resolve) => {
      count += 1
      waiting.set(count, resolve)
      port.postMessage({ id: count, kind, value })
    })
  return ask as unknown as Ask<There>
}
