import { expect, it } from 'vitest'
import { loopTurns } from './loop-turns.ts'

/** An event loop that turns when the test says so, and whose clock is moved by the work that is done in a turn. */
function loop() {
  let now = 0
  let next: (() => void)[] = []
  const turns = loopTurns(
    () => now,
    (then) => next.push(then),
  )
  const done: string[][] = [[]]
  const work = (name: string, milliseconds: number) => {
    now += milliseconds
    done.at(-1)?.push(name)
  }
  return {
    /** A request of this owner that takes so long once it has begun. */
    async request(owner: string, name: string, milliseconds: number) {
      const mine = turns.begin(owner)
      if (mine) await mine
      work(name, milliseconds)
    },
    /** Ends the turn: what waits for the next one comes. */
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

it('requests that take little are begun at once, all in one turn', async () => {
  const { request, turn, done } = loop()
  for (const name of ['a', 'b', 'c', 'd']) void request('one', name, 1)
  await turn()
  expect(done[0]).toEqual(['a', 'b', 'c', 'd'])
})

it('a turn that has taken its time begins no further one, and each owner gets a turn before anyone gets a second', async () => {
  const { request, turn, done } = loop()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'].map(async (name) => request(name[0] as string, name, 20))
  while (await turn());
  await Promise.all(all)
  expect(done.filter((one) => one.length > 0)).toEqual([['a1'], ['a2'], ['b1'], ['c1'], ['a3'], ['c2'], ['a4']])
})

it('when those that waited are through, the next is begun at once', async () => {
  const { request, turn, done } = loop()
  for (const name of ['a', 'b']) void request('one', name, 20)
  while (await turn());
  const turns = done.length
  await request('one', 'c', 1)
  expect(done.at(-1)?.at(-1)).toBe('c')
  expect(done.length).toBe(turns)
})
