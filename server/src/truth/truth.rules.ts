import { Refusal, type TruthProof } from '@sheaf/contract'
import { parseProof } from '@sheaf/markdown/proofs'
import { type Moment, proofState } from '../content/proof/proof.rules.ts'
import type { ProofRow } from '../content/proof/proof.store.ts'

/** The address that compares two commits; refuses other schemes than http and https, so that a page cannot hold a script. */
export function patternOf(given: string): string {
  const pattern = given.trim()
  if (pattern === '') return ''
  const example = pattern.replace(/\{(?:from|to)\}/g, 'a')
  const isAddress = /^https?:\/\//i.test(pattern) && !/[\s\p{Cc}]/u.test(pattern) && URL.canParse(example)
  if (!isAddress || !pattern.includes('{from}') || !pattern.includes('{to}')) throw new Refusal('repoPattern')
  const { username, password, host } = new URL(example)
  // A commit cannot choose the host: the builds of a repository send it.
  if (username || password || host !== new URL(pattern.replace(/\{(?:from|to)\}/g, 'b')).host) throw new Refusal('repoPattern')
  return pattern
}

/** Compares what was accepted with what was seen last; "" if that is the same, or unknown. */
const compareUrl = (pattern: string, { accepted_ref, seen_ref }: Pick<ProofRow, 'accepted_ref' | 'seen_ref'>) =>
  pattern === '' || accepted_ref === '' || seen_ref === '' || accepted_ref === seen_ref
    ? ''
    : pattern.replace(/\{(from|to)\}/g, (_, end: string) => encodeURIComponent(end === 'from' ? accepted_ref : seen_ref))

/** A proof for the caller; only editors of the page see names, and what leads to the repository. */
export function shownProof(row: ProofRow & { accepted_name: string }, pattern: string, isEditor: boolean, moment: Moment): TruthProof {
  const { proof_id, page_id, heading, kind, target, repo, accepted_time, accepted_ref, seen_time, seen_ref } = row
  const { path = '', selector = '' } = parseProof(target) ?? {}
  const known = { proof_id, page_id, heading, kind, target, repo, path, selector, ...proofState(row, moment) }
  const seen = { accepted_time, accepted_ref, seen_time, seen_ref }
  const isAccepted = isEditor && row.accepted !== ''
  return {
    ...known,
    ...seen,
    accepted_by: isAccepted ? row.accepted_username : '',
    accepted_name: isAccepted ? row.accepted_name : '',
    compare_url: isEditor && kind === 'file' ? compareUrl(pattern, row) : '',
  }
}
