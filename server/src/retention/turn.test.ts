import { expect, it } from 'vitest'
import { onEachDatabase } from '../test/product.ts'
import { claimTurn } from './retention.store.ts'
import { tidyInTurn } from './retention.ts'

onEachDatabase('retention by several processes', (product) => {
  it('runs in one process per hour, for any number of concurrent claims', async () => {
    const { db } = product.server.services.store
    const at = 1_800_000_000
    const turns = await Promise.all(Array.from({ length: 8 }, () => claimTurn(db, at)))
    expect(turns.filter(Boolean)).toHaveLength(1)
    expect(await claimTurn(db, at + 1800)).toBe(false)
    expect(await claimTurn(db, at + 3600)).toBe(true)
    // A claim from a clock that was a year ahead blocks no other process.
    expect(await claimTurn(db, at + 365 * 86_400)).toBe(true)
    expect(await claimTurn(db, at + 7200)).toBe(true)
  })

  it('does the work only with a claim', async () => {
    const { services } = product.server
    const { db } = services.store
    const at = (seconds: number) => ({ ...services, now: () => services.now() + seconds })
    const leave = () => db.insertInto('captcha').values({ session_id: 0, answer: 'x', until: 1 }).execute()
    const left = async () => (await db.selectFrom('captcha').selectAll().where('session_id', '=', 0).execute()).length
    await db.deleteFrom('throttle').execute()
    await leave()
    await tidyInTurn(at(10))
    expect(await left()).toBe(0)
    await leave()
    await tidyInTurn(at(20))
    expect(await left()).toBe(1)
    await tidyInTurn(at(3700))
    expect(await left()).toBe(0)
  })
})
