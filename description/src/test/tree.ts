/** A tree of pages, as a description or the plan of an import has it. */
interface Tree<Page> {
  name: string
  order: number
  pages: Page[]
  catalogs: Tree<Page>[]
}

/** The tree as a list of paths in display order: `Catalog/` and `Catalog/Page`. */
export function outline(catalog: Tree<{ title: string; order: number }>, path = ''): string[] {
  const pages = catalog.pages.map((page) => ({ order: page.order, rows: [path + page.title] }))
  const catalogs = catalog.catalogs.map((below) => {
    return { order: below.order, rows: [`${path}${below.name}/`, ...outline(below, `${path}${below.name}/`)] }
  })
  return [...pages, ...catalogs].sort((a, b) => a.order - b.order).flatMap(({ rows }) => rows)
}

/** All pages of a tree by entry. */
export function pagesOf<Page extends { entry: string }>(catalog: Tree<Page>): Map<string, Page> {
  const own = catalog.pages.map((page): [string, Page] => [page.entry, page])
  return new Map([...own, ...catalog.catalogs.flatMap((below) => [...pagesOf(below)])])
}
