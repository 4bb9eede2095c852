import type { Plan, PlanCatalog, PlanPage } from '../../import-plan/plan.ts'
import { type SampleEntry, sampleFolder, sampleZip } from '../../zip/test/zip-sample.ts'
import { readPlan } from '../plan/plan.ts'

/** Returns a function that plans a handmade zip from a list of entries, or from file names with their texts. */
export function planner() {
  const save = sampleFolder()
  return (files: SampleEntry[] | Record<string, string | Buffer>, fileName = 'Manual.zip', uploadMaxBytes = 4_194_304): Promise<Plan> => {
    const entries = Array.isArray(files) ? files : Object.entries(files).map(([name, data]) => ({ name, data }))
    return readPlan(save(sampleZip(entries)), { fileName, uploadMaxBytes })
  }
}

/** The tree as a list of paths in display order: `Catalog/` and `Catalog/Page`. */
export function outline(catalog: PlanCatalog, path = ''): string[] {
  const pages = catalog.pages.map((page) => ({ order: page.order, rows: [path + page.title] }))
  const catalogs = catalog.catalogs.map((below) => {
    return { order: below.order, rows: [`${path}${below.name}/`, ...outline(below, `${path}${below.name}/`)] }
  })
  return [...pages, ...catalogs].sort((a, b) => a.order - b.order).flatMap(({ rows }) => rows)
}

/** All pages of a plan by entry. */
export function pagesOf(catalog: PlanCatalog): Map<string, PlanPage> {
  const own = catalog.pages.map((page): [string, PlanPage] => [page.entry, page])
  return new Map([...own, ...catalog.catalogs.flatMap((below) => [...pagesOf(below)])])
}

/** The content of the page that was planned from an entry. */
export const contentOf = (plan: Plan, entry: string) => pagesOf(plan.root).get(entry)?.content
