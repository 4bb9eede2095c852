import { type Hindrance, SELECTED_PAGES_MAX } from '@sheaf/contract'
import { sql } from 'kysely'
import type { ItemHead } from '../access/access.store.ts'
import { covers, type Granted } from '../access/access.ts'
import { editorsOf, rightsOfEach } from '../access/people.ts'
import { sha256 } from '../auth/secrets.ts'
import type { Ctx } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { isInside, type Move, tooDeep } from '../page/selection/move.service.ts'
import { namesOf, pagesIn, pagesOfOthers, type Selection } from '../page/selection/selection.service.ts'

export type Action = 'move' | 'copy' | 'delete'

const isPublic = ({ password_hash }: Pick<ItemHead, 'password_hash'>) => password_hash === ''

/** The reason why an action is refused, and up to five of the names that it concerns. */
function hindranceOf(
  action: Action,
  selection: Selection,
  source: Granted<'edit'>,
  move: Move | undefined,
  ctx: Ctx<'user'>,
): { hindrance: Hindrance; names: string[] } {
  const catalogNames = (rows: { cat_name: string }[]) => namesOf(rows.map((row) => ({ page_title: row.cat_name })))
  if (pagesIn(selection).length > SELECTED_PAGES_MAX) return { hindrance: 'too_many', names: [] }
  if (move && isInside(selection, move)) return { hindrance: 'inside', names: catalogNames(selection.tops) }
  if (move) {
    const deep = tooDeep(selection, move)
    if (deep.length > 0) return { hindrance: 'too_deep', names: catalogNames(deep) }
  }
  const leaves = action === 'delete' || (action === 'move' && move && move.target.item.item_id !== source.item.item_id)
  const foreign = leaves ? pagesOfOthers(selection, source, ctx) : []
  return foreign.length > 0 ? { hindrance: 'of_others', names: namesOf(foreign) } : { hindrance: '', names: [] }
}

/** The people with rights of their own on one of the items. */
async function peopleOf(db: Db, items: ItemHead[]): Promise<number[]> {
  const ids = items.map((item) => item.item_id)
  const own = await db.selectFrom('item_member').select('uid').where('item_id', 'in', ids).execute()
  const byTeam = await db.selectFrom('team_item_member').select('member_uid as uid').where('item_id', 'in', ids).execute()
  return [...new Set([...items.map((item) => item.uid), ...[...own, ...byTeam].map((row) => row.uid)])].filter((uid) => uid !== null)
}

/** Who can read the target and not all of the selection now, and who can read some of it now and not the target. */
async function readersOf(ctx: Ctx<'user'>, { source, target, to_cat_id }: Move, selection: Selection) {
  const people = await peopleOf(ctx.db, [source.item, target.item])
  const before = new Map(await rightsOfEach(ctx, source.item, people))
  const after = new Map(await rightsOfEach(ctx, target.item, people))
  const places = [...new Set([...selection.cat_ids, ...pagesIn(selection).map((page) => page.cat_id)])]
  const gain: number[] = []
  const lose: number[] = []
  for (const uid of people) {
    const visits = before.get(uid)?.visits ?? 'none'
    const reads = covers(after.get(uid)?.visits ?? 'none', to_cat_id)
    if (reads && !places.every((cat_id) => covers(visits, cat_id))) gain.push(uid)
    if (!reads && places.some((cat_id) => covers(visits, cat_id))) lose.push(uid)
  }
  return { gain: gain.toSorted((a, b) => a - b), lose: lose.toSorted((a, b) => a - b) }
}

