import { appendFileSync, createReadStream } from 'node:fs'
import { escapeXml } from './xml.ts'

const BUFFER = 256 * 1024

/** Text that grows while pages are written and is a part of the document at its end; it waits in a file and not in memory. */
export class Spool {
  private readonly path: string
  private waiting = ''

  constructor(path: string, begins: string) {
    this.path = path
    this.waiting = begins
  }

  add(text: string) {
    this.waiting += text
    if (this.waiting.length > BUFFER) this.write()
  }

  private write() {
    appendFileSync(this.path, this.waiting)
    this.waiting = ''
  }

  end(text: string): AsyncIterable<string> {
    this.waiting += text
    this.write()
    return createReadStream(this.path, 'utf8')
  }
}

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
