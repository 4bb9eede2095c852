import type { ItemHead } from '../access/access.store.ts'
import { covers } from '../access/access.ts'
import { rightsOfEach } from '../access/people.ts'
import { countUnowned, type Leaver, pagesOfSteward } from '../content/review/leave.store.ts'
import { refreshReviews } from '../content/review/review.store.ts'
import { stewardsNamed } from '../content/review/steward.store.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { notifyUnowned } from '../notice/steward-notice.store.ts'
import { voidOffers } from './offer.store.ts'

const stewardsOf = (trx: Db, item_id: number) =>
  trx
    .selectFrom('stewardship as s')
    .leftJoin('page', (join) => join.onRef('page.page_id', '=', 's.page_id').on('s.page_id', '>', 0))
    .select(['s.page_id', 's.cat_id', 's.uid', 's.team_id', 's.gone_time', 'page.cat_id as place'])
    .where('s.item_id', '=', item_id)
    .where((row) => row.or([row('s.uid', '>', 0), row('s.team_id', '>', 0)]))
    .execute()

type Row = Awaited<ReturnType<typeof stewardsOf>>[number]

/** Which of these rows count: the person can edit there, the team belongs to the item. */
async function ableIn(trx: Db, store: Store, item: ItemHead, rows: Row[]) {
  const services = { store: { ...store, db: trx } as Store }
  const rights = new Map(
    await rightsOfEach(
      services,
      item,
      rows.map(({ uid }) => uid),
    ),
  )
  const bound = await trx.selectFrom('team_item').select('team_id').where('item_id', '=', item.item_id).execute()
  const teams = new Set(bound.map((row) => row.team_id))
  return ({ uid, team_id, page_id, cat_id, place }: Row) =>
    uid > 0 ? covers(rights.get(uid)?.edits ?? 'none', page_id > 0 ? (place ?? 0) : cat_id) : teams.has(team_id)
}

/**
 * Stewards who lost the right to edit at their place do not count, and do again when they have it: their pages fall to the next above, and
 * the owner of the item is informed once of those that have no one. Part of a transaction, whose connection reads everything.
 */
export async function settleStewards(trx: Db, store: Store, item: ItemHead, at: number) {
  const { item_id } = item
  const rows = await stewardsOf(trx, item_id)
  if (rows.length === 0) return
  const isAble = await ableIn(trx, store, item, rows)
  const changed = rows.filter((row) => isAble(row) !== (row.gone_time === 0))
  if (changed.length === 0) return
  for (const row of changed)
    await trx
      .updateTable('stewardship')
      .set({ gone_time: row.gone_time === 0 ? at : 0 })
      .where('item_id', '=', item_id)
      .where('page_id', '=', row.page_id)
      .where('cat_id', '=', row.cat_id)
      .execute()
  const gone = changed.filter(({ gone_time }) => gone_time === 0)
  const lost = [...Map.groupBy(gone, ({ uid, team_id }) => `${uid} ${team_id}`).values()].flatMap(([first]) => first ?? [])
  const pages = new Map<Row, number[]>()
  for (const row of lost) pages.set(row, await pagesOfSteward(trx, item_id, leaverOf(row)))
  await refreshReviews(trx, item_id, 'all')
  await voidOffers(trx, item_id)
  const named = await stewardsNamed(trx, lost)
  for (const [row, page_ids] of pages) {
    const { name, username, team_name } = named(row)
    await notifyUnowned(trx, [{ item_id, pages: await countUnowned(trx, page_ids) }], name || username || team_name, at)
  }
}

const leaverOf = ({ uid, team_id }: Row): Leaver => (uid > 0 ? { uid } : { team_id })
