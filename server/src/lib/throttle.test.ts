import { expect, it } from 'vitest'
import { onEachDatabase } from '../test/product.ts'
import { countFailure, failuresOf } from './throttle.ts'

onEachDatabase('failures', (product) => {
  const at = (seconds: number) => ({ store: product.server.house.store, now: () => 1_000_000 + seconds })

  it('are counted by name, for a day after the last one', async () => {
    expect(await failuresOf(at(0), 'a')).toBe(0)
    expect([await countFailure(at(0), 'a'), await countFailure(at(10), 'a'), await countFailure(at(0), 'b')]).toEqual([1, 2, 1])
    expect(await failuresOf(at(86_409), 'a')).toBe(2)
    expect(await failuresOf(at(86_410), 'a')).toBe(0)
    expect(await countFailure(at(86_410), 'a')).toBe(1)
  })

  it('made at once are all counted', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => countFailure(at(0), 'rush')))
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })
})
