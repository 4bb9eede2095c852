import { setTimeout as wait } from 'node:timers/promises'
import type { Services, User } from '../context.ts'
import { Sent } from './encode.ts'

const RESPONSE_LIFETIME_SECONDS = 86_400
/** Milliseconds between two looks whether another process has made it. */
const LOCK_POLL_MS = 100

/**
 * W15: the same user repeating a creating call with the same request_id gets the first answer again, also while the first is still
 * being made, and nothing is made twice, by whichever process of several it is asked. One that dies over it leaves it to the next.
 */
export function repeats({ store, now }: Services) {
  const running = new Map<string, Promise<unknown>>()

  async function first(path: string, request_id: string, uid: number, make: () => unknown) {
    const known = await store.db
      .selectFrom('repeat')
      .select('answer')
      .where('uid', '=', uid)
      .where('request_id', '=', request_id)
      .where('path', '=', path)
      .where('addtime', '>', now() - RESPONSE_LIFETIME_SECONDS)
      .executeTakeFirst()
    if (known) return JSON.parse(known.answer) as unknown
    const result = await make()
    if (!(result instanceof Sent)) {
      const row = { uid, request_id, path, answer: JSON.stringify(result), addtime: now() }
      await store.db
        .insertInto('repeat')
        .values(row)
        .onConflict((conflict) => conflict.columns(['uid', 'request_id', 'path']).doUpdateSet(row))
        .execute()
    }
    return result
  }

  /** Alone of all processes; whoever comes later finds the answer. */
  async function alone(key: string, make: () => Promise<unknown>) {
    const { keeper } = store
    if (!keeper) return make()
    let giveBack = await keeper.take(`repeat ${key}`)
    while (!giveBack) {
      await wait(LOCK_POLL_MS)
      giveBack = await keeper.take(`repeat ${key}`)
    }
    return make().finally(giveBack)
  }

  return (path: string, input: unknown, user: User | null, make: () => unknown): unknown => {
    const request_id = (input as { request_id?: string }).request_id
    if (!request_id || !user || path === 'import/progress' || path.startsWith('export/')) return make()
    const key = `${user.uid} ${path} ${request_id}`
    const same = running.get(key)
    if (same) return same
    const made = alone(key, () => first(path, request_id, user.uid, make)).finally(() => running.delete(key))
    running.set(key, made)
    return made
  }
}
