import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Whether pages are still true: proofs, examples, reviews. */

/** An example in the text of a page, with its last run. */
export interface ExampleRun {
  page_id: number
  name: string
  /** '' for every environment. */
  env: string
  item_id: number
  /** 0, 1, 2 … in the order of the text. */
  position: number
  /** The hash of `request`. */
  seal: string
  /** What a build sends and compares: JSON. */
  request: string
  /** '' before the first run, and after a change of the text. */
  state: Generated<'' | 'passing' | 'failing'>
  status: Generated<number>
  ms: Generated<number>
  /** Paths that differ: JSON, at most 4 KB. */
  detail: Generated<string>
  /** The commit of the build. */
  ref: Generated<string>
  /** When it ran; 0 for never. */
  addtime: Generated<number>
}

/** What a section of a page was written from: a comment in its stored text (docs/decisions/0084). */
export interface Proof {
  proof_id: Id
  item_id: number
  page_id: number
  /** 0, 1, 2 … in the order of the text. */
  position: number
  /** The text of the heading of its section; '' before the first one. */
  heading: string
  kind: 'file' | 'operation' | 'table' | 'address'
  /** Of a file: the name of its repository; otherwise ''. */
  repo: string
  target: string
  /** Of an operation: the part that it names; 0 if there is none that its writer can read. */
  part_id: Generated<number>
  /** The seal that a person has accepted; '' before. */
  accepted: Generated<string>
  /** The person, also if what the next report sees is accepted; null after a program has written the proof. */
  accepted_uid: number | null
  accepted_username: Generated<string>
  /** 0 before a seal is accepted. */
  accepted_time: Generated<number>
  accepted_ref: Generated<string>
  /** The seal that was seen last; '' before. */
  seen: Generated<string>
  /** The commit or version in which it was seen. */
  seen_ref: Generated<string>
  /** Also when the check failed. */
  seen_time: Generated<number>
  problem: Generated<'' | 'missing' | 'ambiguous' | 'failed' | 'moved'>
}

/** A repository that builds report from. */
export interface ProofRepo {
  item_id: number
  repo: string
  /** The address that compares two commits, with `{from}` and `{to}`; '' for none. */
  pattern: Generated<string>
  seen_ref: Generated<string>
  seen_time: Generated<number>
}

/** Steward and period of a page, of a catalog (page_id 0), or of the item (both 0). */
export interface Stewardship {
  item_id: number
  page_id: number
  cat_id: number
  /** A person, or a team of the item; both 0 for a period alone. */
  uid: Generated<number>
  team_id: Generated<number>
  /** 0: the period comes from above. -1: no period, even below one. */
  days: Generated<number>
  set_time: number
  /** When the steward lost the right to edit there, and so does not count; 0 while they have it. */
  gone_time: Generated<number>
}

/** A person said that a page is still true: kept as long as the page. */
export interface Verification {
  verification_id: Id
  page_id: number
  item_id: number
  uid: number | null
  username: string
  via: Generated<string>
  version: number
  until: number
  note: Generated<string>
  addtime: number
  /** '' for the mark that holds. */
  ended_reason: Generated<'' | 'changed' | 'sync' | 'import' | 'suggestion' | 'api' | 'verified'>
  ended_time: Generated<number>
  ended_version: Generated<number>
  ended_username: Generated<string>
}

/** What follows for a page from stewardship and verification; made in the transaction that changes one of them (content/review). */
export interface PageReview {
  page_id: number
  item_id: number
  /** As in `page`, so that lists and figures read no texts. */
  cat_id: Generated<number>
  is_del: Generated<number>
  /** The nearest steward that counts, and the nearest period. */
  uid: Generated<number>
  team_id: Generated<number>
  days: Generated<number>
  /** The day of the next review; 0 without a period. */
  due: Generated<number>
  verified_time: Generated<number>
  verified_until: Generated<number>
  verified_version: Generated<number>
  verified_uid: Generated<number | null>
  /** When someone else changed the page; 0 while the mark holds. */
  changed_time: Generated<number>
  /** The steward was informed of this day, up to this step (review/due.rules.ts). */
  told_due: Generated<number>
  told_step: Generated<number>
}

/** A steward offers a page to another person. */
export interface StewardOffer {
  offer_id: Id
  item_id: number
  page_id: number
  from_uid: number
  uid: number
  addtime: number
}

/** The state of a page by its proofs, words, parts and examples; made in the transaction that changes one of them. */
export interface PageState {
  page_id: number
  item_id: number
  state: 'gone' | 'stale' | 'unchecked' | 'fresh'
  /** When it becomes unchecked without a new report; 0 for never. */
  fresh_until: Generated<number>
  since: number
  /** JSON. */
  reasons: string
}
