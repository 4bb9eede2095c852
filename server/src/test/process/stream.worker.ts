import { once } from 'node:events'
import { deflateRawSync } from 'node:zlib'
import { Refusal } from '@sheaf/contract/errors'
import { type Host, streamTask } from '../../runtime/stream-task.ts'

interface StreamInput {
  /** What the work does after its items. */
  last: 'end' | 'refuse' | 'fail' | 'exit' | 'allocate' | 'wait' | 'call' | 'compress'
  items: number
  size?: number
  /** One number in shared memory, which counts the works that stopped by themselves. */
  stopped?: Int32Array
}

type StreamCalls = {
  made: (item: number) => void
  file: (name: string) => Promise<{ bytes: Uint8Array; type: string } | undefined>
}

interface StreamResult {
  isOver: boolean
  file: number | undefined
  environment: string[]
}

/** Produces numbers, or bytes of this size, and then ends in the chosen manner. */
export default streamTask(async function* (
  { stopped, ...input }: StreamInput,
  host: Host<StreamCalls>,
): AsyncGenerator<number | Uint8Array, StreamResult> {
  try {
    return yield* produce(input, host)
  } finally {
    if (stopped) Atomics.add(stopped, 0, 1)
  }
})

async function* produce(
  { last, items, size }: StreamInput,
  { call, notify, signal }: Host<StreamCalls>,
): AsyncGenerator<number | Uint8Array, StreamResult> {
  for (let n = 1; n <= items; n++) {
    notify('made', n)
    yield size ? new Uint8Array(Buffer.alloc(size + 1, n).buffer, 0, size) : n
  }
  if (last === 'refuse') throw new Refusal('importTooBig', { max: '5' })
  if (last === 'fail') throw Object.assign(new TypeError('no disk'), { code: 'EIO' })
  if (last === 'exit') process.exit(0)
  const held: number[][] = []
  while (last === 'allocate') held.push(new Array(1_000_000).fill(held.length))
  if (last === 'wait') {
    if (!signal.aborted) await once(signal, 'abort')
    notify('made', -1)
    throw signal.reason
  }
  while (last === 'call') await call('file', 'slow.png')
  while (last === 'compress') {
    for (let n = 0; n < 100; n++) deflateRawSync('a short text')
    notify('made', 0)
  }
  return { isOver: true, file: (await call('file', 'a.png'))?.bytes.length, environment: Object.keys(process.env) }
}
