import { Refusal } from '@sheaf/contract'
import { beforeAll, expect, it } from 'vitest'
import type { User } from '../context.ts'
import { onEachDatabase } from '../test/product.ts'
import { Sent } from './encode.ts'
import { repeats } from './repeat.ts'

onEachDatabase('a repeated request', (product) => {
  const alice = { uid: 1 } as User
  const bob = { uid: 2 } as User
  let now = 1_000_000
  let count = 0
  let repeat: ReturnType<typeof repeats>
  beforeAll(() => {
    repeat = repeats({ ...product.server.house, now: () => now })
  })
  const make = async () => ({ made: ++count })
  const ask = (request_id: string, user: User | null = alice, path = 'item/add') => repeat(path, { request_id }, user, make)

  it('gets the first answer again, while it is made, afterwards, and after a restart', async () => {
    const all = await Promise.all([ask('request-1'), ask('request-1'), ask('request-1')])
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await ask('request-1')).toEqual(all[0])
    repeat = repeats({ ...product.server.house, now: () => now })
    expect(await ask('request-1')).toEqual(all[0])
  })

  it('is somebody’s own, and one call’s', async () => {
    const first = await ask('request-2')
    for (const other of [ask('request-3'), ask('request-2', bob), ask('request-2', alice, 'page/save')])
      expect(await other).not.toEqual(first)
    // Also while the first one is being made.
    const atOnce = await Promise.all([ask('request-8'), ask('request-8', bob), ask('request-8', alice, 'page/save')])
    expect(new Set(atOnce.map((one) => JSON.stringify(one))).size).toBe(3)
  })

  it('is made anew without an id, without a user, and after a day', async () => {
    expect(await ask('')).not.toEqual(await ask(''))
    expect(await ask('request-4', null)).not.toEqual(await ask('request-4', null))
    const first = await ask('request-5')
    now += 86_399
    expect(await ask('request-5')).toEqual(first)
    now += 2
    const second = await ask('request-5')
    expect(second).not.toEqual(first)
    expect(await ask('request-5')).toEqual(second)
  })

  it('is tried again when the first one was refused, and for files', async () => {
    const refuse = () => Promise.reject(new Refusal('badInput'))
    await expect(repeat('item/add', { request_id: 'request-6' }, alice, refuse)).rejects.toThrow('badInput')
    expect(await ask('request-6')).toEqual({ made: count })
    const file = () => new Sent(Buffer.from(String(++count)))
    const twice = [
      await repeat('x/y', { request_id: 'request-7' }, alice, file),
      await repeat('x/y', { request_id: 'request-7' }, alice, file),
    ]
    expect(twice[0]).not.toEqual(twice[1])
  })
})
