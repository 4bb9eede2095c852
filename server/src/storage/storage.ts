import type { Readable } from 'node:stream'
import { type ErrorName, errorMessage, Refusal } from '@sheaf/contract/errors'

/**
 * A file store has failed. Users get a general message that files are not available; the reason and the place are only for
 * administrators and the log.
 */
export class StoreProblem extends Refusal {
  readonly reason: ErrorName
  readonly about: Record<string, string>
  constructor(reason: ErrorName, about: Record<string, string> = {}) {
    super('storeDown')
    this.reason = reason
    this.about = about
    this.message = errorMessage(reason, 'en', about)
  }

  /** The refusal with the reason, for administrators. */
  asRefusal = () => new Refusal(this.reason, this.about)
}

const byCode: Record<string, ErrorName> = {
  InvalidAccessKeyId: 'storeKey',
  InvalidAccessKey: 'storeKey',
  SignatureDoesNotMatch: 'storeSecret',
  RequestTimeTooSkewed: 'storeClock',
  NoSuchBucket: 'storeBucket',
  InvalidBucketName: 'storeBucket',
  AuthorizationHeaderMalformed: 'storeRegion',
  PermanentRedirect: 'storeRegion',
  TemporaryRedirect: 'storeRegion',
  IllegalLocationConstraintException: 'storeRegion',
  SecondLevelDomainForbidden: 'storeAddressing',
  AccessDenied: 'storeDenied',
  QuotaExceeded: 'storeFull',
  XMinioStorageFull: 'storeFull',
  InsufficientStorage: 'storeFull',
}
const byStatus: Record<number, ErrorName> = { 301: 'storeRegion', 307: 'storeRegion', 403: 'storeDenied', 507: 'storeFull' }

/** Maps an error response to a problem; of its body only the error code of the store is used. */
export function problemInReply(place: string, status: number, body: string): StoreProblem {
  const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(body)?.[1] ?? ''
  const reason = byCode[code] ?? (code ? undefined : byStatus[status]) ?? (status === 507 ? 'storeFull' : 'storeFault')
  return new StoreProblem(reason, { place, problem: `HTTP ${status}${code ? `, ${code}` : ''}` })
}

/** Maps a connection error to a problem. */
export function problemOfConnection(place: string, error: unknown): StoreProblem {
  if (error instanceof StoreProblem) return error
  const { code, message } = error as { code?: string; message?: string }
  const problem = (code ?? message ?? 'unknown').slice(0, 80)
  return new StoreProblem(/CERT|SIGNED|VERIFY|SSL|TLS|EPROTO/.test(problem) ? 'storeTls' : 'storeSilent', { place, problem })
}

export interface ByteRange {
  start: number
  end: number
}

/** The content headers of a file for a browser. */
export interface ContentHeaders {
  type: string
  disposition: string
}

/** A store for the bytes of attachments. The server generates the names; one compliance test runs on every implementation. */
export interface Files {
  /** The store name in the rows of its files, so that they are found after a change of stores. */
  readonly kind: string
  /** Atomic, and durable when it resolves. Takes bytes, or a file, which is copied. */
  put: (name: string, from: Buffer | { path: string }) => Promise<void>
  /** A range of the file, or all of it; rejects when the file is missing, shorter than the range, or not of size `whole`. */
  read: (name: string, range?: ByteRange, whole?: number) => Promise<Readable>
  size: (name: string) => Promise<number>
  remove: (name: string) => Promise<void>
  /** The stored files with valid names, in no particular order. */
  list: () => AsyncIterable<{ name: string; size: number }>
  /** A URL of the store where a browser can fetch the file for a few minutes; absent unless the operator allows it. */
  link?: (name: string, shown: ContentHeaders) => Promise<string>
  /** Deletes the remains of interrupted puts. */
  sweep: () => Promise<void>
}

/** All stores of this server. Each row names its own; the setting decides only where new files go. */
export interface Stores {
  /** The folder on this machine. */
  local: Files
  /** The store of new files. */
  home: () => Promise<Files>
  /** The store with the name in a row. */
  of: (kind: string) => Promise<Files>
}

const NAME = /^[0-9a-f]{2}\/[0-9a-f]{30,64}$/

export const isStoredName = (name: string) => NAME.test(name)

export function mustBeName(name: string): string {
  if (!NAME.test(name)) throw new Error('not a name of a stored file')
  return name
}
