declare module 'archiver' {
  import type { Readable } from 'node:stream'

  /** The parts of archiver 8 in use; it comes without types. */
  export class ZipArchive extends Readable {
    constructor(options?: { zlib?: { level?: number } })
    append(source: string | Buffer | Readable, entry: { name: string }): this
    directory(from: string, to: string | false): this
    finalize(): Promise<void>
  }
}
