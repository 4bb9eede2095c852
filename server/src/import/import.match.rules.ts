import { ID_MAX } from '@sheaf/contract'
import type { PlanCatalog, PlanPage } from '../import-plan/plan.ts'

/** A page of the plan with its position; `page_id` is the existing page with this title, if any. */
export interface PlacedPage {
  page: PlanPage
  page_id: number | undefined
  s_number: number
}

/** A catalog of the plan with its position; `cat_id` is the existing catalog with this name, if any, or 0 for the root. */
export interface Place {
  name: string
  cat_id: number | undefined
  s_number: number
  pages: PlacedPage[]
  places: Place[]
}

/** The existing catalogs and pages of an item, in order. */
export interface Tree {
  catalogs: { cat_id: number; parent_cat_id: number; cat_name: string; s_number: number }[]
  pages: { page_id: number; cat_id: number; page_title: string; s_number: number }[]
}

export interface ExistingRow {
  name: string
  id: number
  s_number: number
}

/** Returns a function that takes the first unused row with a name, so that rows with equal names match in order. */
function takeByName(existing: ExistingRow[]) {
  const byName = new Map<string, ExistingRow[]>()
  for (const entry of existing) byName.set(entry.name, [...(byName.get(entry.name) ?? []), entry])
  return (name: string) => byName.get(name)?.shift()
}

/**
 * Matches entries with existing rows by name, or by the former name if no entry has this name. Existing rows keep their s_number. A new
 * row follows its predecessor in the file, or is at the end.
 */
export function numbered<T extends { formerName?: string }>(
  entries: T[],
  nameOf: (entry: T) => string,
  existing: ExistingRow[],
): { entry: T; found: ExistingRow | undefined; s_number: number }[] {
  const take = takeByName(existing)
  const names = new Set(entries.map(nameOf))
  const byFormer = ({ formerName }: T) => (formerName === undefined || names.has(formerName) ? undefined : take(formerName))
  const rows = entries.map((entry) => ({ entry, found: take(nameOf(entry)) ?? byFormer(entry) }))
  const isNew = existing.length === 0
  let last = Math.max(0, ...existing.map((row) => row.s_number))
  const first = rows.find((row) => row.found)?.found
  if (first && !rows[0]?.found) last = Math.max(1, first.s_number - 1)
  return rows.map((row, n) => {
    if (row.found) last = row.found.s_number
    else if (isNew) last = n + 1
    else if (!first) last = Math.min(ID_MAX, last + 1)
    return { ...row, s_number: last }
  })
}

/** Groups rows by the id of their parent catalog. */
function groups<T>(rows: T[], parentOf: (row: T) => number, toExisting: (row: T) => ExistingRow) {
  const byParent = new Map<number, ExistingRow[]>()
  for (const row of rows) {
    const siblings = byParent.get(parentOf(row))
    if (siblings) siblings.push(toExisting(row))
    else byParent.set(parentOf(row), [toExisting(row)])
  }
  return byParent
}

/** Where the root of a plan belongs: in the catalog that an earlier import made of its folder, or else in `cat_id`. */
export const catalogFor = ({ formerName }: PlanCatalog, { catalogs }: Pick<Tree, 'catalogs'>, cat_id: number) =>
  catalogs.find((row) => row.parent_cat_id === cat_id && row.cat_name === formerName)?.cat_id ?? cat_id

/**
 * Matches a plan with the content of this catalog (0: the root of the item). Entries with the same parent and name are the same. The first
 * page of the plan can be outside, in the catalog `around`.
 */
export function match(root: PlanCatalog, { catalogs, pages }: Tree, cat_id: number, around = cat_id): Place {
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
  const rowsIn = (rows: Map<number, ExistingRow[]>, id: number | undefined) => (id === undefined ? undefined : rows.get(id)) ?? []
  /** `takeOutside` takes one of the pages outside the catalog, of those that no page of the plan matches there. */
  const place = (catalog: PlanCatalog, id: number | undefined, s_number: number, takeOutside: ReturnType<typeof takeByName>): Place => {
    const pages = numbered(catalog.pages, (page) => page.title, rowsIn(pagesIn, id)).map(
      ({ entry, found, s_number: number }): PlacedPage => {
        const outside = entry.isParent && !found ? (takeOutside(entry.title) ?? takeOutside(entry.formerName ?? '')) : undefined
        return { page: entry, page_id: (found ?? outside)?.id, s_number: number }
      },
    )
    const taken = new Set(pages.map(({ page_id }) => page_id))
    const left = takeByName(rowsIn(pagesIn, id).filter((row) => !taken.has(row.id)))
    const places = numbered(catalog.catalogs, (below) => below.name, rowsIn(catsIn, id)).map(({ entry, found, s_number: number }) =>
      place(entry, found?.id, number, left),
    )
    return { name: catalog.name, cat_id: id, s_number, pages, places }
  }
  return place(root, cat_id, 0, takeByName(around === cat_id ? [] : rowsIn(pagesIn, around)))
}

/** All places, parents before children. */
export const placesIn = (root: Place): Place[] => [root, ...root.places.flatMap(placesIn)]

/** Whether two matches of the same plan refer to the same existing catalogs and pages. */
export const isSame = (entry: Place, other: Place): boolean =>
  entry.cat_id === other.cat_id &&
  entry.pages.every((placed, n) => placed.page_id === other.pages[n]?.page_id) &&
  entry.places.every((below, n) => isSame(below, other.places[n] as Place))

/** Counts new catalogs, new pages and existing pages. */
export function countEntries(root: Place) {
  const places = placesIn(root)
  const pages = places.flatMap((place) => place.pages)
  const existing = pages.filter((placed) => placed.page_id !== undefined).length
  return { catalogs: places.filter((place) => place.cat_id === undefined).length, pages: pages.length - existing, existing }
}
