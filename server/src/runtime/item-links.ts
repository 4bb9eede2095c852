import type { Ctx } from '../context.ts'

/** The URLs of an item's pages: by its number, by its domain, or by page id; on the hosts of this site, below its base path. */
export interface Site {
  item_id: number
  item_domain: string
  base: string
  /** https://docs.example.com */
  origins: string[]
}

/** The public address, and the one of the request. */
export function siteOf(
  { item_id, item_domain }: Pick<Site, 'item_id' | 'item_domain'>,
  { config, headers }: Pick<Ctx, 'config' | 'headers'>,
): Site {
  const requested = headers.host ? [`http://${headers.host}`, `https://${headers.host}`] : []
  const origins = config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).origin, ...requested] : requested
  return { item_id, item_domain, base: config.BASE_PATH, origins }
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Files and pages of the site that a text references, as sign and page_id; slashes can be escaped as in JSON. */
export function refsIn(text: string, { item_id, item_domain }: Pick<Site, 'item_id' | 'item_domain'>) {
  const signs = new Set<string>()
  if (text.includes('visitFile'))
    for (const [, sign = ''] of text.matchAll(/visitFile(?:\\?\/sign\\?\/|[&?]sign=)([0-9a-f]{32})(?![0-9a-f])/gi))
      signs.add(sign.toLowerCase())
  const pages = new Set<number>()
  const names = ['page', String(item_id), ...(item_domain ? [literal(item_domain)] : [])].join('|')
  if (text.includes('/'))
    for (const [, id] of text.matchAll(new RegExp(`/(?:${names})\\\\?/(\\d{1,10})(?!\\d)`, 'gi'))) pages.add(Number(id))
  return { signs: [...signs], pages: [...pages] }
}

/** Returns a function that parses a URL in a page and returns the page of this item that it references. */
export function pageReader({ item_id, item_domain, base, origins }: Site) {
  const names = ['page', String(item_id), ...(item_domain ? [literal(item_domain)] : [])].join('|')
  // Older URLs have the path behind a #.
  const form = new RegExp(`^(?:${literal(base)})?(?:/web)?(?:/?#)?/(?:${names})/(\\d{1,10})/?(?:\\?[^#]*)?(#.*)?$`, 'i')
  return (target: string): { page_id: number; hash: string } | undefined => {
    const origin = origins.find((candidate) => target.startsWith(`${candidate}/`))
    const [, id, hash = ''] = form.exec(origin ? target.slice(origin.length) : target) ?? []
    return id === undefined ? undefined : { page_id: Number(id), hash }
  }
}

const SIGN = /visitFile(?:\/sign\/|[&?]sign=)([0-9a-f]{32})(?![0-9a-f])/i

/** Returns a function that maps a URL in a page to its path in an archive; undefined when the target is not in it. */
export function targetReader(site: Site, files: [sign: string, link: string][], pages: [page_id: number, link: string][]) {
  const [fileOf, pathOf, pageOf] = [new Map(files), new Map(pages), pageReader(site)]
  return (target: string): string | undefined => {
    const sign = SIGN.exec(target)?.[1]?.toLowerCase()
    if (sign !== undefined) return fileOf.get(sign)
    const page = pageOf(target)
    const path = page && pathOf.get(page.page_id)
    return path === undefined ? undefined : path + page?.hash
  }
}
