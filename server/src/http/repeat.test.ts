import { Readable } from 'node:stream'
import { Refusal } from '@sheaf/contract'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Caller, User } from '../context.ts'
import { refuseRows } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { RawResponse } from './encode.ts'
import { repeats } from './repeat.ts'

onEachDatabase('a repeated request', (product, kind) => {
  const byUser = (uid: number): Caller => ({ session_id: null, user: { uid } as User, grant: undefined })
  const alice = byUser(1)
  const bob = byUser(2)
  const visitor: Caller = { session_id: null, user: null, grant: undefined }
  const byToken = (grant_id: number): Caller => ({ ...alice, grant: { grant_id, name: 'ci', level: 3, items: undefined } })
  let now = 1_000_000
  let count = 0
  let repeat: ReturnType<typeof repeats>
  beforeAll(() => {
    repeat = repeats({ ...product.server.services, now: () => now })
  })
  const make = async () => ({ made: ++count })
  const request = (request_id: string, caller = alice, path = 'item/add') => repeat(path, { request_id }, caller, make)

  it('gets the first response again, while the first runs, afterwards, and after a restart', async () => {
    const all = await Promise.all([request('request-1'), request('request-1'), request('request-1')])
    expect(new Set(all.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await request('request-1')).toEqual(all[0])
    repeat = repeats({ ...product.server.services, now: () => now })
    expect(await request('request-1')).toEqual(all[0])
  })

  it('W31: is recognized per token', async () => {
    const first = await request('request-9', byToken(1))
    expect(await request('request-9', byToken(1))).toEqual(first)
    expect(await request('request-9', byToken(2))).not.toEqual(first)
    expect(await request('request-9')).not.toEqual(first)
  })

  it('is recognized per user and per call', async () => {
    const first = await request('request-2')
    for (const other of [request('request-3'), request('request-2', bob), request('request-2', alice, 'page/save')])
      expect(await other).not.toEqual(first)
    // Also while the first request still runs.
    const concurrent = await Promise.all([request('request-8'), request('request-8', bob), request('request-8', alice, 'page/save')])
    expect(new Set(concurrent.map((response) => JSON.stringify(response))).size).toBe(3)
  })

  it('runs again without an id, without a user, and after a day', async () => {
    expect(await request('')).not.toEqual(await request(''))
    expect(await request('request-4', visitor)).not.toEqual(await request('request-4', visitor))
    const first = await request('request-5')
    now += 86_399
    expect(await request('request-5')).toEqual(first)
    now += 2
    const second = await request('request-5')
    expect(second).not.toEqual(first)
    expect(await request('request-5')).toEqual(second)
  })

  it('runs again if the first was refused, and for streams', async () => {
    const refuse = () => Promise.reject(new Refusal('badInput'))
    await expect(repeat('item/add', { request_id: 'request-6' }, alice, refuse)).rejects.toThrow('badInput')
    expect(await request('request-6')).toEqual({ made: count })
    const file = () => new RawResponse(Readable.from([String(++count)]))
    const before = count
    for (const _ of [1, 2]) await repeat('x/y', { request_id: 'request-7' }, alice, file)
    expect(count).toBe(before + 2)
  })

  it('gives the first answer again if it has no envelope', async () => {
    const plain = () => new RawResponse(Buffer.from(`{"n":${++count}}`), { 'content-type': 'application/json' })
    const first = await repeat('x/y', { request_id: 'request-13' }, alice, plain)
    expect(await repeat('x/y', { request_id: 'request-13' }, alice, plain)).toEqual(first)
  })

  it('W15: is answered only after its response is stored', async () => {
    const restore = await refuseRows(product, 'repeat', 'request_id', 'request-10')
    await expect(request('request-10')).rejects.toThrow('no room')
    await restore()
    const first = await request('request-10')
    expect(await request('request-10')).toEqual(first)
  })

  if (kind === 'postgres')
    it('W15: leaves no lock behind, whether it was answered or refused, so that no other process waits', async () => {
      const held = async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory'
          and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())`.execute(
          product.server.services.store.db,
        )
        return rows[0]?.n
      }
      const before = await held()
      const during: unknown[] = []
      const look = async () => void during.push(await held())
      await repeat('item/add', { request_id: 'request-11' }, alice, async () => ({ made: await look() }))
      const refuse = () => look().then(() => Promise.reject(new Refusal('badInput')))
      await expect(repeat('item/add', { request_id: 'request-12' }, alice, refuse)).rejects.toThrow('badInput')
      expect([before, during, await held()]).toEqual([0, [1, 1], 0])
    })
})
