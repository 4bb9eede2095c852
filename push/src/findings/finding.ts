import { createHash } from 'node:crypto'

export type Rule = 'stale-source' | 'gone-source' | 'breaking-change' | 'risky-change' | 'failed-example'

/** Something that a build found, at a place of the repository. */
export interface Finding {
  rule: Rule
  message: string
  /** A path below the root of the repository, or an address. */
  place: string
  line: number
  page: { title: string; url: string } | undefined
  fingerprint: string
}

/** A page or an operation that was looked at. `failures` are reasons to fail; `errors` say why it could not be checked. */
export interface Case {
  name: string
  failures: { type: string; message: string }[]
  errors: { type: string; message: string }[]
  notes: string[]
}

/** The results of a command for other programs. */
export interface Results {
  command: string
  version: string
  cases: Case[]
  findings: Finding[]
  /** Findings that exist and are not listed. */
  left: number
}

/** The same for the same finding in every run. */
export const fingerprintOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
