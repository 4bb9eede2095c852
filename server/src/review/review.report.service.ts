import { Readable } from 'node:stream'
import { Refusal, type ReviewFigures } from '@sheaf/contract'
import { mustBeEditor, type Rights } from '../access/access.ts'
import { type CatalogFound, catalogsOfEach } from '../content/catalog.store.ts'
import { stewardsNamed } from '../content/review/steward.store.ts'
import type { Ctx } from '../context.ts'
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts'
import { RawResponse } from '../http/encode.ts'
import { dayOf, startOf } from '../runtime/days.ts'
import { rightsForList } from './review.list.service.ts'
import { type Figure, figuresOf, monthsOf, pagesByCatalog } from './review.list.store.ts'

const MONTHS = 12

type Figures = { [K in keyof ReviewFigures]: ReviewFigures[K] extends string ? string : number }
type Sums = Pick<Figures, 'pages' | 'listed' | 'unowned' | 'with_steward' | 'with_period' | 'verified' | 'changed' | 'due'>
interface Counted {
  sums: Sums
  /** Days of being late, with the number of pages. */
  late: Map<number, number>
  oldest: number
}

const nothing = (): Counted => ({
  sums: { pages: 0, listed: 0, unowned: 0, with_steward: 0, with_period: 0, verified: 0, changed: 0, due: 0 },
  late: new Map(),
  oldest: 0,
})

function add(to: Counted, from: Counted) {
  for (const key of Object.keys(to.sums) as (keyof Sums)[]) to.sums[key] += from.sums[key]
  for (const [days, pages] of from.late) to.late.set(days, (to.late.get(days) ?? 0) + pages)
  if (from.oldest > 0 && (to.oldest === 0 || from.oldest < to.oldest)) to.oldest = from.oldest
}

/** The lower of both middle values, of pages counted by days. */
export function medianOf(late: ReadonlyMap<number, number>): number {
  const total = [...late.values()].reduce((sum, pages) => sum + pages, 0)
  let seen = 0
  for (const [days, pages] of [...late].sort(([one], [other]) => one - other)) {
    seen += pages
    if (seen * 2 >= total) return days
  }
  return 0
}

/** The items whose manager the caller is. */
async function managed(ctx: Ctx<'user'>, item_id: number): Promise<Rights[]> {
  if (item_id > 0) {
    const rights = await mustBeEditor(ctx, item_id)
    if (!rights.manage) throw new Refusal('noPermission')
    return [rights]
  }
  return (await rightsForList(ctx, 0)).filter(({ manage }) => manage)
}

