import { refsIn, type Site } from '../runtime/item-links.ts'
import type { ExportPage, ExportSource } from './export.source.ts'
import type { LinkedFiles } from './met-files.ts'

const encode = (part: string) => encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The address of one file as it is written in another. */
function linkTo(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let same = 0
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++
  return [...here.slice(same).map(() => '..'), ...there.slice(same).map(encode)].join('/')
}

/** Where what a text may name lies in the archive, as it is written in the page's own file. */
export interface PageTargets {
  files: [sign: string, link: string][]
  pages: [page_id: number, link: string][]
}

export interface Archive {
  source: ExportSource
  site: Site
  files: LinkedFiles
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
