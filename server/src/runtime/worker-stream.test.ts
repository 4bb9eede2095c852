import { Refusal } from '@sheaf/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type streamTask from '../test/process/stream.worker.ts'
import { paced } from './stream-task.ts'
import { workerStream } from './worker-stream.ts'
import { closeWorkers } from './workers.ts'

const home = new URL('../test/process/x.ts', import.meta.url).href
type Input = NonNullable<(typeof streamTask)['types']>['input']

function started(input: Input, options: { memory?: { megabytes: number }; ahead?: number; signal?: AbortSignal; waitForStop?: boolean }) {
  const made: number[] = []
  const calls = {
    made: (item: number) => void made.push(item),
    async file(name: string) {
      if (name === 'slow.png') {
        made.push(-2)
        await new Promise(() => {})
      }
      if (name !== 'a.png') return undefined
      return { bytes: new Uint8Array(7), type: 'image/png' }
    },
  }
  return { made, calls, stream: workerStream<typeof streamTask>(home, 'stream', input, { ...options, calls }) }
}

async function all<Item, Result>(stream: AsyncGenerator<Item, Result>) {
  const items: Item[] = []
  for (;;) {
    const next = await stream.next()
    if (next.done) return { items, result: next.value }
    items.push(next.value)
  }
}

afterAll(closeWorkers)

describe.each([
  ['a thread of its own', { memory: { megabytes: 64 } }],
  ['a shared thread', {}],
])('a stream of %s', (_, options) => {
  it('yields the items and returns the result; the worker calls the main thread', async () => {
    const { stream } = started({ last: 'end', items: 20 }, options)
    const { items, result } = await all(stream)
    expect(items).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(result).toMatchObject({ isOver: true, file: 7 })
    if ('memory' in options) expect(result.environment).toEqual([])
  })

  it('S78: makes no more items than the consumer wants', async () => {
    const { stream, made } = started({ last: 'end', items: 50 }, { ...options, ahead: 3 })
    for (let taken = 1; taken <= 50; taken++) {
      await stream.next()
      // Three are on their way, and one waits in the thread.
      expect(made.length).toBeLessThanOrEqual(taken + 4)
      if (taken === 1) await expect.poll(() => made.length).toBe(5)
    }
    expect(made.length).toBe(50)
    await stream.return({ isOver: false, file: 0, environment: [] })
  })

  it('moves bytes without the rest of their buffer', async () => {
    const { stream } = started({ last: 'end', items: 3, size: 1000 }, options)
    const { items } = await all(stream)
    expect(items.map((bytes) => bytes instanceof Uint8Array && [bytes.length, bytes.buffer.byteLength, bytes[0]])).toEqual([
      [1000, 1000, 1],
      [1000, 1000, 2],
      [1000, 1000, 3],
    ])
  })

  it('carries a refusal by its name, and other errors with name and code', async () => {
    const refused = await all(started({ last: 'refuse', items: 1 }, options).stream).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ error: 'importTooBig', fill: { max: '5' } })
    const failed = await all(started({ last: 'fail', items: 1 }, options).stream).catch((error: unknown) => error)
    expect(failed).toMatchObject({ name: 'TypeError', message: 'no disk', code: 'EIO' })
  })

  it('fails with the error of a function that the worker calls', async () => {
    const { stream, calls } = started({ last: 'end', items: 1 }, options)
    calls.file = () => Promise.reject(new Refusal('noPermission'))
    await expect(all(stream)).rejects.toMatchObject({ error: 'noPermission' })
  })

  it('ends with the reason of an aborted signal, before and during the work', async () => {
    const end = new AbortController()
    const { stream } = started({ last: 'wait', items: 2 }, { ...options, signal: end.signal })
    await stream.next()
    await stream.next()
    const next = expect(stream.next()).rejects.toThrow('no longer wanted')
    end.abort(new Error('no longer wanted'))
    await next
    await expect(all(started({ last: 'end', items: 1 }, { ...options, signal: end.signal }).stream)).rejects.toThrow('no longer wanted')
  })

  it.each(['end', 'call', 'compress'] as const)('lets an unwanted work stop by itself (%s)', async (last) => {
    const stopped = new Int32Array(new SharedArrayBuffer(4))
    const { stream, made } = started({ last, items: 20, stopped }, options)
    const taken = last === 'end' ? 1 : 20
    for (let n = 0; n < taken; n++) await stream.next()
    // It waits for its consumer or for the main thread, or it computes.
    await expect.poll(() => made.length).toBeGreaterThan(taken)
    await stream.return({ isOver: false, file: 0, environment: [] })
    expect(Atomics.load(stopped, 0)).toBe(1)
  })

  it('waits until the work has stopped by itself where this is requested', async () => {
    const end = new AbortController()
    const { stream, made } = started({ last: 'wait', items: 0 }, { ...options, signal: end.signal, waitForStop: true })
    const next = expect(stream.next()).rejects.toThrow('no longer wanted')
    end.abort(new Error('no longer wanted'))
    await next
    expect(made).toEqual([-1])
  })

  it('fails when the thread ends without a result', async () => {
    await expect(all(started({ last: 'exit', items: 1 }, options).stream)).rejects.toThrow()
  })
})

it('reports progress seldom, but always its end', () => {
  const reported: number[] = []
  const report = paced((done) => reported.push(done))
  for (let done = 1; done <= 10_000; done++) report(done, 10_000)
  expect([reported[0], reported.at(-1)]).toEqual([1, 10_000])
  expect(reported.length).toBeLessThan(100)
})

it('S95: a thread above its memory limit ends alone', async () => {
  const other = started({ last: 'end', items: 100 }, { memory: { megabytes: 64 } })
  await other.stream.next()
  await expect(all(started({ last: 'allocate', items: 0 }, { memory: { megabytes: 32 } }).stream)).rejects.toThrow(/memory/)
  expect((await all(other.stream)).items).toHaveLength(99)
})
