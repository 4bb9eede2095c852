import { refsIn, type Site } from '../runtime/item-links.ts'
import type { ExportPage, ExportSource } from './export.source.ts'
import { linkTo } from './link-to.ts'
import type { MetFiles } from './met-files.ts'

/** Where what a text may name lies in the archive, as it is written in the page's own file. */
export interface PageTargets {
  files: [sign: string, link: string][]
  pages: [page_id: number, link: string][]
}

export interface Archive {
  source: ExportSource
  site: Site
  files: MetFiles
  /** The file of a page. */
  pathOf: (page_id: number) => string | undefined
}

/** What this page may link to, and the signs of all its files that are in the archive, named in the text or not. */
export async function targetsOf({ node, content }: ExportPage, attached: string[], { site, files, pathOf }: Archive) {
  const here = pathOf(node.id) ?? ''
  const refs = refsIn(content, site)
  const targets: PageTargets = { files: [], pages: [] }
  const signs: string[] = []
  for (const sign of new Set([...refs.signs, ...attached])) {
    const path = await files.pathOf(sign)
    if (path === undefined) continue
    signs.push(sign)
    if (refs.signs.includes(sign)) targets.files.push([sign, linkTo(here, path)])
  }
  for (const id of refs.pages) {
    const path = pathOf(id)
    if (path !== undefined) targets.pages.push([id, linkTo(here, path)])
  }
  return { targets, signs }
}
