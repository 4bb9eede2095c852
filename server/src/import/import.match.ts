import { ID_MAX } from '@sheaf/contract'
import type { PlanCatalog, PlanPage } from '../import-plan/plan.ts'

/** A page of the plan in its place; `page_id` is the page of this title that stands there already. */
export interface PlacedPage {
  page: PlanPage
  page_id: number | undefined
  s_number: number
}

/** A catalog of the plan in its place; `cat_id` is the catalog of this name that stands there already, 0 the item's root. */
export interface Place {
  name: string
  cat_id: number | undefined
  s_number: number
  pages: PlacedPage[]
  places: Place[]
}

/** What stands in an item, in its order. */
export interface Tree {
  catalogs: { cat_id: number; parent_cat_id: number; cat_name: string; s_number: number }[]
  pages: { page_id: number; cat_id: number; page_title: string; s_number: number }[]
}

interface ExistingRow {
  name: string
  id: number
  s_number: number
}

/** The first with this name that nothing else has taken: two of one name meet two of that name, in their order. */
function takeByName(there: ExistingRow[]) {
  const byName = new Map<string, ExistingRow[]>()
  for (const one of there) byName.set(one.name, [...(byName.get(one.name) ?? []), one])
  return (name: string) => byName.get(name)?.shift()
}

/** What stands there keeps its number; what is new follows the one before it in the file, or stands at the end. */
function numbered<T>(
  wanted: T[],
  nameOf: (one: T) => string,
  there: ExistingRow[],
): { one: T; found: ExistingRow | undefined; s_number: number }[] {
  const take = takeByName(there)
  const rows = wanted.map((one) => ({ one, found: take(nameOf(one)) }))
  const isNew = there.length === 0
  let last = Math.max(0, ...there.map((row) => row.s_number))
  const first = rows.find((row) => row.found)?.found
  if (first && !rows[0]?.found) last = Math.max(1, first.s_number - 1)
  return rows.map((row, n) => {
    if (row.found) last = row.found.s_number
    else if (isNew) last = n + 1
    else if (!first) last = Math.min(ID_MAX, last + 1)
    return { ...row, s_number: last }
  })
}

/** Groups of rows by where they stand. */
function groups<T>(rows: T[], keyOf: (row: T) => number, thereOf: (row: T) => ExistingRow) {
  const found = new Map<number, ExistingRow[]>()
  for (const row of rows) {
    const beside = found.get(keyOf(row))
    if (beside) beside.push(thereOf(row))
    else found.set(keyOf(row), [thereOf(row)])
  }
  return found
}

/** Lays a plan over what stands in this catalog of an item (0: its root): same place and name are the same thing. */
export function match(root: PlanCatalog, { catalogs, pages }: Tree, cat_id: number): Place {
  const catsIn = groups(
    catalogs,
    (row) => row.parent_cat_id,
    (row) => ({ name: row.cat_name, id: row.cat_id, s_number: row.s_number }),
  )
  const pagesIn = groups(
    pages,
    (row) => row.cat_id,
    (row) => ({ name: row.page_title, id: row.page_id, s_number: row.s_number }),
  )
  const place = (catalog: PlanCatalog, id: number | undefined, s_number: number): Place => ({
    name: catalog.name,
    cat_id: id,
    s_number,
    pages: numbered(catalog.pages, (page) => page.title, (id === undefined ? undefined : pagesIn.get(id)) ?? []).map(
      ({ one, found, s_number: number }) => ({ page: one, page_id: found?.id, s_number: number }),
    ),
    places: numbered(catalog.catalogs, (below) => below.name, (id === undefined ? undefined : catsIn.get(id)) ?? []).map(
      ({ one, found, s_number: number }) => place(one, found?.id, number),
    ),
  })
  return place(root, cat_id, 0)
}

/** All places, those above before those below. */
export const placesIn = (root: Place): Place[] => [root, ...root.places.flatMap(placesIn)]

/** Whether two ways to lay the same plan find the same catalogs and pages. */
export const isSame = (one: Place, other: Place): boolean =>
  one.cat_id === other.cat_id &&
  one.pages.every((placed, n) => placed.page_id === other.pages[n]?.page_id) &&
  one.places.every((below, n) => isSame(below, other.places[n] as Place))

export function countOf(root: Place) {
  const places = placesIn(root)
  const pages = places.flatMap((place) => place.pages)
  const existing = pages.filter((placed) => placed.page_id !== undefined).length
  return { catalogs: places.filter((place) => place.cat_id === undefined).length, pages: pages.length - existing, existing }
}
