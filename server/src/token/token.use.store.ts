import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

const DAYS = 30
const DAY = 86_400
/** Calls are counted in batches from the newest one, because they have no index by item. Other requests are answered between batches. */
const BATCH_ROWS = 2000
const BATCHES_MAX = 50
const SHOWN_MAX = 50

interface Use {
  calls: number
  last_time: number
}

/** The calls below this id, newest first: how many of each grant concern the item, and how far the batch reaches. */
const batchBefore = (db: Db, before: number | undefined, item_id: number, since: number) =>
  db
    .with('newest', (query) =>
      query
        .selectFrom('token_call')
        .select(['id', 'grant_id', 'item_id', 'page_id', 'outcome', 'addtime'])
        .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(BATCH_ROWS),
    )
    .selectFrom('newest as c')
    // A call that names a page alone concerns the item that has this page now.
    .leftJoin('page as p', (join) => join.on('c.item_id', '=', 0).onRef('p.page_id', '=', 'c.page_id'))
    .select('c.grant_id')
    .select((row) => {
      const counts = row.and([
        row('c.outcome', '=', 0),
        row('c.addtime', '>=', since),
        row.or([row('c.item_id', '=', item_id), row('p.item_id', '=', item_id)]),
      ])
      return [
        row.fn.countAll<number>().as('rows'),
        row.fn.min<number>('c.id').as('lowest'),
        row.fn.min<number>('c.addtime').as('oldest'),
        sql<number>`sum(case when ${counts} then 1 else 0 end)`.as('calls'),
        sql<number>`max(case when ${counts} then c.addtime else 0 end)`.as('last_time'),
      ]
    })
    .groupBy('c.grant_id')
    .execute()

/** Successful calls per grant, and the time from which they are counted. */
async function usesOf(db: Db, item_id: number, since: number) {
  const uses = new Map<number, Use>()
  let before: number | undefined
  let oldest = since
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const found = await batchBefore(db, before, item_id, since)
    for (const { grant_id, calls, last_time } of found) {
      if (Number(calls) === 0) continue
      const known = uses.get(grant_id) ?? { calls: 0, last_time: 0 }
      uses.set(grant_id, { calls: known.calls + Number(calls), last_time: Math.max(known.last_time, Number(last_time)) })
    }
    oldest = Math.min(...found.map((one) => Number(one.oldest)))
    const rows = found.reduce((sum, one) => sum + Number(one.rows), 0)
    if (rows < BATCH_ROWS || oldest < since) return { uses, since }
    before = Math.min(...found.map(({ lowest }) => lowest))
    await setImmediate()
  }
  return { uses, since: oldest }
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
