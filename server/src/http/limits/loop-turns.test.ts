import { expect, it } from 'vitest'
import { loopTurns } from './loop-turns.ts'

/** A simulated event loop: the test runs its turns, and work in a turn advances its clock. */
function loop() {
  let now = 0
  let next: (() => void)[] = []
  const turns = loopTurns(
    () => now,
    (callback) => next.push(callback),
  )
  const done: string[][] = [[]]
  const work = (name: string, milliseconds: number) => {
    now += milliseconds
    done.at(-1)?.push(name)
  }
  return {
    /** A request of an owner that takes `milliseconds` once it has started. */
    async request(owner: string, name: string, milliseconds: number) {
      const mine = turns.begin(owner)
      if (mine) await mine
      work(name, milliseconds)
    },
    /** Ends the turn and runs the callbacks queued for the next one. */
    async turn() {
      for (let n = 0; n < 20; n++) await undefined
      const now = next
      next = []
      done.push([])
      for (const then of now) {
        then()
        for (let n = 0; n < 20; n++) await undefined
      }
      return next.length > 0
    },
    done,
  }
}

it('starts short requests immediately, all in one turn', async () => {
  const { request, turn, done } = loop()
  for (const name of ['a', 'b', 'c', 'd']) void request('one', name, 1)
  await turn()
  expect(done[0]).toEqual(['a', 'b', 'c', 'd'])
})

it('starts no further request after a long turn, and gives each owner a turn before any owner gets a second', async () => {
  const { request, turn, done } = loop()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'].map(async (name) => request(name[0] as string, name, 20))
  while (await turn());
  await Promise.all(all)
  expect(done.filter((names) => names.length > 0)).toEqual([['a1'], ['a2'], ['b1'], ['c1'], ['a3'], ['c2'], ['a4']])
})

it('starts the next request immediately once the queue is empty', async () => {
  const { request, turn, done } = loop()
  for (const name of ['a', 'b']) void request('one', name, 20)
  while (await turn());
  const turns = done.length
  await request('one', 'c', 1)
  expect(done.at(-1)?.at(-1)).toBe('c')
  expect(done.length).toBe(turns)
})
