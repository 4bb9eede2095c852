import { nameOf } from '../../import-plan/name.ts'
import type { PlanCatalog } from '../../import-plan/types.ts'
import type { Operation } from './operations.ts'
import { type Tag, wayTo } from './tags.ts'

export const emptyCatalog = (name: string): PlanCatalog => ({ name: nameOf(name), order: 0, pages: [], catalogs: [] })

/** Puts a catalog into `root` for each tag that operations have, with the tags it stands in; answers them by the names of the tags. */
export function tagCatalogs(root: PlanCatalog, operations: Operation[], tags: Tag[]): Map<string, PlanCatalog> {
  const known = new Map(tags.map((tag) => [tag.name, tag]))
  const used = new Set(operations.flatMap((operation) => operation.tags))
  const catalogs = new Map<string, PlanCatalog>()
  for (const tag of tags.filter(({ name }) => used.has(name))) {
    let above = root
    for (const { name, title } of wayTo(known, tag)) {
      const made = catalogs.get(name) ?? emptyCatalog(title)
      if (!catalogs.has(name)) above.catalogs.push(made)
      catalogs.set(name, made)
      above = made
    }
  }
  // A tag that others stand in comes where the document lists it, not where the first of them does.
  const rank = (catalog: PlanCatalog) => tags.findIndex(({ name }) => catalogs.get(name) === catalog)
  const ranks = new Map(root.catalogs.map((catalog) => [catalog, rank(catalog)]))
  root.catalogs.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  return catalogs
}
