import { screenSegments } from '@sheaf/contract/routes'

/** The addresses of a site as its texts contain them. */
export interface LinkSite {
  /** What absolute addresses begin with. */
  root: string
  /** The base path, "" for none. */
  base: string
  /** The origin of the public address. */
  origin: string | undefined
}

/** The path and hash of a page in an address; older addresses have the path behind a #. */
const PAGE = /^(?:\/web)?(?:\/?#)?\/([A-Za-z0-9]{1,100})\/(\d{1,10})\/?(?:\?[^#]*)?(#.*)?$/

/** The path of an address on this site, below its base path; undefined for another site and for a relative address. */
function pathOn({ base, origin }: LinkSite, target: string): string | undefined {
  const path = origin !== undefined && target.startsWith(`${origin}/`) ? target.slice(origin.length) : target
  if (!path.startsWith('/') || path.startsWith('//')) return undefined
  return base && path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

/** The target of a link or picture in a file for programs: pages as Markdown, and all addresses of this site absolute. */
export function markdownTarget(target: string, kind: 'link' | 'image', site: LinkSite): string | undefined {
  const path = pathOn(site, target)
  if (path === undefined) return undefined
  const [, segment = '', page_id, hash = ''] = (kind === 'link' && PAGE.exec(path)) || []
  const isPage = page_id !== undefined && (segment === 'page' || !screenSegments.has(segment))
  return isPage ? `${site.root}/${segment}/${page_id}.md${hash}` : site.root + path
}

/** A title as the first line of a file. */
export const withTitle = (title: string, text: string) => `# ${title.replace(/[\\`*_[\]<>{}&~$#!|]/g, '\\$&')}\n\n${text}`
