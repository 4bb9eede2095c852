import { appendFileSync, createReadStream } from 'node:fs'

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
