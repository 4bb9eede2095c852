import { expect, it } from 'vitest'
import { fairQueue, inTurn, QueueFull } from './fair-queue.ts'

/** Work that ends on demand, in the order it began. */
function work() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((end) => ends.push(end))
  }
  const finish = async () => {
    await new Promise(setImmediate)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, run, finish }
}

it('gives each owner a turn before any gets a second one', async () => {
  const { begun, run, finish } = work()
  const turns = fairQueue(1, 100)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => inTurn(turns, name.charAt(0), run(name)))
  while (begun.length < 7) await finish()
  await finish()
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('refuses work when the queue is full, and continues after a failure', async () => {
  const turns = fairQueue(1, 2, 1)
  const { run, finish } = work()
  const first = inTurn(turns, 'a', run('first'))
  const failing = expect(inTurn(turns, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(inTurn(turns, 'a', run('more of one'))).rejects.toThrow(QueueFull)
  const other = inTurn(turns, 'b', run('second'))
  await expect(inTurn(turns, 'c', run('more of all'))).rejects.toThrow(QueueFull)
  await finish()
  await first
  await failing
  await finish()
  await other
  const last = inTurn(turns, 'b', run('last'))
  await finish()
  await last
})

it('a waiting owner leaves the queue when its signal aborts, and a turn ends once', async () => {
  const turns = fairQueue(1, 2, 2)
  const end = await turns('a')
  const leaving = new AbortController()
  const left = [turns('b', leaving.signal), turns('b', leaving.signal)].map((turn) => expect(turn).rejects.toThrow('gone'))
  await expect(turns('c')).rejects.toThrow(QueueFull)
  leaving.abort(new Error('gone'))
  await Promise.all(left)
  await expect(turns('b', leaving.signal)).rejects.toThrow('gone')
  const next = turns('c')
  end()
  end()
  const endNext = await next
  let hasTurn = false
  const last = turns('a').then(() => {
    hasTurn = true
  })
  await new Promise(setImmediate)
  expect(hasTurn).toBe(false)
  endNext()
  await last
})
