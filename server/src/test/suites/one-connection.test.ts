import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../product.ts'
import { requestOf } from '../request.ts'
import { everySample } from '../samples/samples.ts'
import { LEAVES_WORLD, makeWorld, type World, worldFor } from '../samples/samples.world.ts'

const { Pool } = pg
class SmallPool extends Pool {
  constructor(config?: pg.PoolConfig) {
    super({ ...config, max: 1 })
  }
}
beforeAll(() => void Object.assign(pg, { Pool: SmallPool }))
afterAll(() => void Object.assign(pg, { Pool }))

const writes = everySample.filter(({ call }) => call.kind === 'write')

/*
 * A transaction that waits for a second connection of the pool can wait forever, when all connections belong to such transactions. With a
 * pool of one connection, a single request shows it.
 */
onEachDatabase('a pool of one connection', (product, kind) => {
  let world: World
  let isUsedUp = false
  beforeAll(async () => {
    world = await makeWorld(product)
  })

  // SQLite has no pool: a few calls show there that the test itself is right.
  it.each(kind === 'postgres' ? writes : writes.slice(0, 3))('R20: $path takes no second connection in a transaction', async (sample) => {
    if (isUsedUp || sample.path.startsWith('user/')) world = await worldFor(product, sample, world)
    isUsedUp = !LEAVES_WORLD.test(sample.path)
    const { headers } = sample.call.access === 'admin' ? product.admin : world.alice
    const reply = await product.send(requestOf(sample, sample.fields(world), headers))
    expect([reply.statusCode, reply.body]).toEqual([expect.any(Number), expect.not.stringContaining('databaseAway')])
    expect(reply.statusCode).toBeLessThan(500)
  })
})
