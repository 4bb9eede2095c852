import type { Spool } from './spool.ts'
import { escapeXml } from './xml.ts'

const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Addresses that are remembered, so that the same one is a relation once. */
const CACHED_LINKS_MAX = 10_000

export const relationXml = (id: string, type: string, target: string, external = false) =>
  `<Relationship Id="${id}" Type="${base}/${type}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`

/** What the document's text leads to: pictures beside it, and other sites. */
export class Relations {
  private readonly spool: Spool
  private readonly links = new Map<string, string>()
  private count = 0

  constructor(spool: Spool) {
    this.spool = spool
  }

  add(type: string, target: string, external = false): string {
    const id = `r${++this.count}`
    this.spool.add(relationXml(id, type, target, external))
    return id
  }

  link(url: string): string {
    const known = this.links.get(url)
    if (known) return known
    const id = this.add('hyperlink', url, true)
    if (this.links.size < CACHED_LINKS_MAX) this.links.set(url, id)
    return id
  }
}
