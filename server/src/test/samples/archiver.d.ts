declare module 'archiver' {
  import type { Readable } from 'node:stream'

  /** The part of archiver 8 that the tests use. The package has no types. */
  export class ZipArchive extends Readable {
    constructor(options?: { zlib?: { level?: number } })
    append(source: string | Buffer | Readable, entry: { name: string }): this
    directory(from: string, to: string | false): this
    finalize(): Promise<void>
  }
}
