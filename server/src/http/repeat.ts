import { isUtf8 } from 'node:buffer'
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller, Services } from '../context.ts'
import { RawResponse } from './encode.ts'

const RESPONSE_LIFETIME_SECONDS = 86_400
/** Milliseconds between two attempts to take the lock that another process holds. */
const LOCK_POLL_MS = 100
/** Their responses contain a secret, which is never stored in clear text. These calls recognize a repeated request themselves. */
const UNSTORED = ['token/save', 'adminAgent/saveClient', 'webhook/save']

/** Marks the stored text of an answer without the envelope: no JSON begins with it. */
const RAW = 'raw '

function storedForm(result: unknown): string | undefined {
  if (!(result instanceof RawResponse)) return JSON.stringify(result)
  const { body, headers, status } = result
  // The answers of uploads. A text that is damaged by the way through a string, and another status, are never answered again.
  return Buffer.isBuffer(body) && status === 200 && isUtf8(body) ? `${RAW}${JSON.stringify({ body: body.toString(), headers })}` : undefined
}

function answerIn(stored: string): unknown {
  if (!stored.startsWith(RAW)) return JSON.parse(stored)
  const { body, headers } = JSON.parse(stored.slice(RAW.length))
  return new RawResponse(Buffer.from(body), headers)
}

/**
 * W15: a user who repeats a creating call with the same request_id gets the first response again, also while the first request still runs.
 * Nothing is created twice, whichever process serves the request. If a process dies, the next request runs the call.
 */
export function repeats({ store, now }: Services) {
  const running = new Map<string, Promise<unknown>>()

  async function findOrMake(path: string, request_id: string, uid: number, make: () => unknown) {
    const known = await store.db
      .selectFrom('repeat')
      .select('answer')
      .where('uid', '=', uid)
      .where('request_id', '=', request_id)
      .where('path', '=', path)
      .where('addtime', '>', now() - RESPONSE_LIFETIME_SECONDS)
      .executeTakeFirst()
    if (known) return answerIn(known.answer)
    const result = await make()
    const answer = storedForm(result)
    if (answer !== undefined) {
      const row = { uid, request_id, path, answer, addtime: now() }
      await store.db
        .insertInto('repeat')
        .values(row)
        .onConflict((conflict) => conflict.columns(['uid', 'request_id', 'path']).doUpdateSet(row))
        .execute()
    }
    return result
  }

  /** Runs `make` under a lock that all processes share; a later request then finds the stored response. */
  async function locked(key: string, make: () => Promise<unknown>) {
    const { locks } = store
    if (!locks) return make()
    let release = await locks.take(`repeat ${key}`)
    while (!release) {
      await wait(LOCK_POLL_MS)
      release = await locks.take(`repeat ${key}`)
    }
    return make().finally(release)
  }

  return (path: string, input: unknown, { user, grant }: Caller, make: () => unknown): unknown => {
    const sent = (input as { request_id?: string }).request_id
    // Two tokens of a person do not receive the responses of each other (W31).
    const request_id = sent && grant ? `${grant.grant_id}:${sent}` : sent
    if (!request_id || !user || path === 'import/progress' || path.startsWith('export/')) return make()
    const key = `${user.uid} ${path} ${request_id}`
    const same = running.get(key)
    if (same) return same
    const once = UNSTORED.includes(path) ? async () => make() : () => findOrMake(path, request_id, user.uid, make)
    const made = locked(key, once).finally(() => running.delete(key))
    running.set(key, made)
    return made
  }
}
