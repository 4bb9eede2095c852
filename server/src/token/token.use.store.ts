import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

const DAYS = 30
const DAY = 86_400
/** Calls are counted in batches, newest first. Other requests are answered between batches. */
const BATCH_ROWS = 1000
const BATCHES_MAX = 100
const SHOWN_MAX = 50

interface Use {
  calls: number
  last_time: number
}

interface Place {
  addtime: number
  id: number
}

/** Successful calls of an item before a place in its log. The index `token_call_item` has all that is read; its condition has to be literal. */
export const callsOfItem = (db: Db, item_id: number, since: number, before: Place | undefined) =>
  db
    .selectFrom('token_call')
    .select(['id', 'grant_id', 'addtime'])
    .where('item_id', '=', item_id)
    .where(sql<boolean>`item_id > 0 and outcome = 0`)
    .where('addtime', '>=', since)
    .$if(before !== undefined, (rows) => rows.where(sql<boolean>`(addtime, id) < (${before?.addtime}, ${before?.id})`))
    .orderBy('addtime', 'desc')
    .orderBy('id', 'desc')
    .limit(BATCH_ROWS)

/** Successful calls per grant, and the time from which they are counted: later than `since` in an item with very many calls. */
async function usesOf(db: Db, item_id: number, since: number) {
  const uses = new Map<number, Use>()
  let last: Place | undefined
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const calls = await callsOfItem(db, item_id, since, last).execute()
    for (const { grant_id, addtime } of calls) {
      const use = uses.get(grant_id)
      if (use) use.calls++
      else uses.set(grant_id, { calls: 1, last_time: addtime })
    }
    if (calls.length < BATCH_ROWS) return { uses, since }
    last = calls.at(-1)
    await setImmediate()
  }
  return { uses, since: last?.addtime ?? since }
}

/** The tokens and connected programs that used an item in the last 30 days, the most recent ones first. The log keeps `days`. */
export async function tokensOfItem(db: Db, item_id: number, now: number, days: number) {
  const { uses, since } = await usesOf(db, item_id, now - Math.min(DAYS, days) * DAY)
  const newest = [...uses].sort(([, one], [, other]) => other.last_time - one.last_time)
  const ids = newest.slice(0, SHOWN_MAX).map(([grant_id]) => grant_id)
  const grants = await db
    .selectFrom('access_grant as g')
    .innerJoin('user as u', 'u.uid', 'g.uid')
    .select(['g.grant_id', 'g.kind', 'g.name', 'g.level', 'g.until', 'g.ended_time', 'u.username'])
    .where('g.grant_id', 'in', ids.length > 0 ? ids : [0])
    .execute()
  const list = grants
    .map(({ until, ended_time, ...grant }) => ({
      ...grant,
      is_ended: ended_time > 0 || until <= now ? 1 : 0,
      ...(uses.get(grant.grant_id) ?? { calls: 0, last_time: 0 }),
    }))
    .sort((one, other) => other.last_time - one.last_time)
  return { list, total: uses.size, since }
}
