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
