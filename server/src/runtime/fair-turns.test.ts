import { expect, it } from 'vitest'
import { fairQueue, QueueFull } from './workers.ts'

/** Work that ends on demand, in the order it began. */
function work() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((end) => ends.push(end))
  }
  const finish = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, run, finish }
}

it('gives each owner a turn before any gets a second one', async () => {
  const { begun, run, finish } = work()
  const turns = fairQueue(1, 100)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => turns(name.charAt(0), run(name)))
  while (begun.length < 7) await finish()
  await finish()
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('refuses work when the queue is full, and continues after a failure', async () => {
  const turns = fairQueue(1, 2, 1)
  const { run, finish } = work()
  const first = turns('a', run('first'))
  const failing = expect(turns('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(turns('a', run('more of one'))).rejects.toThrow(QueueFull)
  const other = turns('b', run('second'))
  await expect(turns('c', run('more of all'))).rejects.toThrow(QueueFull)
  await finish()
  await first
  await failing
  await finish()
  await other
  const last = turns('b', run('last'))
  await finish()
  await last
})