/** What moves along with these pages, with one query for some hundred of them. */
async function figuresOf(db: Db, page_ids: number[]) {
  const sum = { page_links: 0, mocks: 0, suggestions: 0, threads: 0 }
  for (const part of inParts(page_ids)) {
    const ids = sql.join(part)
    const { rows } = await sql<Record<keyof typeof sum, number | string>>`select
      (select count(*) from page_link where page_id in (${ids})) as page_links,
      (select count(*) from mock where page_id in (${ids})) as mocks,
      (select count(*) from suggestion where page_id in (${ids}) and state = 'open') as suggestions,
      (select count(*) from thread where page_id in (${ids}) and state = 'open') as threads`.execute(db)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += Number(rows[0]?.[name] ?? 0)
  }
  return sum
}

/** How many of the pages lose their steward, because the person or the team has no right to edit at the target. */
async function losingStewards({ store, db }: Ctx<'user'>, { target, to_cat_id }: Move, selection: Selection) {
  const rows: { uid: number; team_id: number }[] = []
  for (const part of inParts(pagesIn(selection).map((page) => page.page_id))) {
    const found = db.selectFrom('page_review').select(['uid', 'team_id']).where('page_id', 'in', part)
    rows.push(...(await found.where((row) => row.or([row('uid', '>', 0), row('team_id', '>', 0)])).execute()))
  }
  if (rows.length === 0) return 0
  const uids = rows.map(({ uid }) => uid)
  const able = new Set(await editorsOf({ store }, target.item, to_cat_id, uids))
  const bound = await db.selectFrom('team_item').select('team_id').where('item_id', '=', target.item.item_id).execute()
  const teams = new Set(bound.map(({ team_id }) => team_id))
  return rows.filter(({ uid, team_id }) => (uid > 0 ? !able.has(uid) : !teams.has(team_id))).length
}

/** The display names of others who edit one of these pages now. */
async function editorsNow(ctx: Ctx<'user'>, page_ids: number[]): Promise<string[]> {
  const names = new Set<string>()
  for (const part of inParts(page_ids)) {
    const locks = ctx.db.selectFrom('page_lock as lock').innerJoin('user', 'user.uid', 'lock.uid').select(['user.username', 'user.name'])
    const rows = await locks
      .where('lock.page_id', 'in', part)
      .where('lock.until', '>', ctx.now())
      .where('lock.uid', '<>', ctx.user.uid)
      .execute()
    for (const row of rows) names.add(row.name || row.username)
  }
  return [...names].slice(0, EDITORS_MAX)
}

const EDITORS_MAX = 20

/** What the action would do. Of two checks with the same `checked` the same pages and catalogs go to the same readers. */
export async function checkOf(ctx: Ctx<'user'>, action: Action, selection: Selection, source: Granted<'edit'>, move?: Move) {
  const page_ids = pagesIn(selection).map((page) => page.page_id)
  const [from, to] = [source.item, move?.target.item ?? source.item]
  const isElsewhere = to.item_id !== from.item_id
  const { gain, lose } = move && isElsewhere ? await readersOf(ctx, move, selection) : { gain: [], lose: [] }
  const becomes_public = isElsewhere && !isPublic(from) && isPublic(to)
  const becomes_private = isElsewhere && isPublic(from) && !isPublic(to)
  const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
  const state = [action, from.item_id, to.item_id, move?.to_cat_id ?? 0, sorted(page_ids), sorted(selection.cat_ids), gain, lose]
  return {
    pages: page_ids.length,
    catalogs: selection.cat_ids.length,
    ...hindranceOf(action, selection, source, move, ctx),
    gain: gain.length,
    lose: action === 'move' ? lose.length : 0,
    becomes_public,
    becomes_private: action === 'move' && becomes_private,
    ...(action === 'copy' ? { page_links: 0, mocks: 0, suggestions: 0, threads: 0 } : await figuresOf(ctx.db, page_ids)),
    stewards: action === 'move' && move && isElsewhere ? await losingStewards(ctx, move, selection) : 0,
    editing: await editorsNow(ctx, page_ids),
    needs_password: action === 'move' && (becomes_public || gain.length > 0),
    checked: sha256(JSON.stringify([...state, becomes_public, becomes_private])),
  }
}
