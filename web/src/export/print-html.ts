/** The place of a page in the print view. */
export const placeOf = (page_id: string) => `page-${page_id}`

/**
 * A page's HTML among those of other pages: its anchors are its own, links to pages that are printed with it lead to their places, and
 * pictures load at once, for paper has no scrolling.
 */
export function printHtml(html: string, page_id: string, item_id: string, printed: ReadonlySet<string>): string {
  const own = (id: string) => `${placeOf(page_id)}-${id}`
  return html.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/(\sid=")([^"]+)"/, (_, start: string, id: string) => `${start}${own(id)}"`)
      .replace(/(\shref=")#([^"]+)"/, (_, start: string, id: string) => `${start}#${own(id)}"`)
      .replace(/(\shref=")[^"#?]*\/(\w+)\/(\d+)(?:#[^"]*)?"/, (whole, start: string, item: string, page: string) =>
        (item === item_id || item === 'page') && printed.has(page) ? `${start}#${placeOf(page)}"` : whole,
      )
      .replace(/\sloading="lazy"/, ''),
  )
}
