import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import { refreshReviews } from './review.store.ts'

/** A person, or a team. */
export type Leaver = { uid: number } | { team_id: number }

/** How many pages of an item have no one responsible since someone left. */
export interface Unowned {
  item_id: number
  pages: number
}

/** The pages of an item for which this person or team is responsible. */
export async function pagesOfSteward(db: Db, item_id: number, leaver: Leaver) {
  const rows = db.selectFrom('page_review').select('page_id').where('item_id', '=', item_id).where('is_del', '=', 0)
  const theirs = 'uid' in leaver ? rows.where('uid', '=', leaver.uid) : rows.where('team_id', '=', leaver.team_id)
  return (await theirs.execute()).map(({ page_id }) => page_id)
}

/** How many of these pages have no one now. A page without a period has no row when no one is responsible. */
export async function countUnowned(db: Db, page_ids: number[]) {
  let owned = 0
  for (const part of inParts(page_ids)) {
    const rows = db.selectFrom('page_review').select('page_id').where('page_id', 'in', part)
    owned += (await rows.where((row) => row.or([row('uid', '>', 0), row('team_id', '>', 0)])).execute()).length
  }
  return page_ids.length - owned
}

/** A person or a team is responsible for nothing any more, in all items or in one; the next above counts. */
export async function leaveStewardships(db: Db, leaver: Leaver, item_id = 0): Promise<Unowned[]> {
  const own = db.selectFrom('stewardship').select('item_id').distinct()
  const theirs = 'uid' in leaver ? own.where('uid', '=', leaver.uid) : own.where('team_id', '=', leaver.team_id)
  const items = await (item_id > 0 ? theirs.where('item_id', '=', item_id) : theirs).execute()
  const found: Unowned[] = []
  for (const row of items) {
    const before = await pagesOfSteward(db, row.item_id, leaver)
    const set = db.updateTable('stewardship').set({ uid: 0, team_id: 0, gone_time: 0 }).where('item_id', '=', row.item_id)
    await ('uid' in leaver ? set.where('uid', '=', leaver.uid) : set.where('team_id', '=', leaver.team_id)).execute()
    await db
      .deleteFrom('stewardship')
      .where('item_id', '=', row.item_id)
      .where('uid', '=', 0)
      .where('team_id', '=', 0)
      .where('days', '=', 0)
      .execute()
    await refreshReviews(db, row.item_id, 'all')
    found.push({ item_id: row.item_id, pages: await countUnowned(db, before) })
  }
  return found
}
