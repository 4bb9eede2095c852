import { type SqlBool, sql } from 'kysely'
import { firstMembers, STEWARD_MEMBERS_MAX } from '../content/review/steward.store.ts'
import type { Services } from '../context.ts'
import type { Chain, Reason } from './watch.rules.ts'

/*
 * Who is responsible for a page, a catalog or an item watches its changes. Nothing of that is stored: it begins and ends with the
 * stewardship, and what a person sets at the same place counts before it and stays.
 */

type WithStore = Pick<Services, 'store'>
interface Row {
  item_id: number
  page_id: number
  cat_id: number
  uid: number
  team_id: number
}

const placeOf = ({ item_id, page_id, cat_id }: Pick<Row, 'item_id' | 'page_id' | 'cat_id'>) =>
  page_id > 0
    ? { kind: 'page' as const, subject_id: page_id }
    : cat_id > 0
      ? { kind: 'catalog' as const, subject_id: cat_id }
      : { kind: 'item' as const, subject_id: item_id }

/** The people who are responsible at the places of a chain, of a team the first two hundred; with `only`, this person if they are one. */
export async function stewardReasons(
  { store }: WithStore,
  { chain, item_id, page_id, only }: { chain: Chain; item_id: number; page_id: number; only?: number | undefined },
): Promise<Reason[]> {
  const rows = await store.hot<Row>(
    `select item_id, page_id, cat_id, uid, team_id from stewardship
      where item_id = ? and page_id in (0, ?) and gone_time = 0 and (uid > 0 or team_id > 0)`,
    [item_id, page_id],
  )
  const reasons: Reason[] = []
  for (const row of rows) {
    const place = placeOf(row)
    if (!chain.some(({ kind, subject_id }) => kind === place.kind && subject_id === place.subject_id)) continue
    const uids = row.uid > 0 ? [row.uid] : await firstMembers(store.db, item_id, row.team_id)
    for (const uid of uids)
      if (only === undefined || uid === only) reasons.push({ ...place, uid, level: 'changes', source: 'steward', team_id: row.team_id })
  }
  return reasons
}

/** What a person watches because they, or a team of theirs, are responsible. */
export async function watchedAsSteward({ store: { db } }: WithStore, uid: number) {
  const columns = ['s.item_id', 's.page_id', 's.cat_id', 's.team_id', 's.set_time as addtime'] as const
  const own = await db
    .selectFrom('stewardship as s')
    .select(columns)
    .where('s.uid', '=', uid)
    .where('s.uid', '>', 0)
    .where('s.gone_time', '=', 0)
    .execute()
  const byTeam = await db
    .selectFrom('stewardship as s')
    .innerJoin('team', 'team.id', 's.team_id')
    .select([...columns, 'team.team_name'])
    .where('s.team_id', '>', 0)
    .where('s.gone_time', '=', 0)
    .where(
      sql<SqlBool>`exists (select 1 from team_item_member m where m.team_id = s.team_id and m.item_id = s.item_id and m.member_uid = ${uid})`,
    )
    .where(
      sql<SqlBool>`(select count(distinct f.member_uid) from team_item_member f
        where f.team_id = s.team_id and f.item_id = s.item_id and f.member_uid < ${uid}) < ${sql.lit(STEWARD_MEMBERS_MAX)}`,
    )
    .execute()
  return [...own.map((row) => ({ ...row, team_name: '' })), ...byTeam].map(({ item_id, page_id, cat_id, team_id, team_name, addtime }) => ({
    ...placeOf({ item_id, page_id, cat_id }),
    level: 'changes' as const,
    source: 'steward' as const,
    team_id,
    team_name,
    addtime,
  }))
}
