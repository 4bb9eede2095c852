import { expect, it } from 'vitest'
import { onEachDatabase } from '../test/product.ts'
import { countFailure, countTry, failuresOf, uncountTry } from './throttle.ts'

onEachDatabase('failures', (product) => {
  const at = (seconds: number) => ({ store: product.server.services.store, now: () => 1_000_000 + seconds })

  it('count by name, for a day after the last one', async () => {
    expect(await failuresOf(at(0), 'a')).toBe(0)
    expect([await countFailure(at(0), 'a'), await countFailure(at(10), 'a'), await countFailure(at(0), 'b')]).toEqual([1, 2, 1])
    expect(await failuresOf(at(86_409), 'a')).toBe(2)
    expect(await failuresOf(at(86_410), 'a')).toBe(0)
    expect(await countFailure(at(86_410), 'a')).toBe(1)
  })

  it('last no longer than their window when the clock is set back', async () => {
    const day = 86_400
    for (let n = 0; n < 3; n++) await countFailure(at(400 * day), 'back')
    expect(await failuresOf(at(0), 'back')).toBe(3)
    expect(await failuresOf(at(day), 'back')).toBe(0)
    for (let n = 0; n < 3; n++) await countTry(product.server.services.store.db, 'again', at(400 * day).now())
    expect(await countTry(product.server.services.store.db, 'again', at(0).now())).toBe(4)
    expect(await failuresOf(at(day), 'again')).toBe(0)
  })

  it('of a password count from the first try on, and a right password is uncounted', async () => {
    const { db } = product.server.services.store
    const tryAt = (seconds: number) => countTry(db, 'one', at(seconds).now())
    expect([await tryAt(0), await tryAt(80_000)]).toEqual([1, 2])
    await uncountTry(db, 'one')
    expect([await failuresOf(at(86_399), 'one'), await failuresOf(at(86_400), 'one')]).toEqual([1, 0])
    await uncountTry(db, 'one')
    expect(await db.selectFrom('throttle').select('name').where('name', '=', 'one').execute()).toEqual([])
  })

  it('all count when they are concurrent', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => countFailure(at(0), 'rush')))
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })
})
