import type { Readable } from 'node:stream'
import { type ErrorName, errorMessage, Refusal } from '@sheaf/contract/errors'

/**
 * A store does not do what it should. People are told that files cannot be had at the moment; what is wrong, and where, is for
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

  /** The same for whoever may know. */
  told = () => new Refusal(this.reason, this.about)
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

/** What an answer means that is not the one hoped for; of its text only the store's own word for the error is used. */
export function problemInReply(place: string, status: number, body: string): StoreProblem {
  const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(body)?.[1] ?? ''
  const reason = byCode[code] ?? (code ? undefined : byStatus[status]) ?? (status === 507 ? 'storeFull' : 'storeFault')
  return new StoreProblem(reason, { place, problem: `HTTP ${status}${code ? `, ${code}` : ''}` })
}

/** What it means that there was no answer. */
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

/** As what a browser is given a file. */
export interface ContentHeaders {
  type: string
  disposition: string
}

/** Where the bytes of attachments are kept. Names are made by the server; one compliance test runs on every implementation. */
export interface Files {
  /** The name stored with the row, so that files stay found after a change of stores. */
  readonly kind: string
  /** All of it or nothing, and durable when it resolves. Takes bytes, or a file that stays where it is. */
  put: (name: string, from: Buffer | { path: string }) => Promise<void>
  /** A stretch of the file, or all of it; rejects when it is not there, shorter than asked, or as a whole not of this size. */
  read: (name: string, range?: ByteRange, whole?: number) => Promise<Readable>
  size: (name: string) => Promise<number>
  remove: (name: string) => Promise<void>
  /** What is there under names of ours, in no particular order. */
  list: () => AsyncIterable<{ name: string; size: number }>
  /** An address of the store itself where anybody may fetch the file for a few minutes; absent where the operator wants none. */
  link?: (name: string, shown: ContentHeaders) => Promise<string>
  /** Takes away what puts left behind that never ended. */
  sweep: () => Promise<void>
}

/** All stores of this server. Each row names its own; what an administrator chooses decides only where new files go. */
export interface Stores {
  /** The folder of this machine. */
  local: Files
  /** Where new files go. */
  home: () => Promise<Files>
  /** The store that a row names. */
  of: (kind: string) => Promise<Files>
}

const NAME = /^[0-9a-f]{2}\/[0-9a-f]{30,64}$/

export const isStoredName = (name: string) => NAME.test(name)

export function mustBeName(name: string): string {
  if (!NAME.test(name)) throw new Error('not a name of a stored file')
  return name
}
