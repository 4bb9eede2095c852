import type { Readable } from 'node:stream'

/** Where the bytes of attachments are kept. Names are made by the server; one compliance test runs on every implementation. */
export interface Files {
  /** The name stored with the row, so that files stay found after a change of stores. */
  readonly kind: string
  /** All of it or nothing, and durable when it resolves. Takes bytes, or a file that stays where it is. */
  put: (name: string, from: Buffer | { path: string }) => Promise<void>
  /** A stretch of the file, or all of it; rejects when it is not there or shorter than asked. */
  read: (name: string, range?: { start: number; end: number }) => Promise<Readable>
  size: (name: string) => Promise<number>
  remove: (name: string) => Promise<void>
  /** Takes away what puts left behind that never ended. */
  sweep: () => Promise<void>
}
