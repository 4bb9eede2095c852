import { Refusal } from '@sheaf/contract'
import { nameOf, oneLine } from './name.ts'
import type { PlanCatalog, PlanPage, Skipped } from './types.ts'

/** Catalogs inside catalogs; a file that goes deeper is no document, and its readers stop there. */
export const CATALOG_DEPTH_MAX = 64

/** A catalog that stands deeper than there are levels, behind the one it was in. */
function flattenCatalogs(catalog: PlanCatalog, path: string[], skipped: Skipped[]): PlanCatalog[] {
  const name = nameOf([...path, catalog.name].join(' / '))
  skipped.push({ name, reason: 'joined' })
  const below = catalog.catalogs.flatMap((one) => flattenCatalogs(one, [...path, catalog.name], skipped))
  return [{ ...catalog, name, catalogs: [] }, ...below]
}

/** The pages of a catalog for which there is no level at all, named by the way to them. */
function flattenPages(catalog: PlanCatalog, path: string[], skipped: Skipped[]): PlanPage[] {
  const way = [...path, catalog.name]
  skipped.push({ name: oneLine(way.join(' / ')), reason: 'joined' })
  const own = catalog.pages.map((page) => ({ ...page, title: nameOf([...way, page.title].join(' / ')) }))
  return [...own, ...catalog.catalogs.flatMap((one) => flattenPages(one, way, skipped))]
}

/**
 * The tree with so many levels of catalogs: what stands deeper follows the last catalog that fits, named by the way from there, so
 * that every page is kept in its order. Each of them is told.
 */
export function fitLevels(root: PlanCatalog, levels: number, skipped: Skipped[]): PlanCatalog {
  if (levels < 0) throw new Refusal('catalogTooDeep')
  if (levels === 0)
    return { ...root, pages: [...root.pages, ...root.catalogs.flatMap((one) => flattenPages(one, [], skipped))], catalogs: [] }
  const catalogs = root.catalogs.flatMap((one) => {
    if (levels > 1) return [fitLevels(one, levels - 1, skipped)]
    return [{ ...one, catalogs: [] }, ...one.catalogs.flatMap((deep) => flattenCatalogs(deep, [one.name], skipped))]
  })
  return { ...root, catalogs }
}
