import { appendFileSync, createReadStream } from 'node:fs'
import { escapeXml } from './xml.ts'

const BUFFER = 256 * 1024

/** Collects the text of a part in a temporary file while pages are written. */
export class Spool {
  private readonly path: string
  private buffer = ''

  constructor(path: string, start: string) {
    this.path = path
    this.buffer = start
  }

  add(text: string) {
    this.buffer += text
    if (this.buffer.length > BUFFER) this.write()
  }

  private write() {
    appendFileSync(this.path, this.buffer)
    this.buffer = ''
  }

  end(text: string): AsyncIterable<string> {
    this.buffer += text
    this.write()
    return createReadStream(this.path, 'utf8')
  }
}

const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Number of URLs that are cached, so that each of them is one relation. */
const CACHED_LINKS_MAX = 10_000

export const relationXml = (id: string, type: string, target: string, external = false) =>
  `<Relationship Id="${id}" Type="${base}/${type}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`

/** Relations of the document's text: pictures and links to other sites. */
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