/** The begins of the last months in the time zone of the site, and the end of this one. */
export function monthBounds(now: number, zone: string) {
  const [year = 0, month = 1] = dayOf(now, zone).split('-').map(Number)
  const names = Array.from({ length: MONTHS + 1 }, (_, n) => {
    const at = year * 12 + (month - 1) - (MONTHS - 1) + n
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
  return { names: names.slice(0, MONTHS), bounds: names.map((name) => startOf(`${name}-01`, zone) ?? 0) }
}

/** Each item with its catalogs in the order of the tree; a catalog counts what is below it. */
function rowsOfItem({ item }: Rights, catalogs: CatalogFound[], counted: ReadonlyMap<number, Counted>): Figures[] {
  const sums = new Map([0, ...catalogs.map(({ cat_id }) => cat_id)].map((cat_id) => [cat_id, nothing()]))
  const parents = new Map(catalogs.map(({ cat_id, parent_cat_id }) => [cat_id, parent_cat_id]))
  // A page whose catalog is missing counts for the item.
  for (const [cat_id, own] of counted)
    for (let [at, steps] = [cat_id, 0]; steps < 20; steps++) {
      const sum = sums.get(at)
      if (sum) add(sum, own)
      if (at === 0) break
      at = parents.get(at) ?? 0
    }
  const row = (cat_id: number, cat_name: string, parent_cat_id: number): Figures => {
    const { sums: own, late, oldest } = sums.get(cat_id) ?? nothing()
    const { item_id, item_name } = item
    return { item_id, item_name, cat_id, cat_name, parent_cat_id, ...own, median_days: medianOf(late), oldest_due: oldest }
  }
  return [row(0, '', 0), ...catalogs.map(({ cat_id, cat_name, parent_cat_id }) => row(cat_id, cat_name, parent_cat_id))]
}

export async function reportFor(ctx: Ctx<'user'>, item_id: number) {
  const rights = await managed(ctx, item_id)
  const item_ids = rights.map(({ item }) => item.item_id)
  const items = item_ids.map((id) => ({ item_id: id, scope: 'all' as const }))
  const at = ctx.now()
  const { rows, late } = await figuresOf(ctx.db, items, at)
  const counted = new Map(item_ids.map((id) => [id, new Map<number, Counted>()]))
  const of = ({ item_id, cat_id }: { item_id: number; cat_id: number }) => {
    const inItem = counted.get(item_id)
    const known = inItem?.get(cat_id) ?? nothing()
    inItem?.set(cat_id, known)
    return known
  }
  for (const row of await pagesByCatalog(ctx.db, item_ids)) of(row).sums.pages = Number(row.pages)
  for (const row of rows) {
    const { sums } = of(row)
    sums.listed += Number(row.pages)
    if (row.uid > 0 || row.team_id > 0) sums.with_steward += Number(row.pages)
    else sums.unowned += Number(row.with_period)
    for (const key of ['with_period', 'verified', 'changed', 'due'] as const) sums[key] += Number(row[key])
  }
  for (const row of late) {
    const known = of(row)
    known.late.set(Number(row.days), Number(row.pages))
    const oldest = Number(row.oldest)
    if (known.oldest === 0 || oldest < known.oldest) known.oldest = oldest
  }
  const catalogs = Map.groupBy(await catalogsOfEach(ctx, item_ids), (catalog) => catalog.item_id)
  const figures = rights.flatMap((one) => {
    const { item_id: id } = one.item
    return rowsOfItem(one, catalogs.get(id) ?? [], counted.get(id) ?? new Map())
  })
  const people = loadsOf(rows)
  const nameOf = await stewardsNamed(ctx.db, people)
  const { names, bounds } = monthBounds(at, ctx.config.SITE_TZ)
  const months = await monthsOf(ctx.db, item_ids, bounds, at)
  return {
    rows: figures,
    people: people.map(({ pages, due, soon, verified, ...who }) => ({ ...nameOf(who), pages, due, soon, verified })),
    months: names.map((month, n) => ({ month, verified: 0, ended: 0, valid: 0, ...months[n] })),
  }
}

const PEOPLE_MAX = 500

/** What each steward has to do, the most first. */
function loadsOf(rows: Record<'uid' | 'team_id' | 'pages' | Figure, number>[]) {
  const owned = rows.filter(({ uid, team_id }) => uid > 0 || team_id > 0)
  const found = [...Map.groupBy(owned, ({ uid, team_id }) => `${uid} ${team_id}`).values()].map((own) => {
    const sum = (key: 'pages' | Figure) => own.reduce((total, row) => total + Number(row[key]), 0)
    const { uid, team_id } = own[0] as (typeof own)[number]
    return { uid, team_id, pages: sum('pages'), due: sum('due'), soon: sum('soon'), verified: sum('verified') }
  })
  return found.sort((one, other) => other.due - one.due || other.pages - one.pages || one.uid - other.uid).slice(0, PEOPLE_MAX)
}

const HEAD = [
  'item_id',
  'item',
  'catalog_id',
  'catalog',
  'pages',
  'with_steward',
  'with_period',
  'verified',
  'changed',
  'due',
  'median_days',
  'oldest_due',
]

/** The rows of items and catalogs as a file for spreadsheets (S73). */
export function reportTable(rows: Figures[], ctx: Ctx, item_id: number) {
  const day = (seconds: number) => (seconds > 0 ? dayOf(seconds, ctx.config.SITE_TZ) : '')
  const lines = rows.map((row) =>
    csvLine(
      [
        ...[row.item_id, row.item_name, row.cat_id, row.cat_name, row.pages, row.with_steward, row.with_period],
        ...[row.verified, row.changed, row.due, row.median_days, day(row.oldest_due)],
      ].map(String),
    ),
  )
  return new RawResponse(Readable.from([BYTE_ORDER_MARK + csvLine(HEAD), ...lines]), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="sheaf-review${item_id > 0 ? `-${item_id}` : ''}.csv"`,
    'cache-control': 'no-store',
  })
}
