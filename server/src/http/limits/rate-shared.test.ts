import { Refusal } from '@sheaf/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore, type Store } from '../../db/dialect.ts'
import { migrate } from '../../db/migrate.ts'
import type { Config } from '../../runtime/config.ts'
import { freshDatabase } from '../../test/product.ts'
import { sharedRates } from './rate.ts'

const config = { RATE_LIMITS: 'on', NODE_ENV: 'production' } as Config
let store: Store
beforeAll(async () => {
  store = openStore(await freshDatabase())
  await migrate(store)
})
afterAll(() => store.close())

/** How many of `n` concurrent calls pass, distributed over three processes. */
async function passed(path: string, who: string, n: number) {
  const servers = [0, 1, 2].map(() => sharedRates({ config, store }))
  const all = await Promise.allSettled(Array.from({ length: n }, async (_, k) => servers[k % 3]?.(path, who)))
  for (const result of all) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal)
  return all.filter(({ status }) => status === 'fulfilled').length
}

it('counts every call of all processes for narrow limits', async () => {
  expect(await passed('user/login', 'a', 40)).toBe(10)
  expect(await passed('user/login', 'a', 3)).toBe(0)
  expect(await passed('user/login', 'b', 40)).toBe(10)
  expect(await passed('user/loginByVerify', 'b', 3)).toBe(0)
})

it('never refuses too early, and only slightly too late for wide limits, with few statements', async () => {
  const servers = [0, 1, 2].map(() => sharedRates({ config, store }))
  let count = 0
  for (; count < 700; count++)
    try {
      await servers[count % 3]?.('page/info', 'reader')
    } catch (error) {
      expect(error).toMatchObject({ error: 'tooMany', fill: { seconds: expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) } })
      break
    }
  expect(count).toBeGreaterThanOrEqual(500)
  expect(count).toBeLessThanOrEqual(530)
})

it('starts a new window when the time is over, by the clock of the database', async () => {
  expect(await passed('user/login', 'c', 20)).toBe(10)
  await store.db.updateTable('rate').set({ until: 1 }).where('name', '=', 'user/login c').execute()
  expect(await passed('user/login', 'c', 20)).toBe(10)
})

it('has no limit for calls that are not in the table, and none when switched off', async () => {
  expect(await passed('page/save', 'a', 1000)).toBe(1000)
  const rate = sharedRates({ config: { ...config, RATE_LIMITS: 'off' }, store })
  for (let n = 0; n < 50; n++) await rate('user/login', 'a')
})
