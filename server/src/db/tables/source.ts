import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Sources of pages and their parts. */

export type SourceKind = 'openapi' | 'database'

/** What pages of an item follow: the description of an API, or the structure of a database. */
export interface Source {
  source_id: Id
  item_id: number
  /** The catalog that has its pages; 0 for the root. */
  cat_id: number
  kind: SourceKind
  /** Its name in the blocks of pages; unique in the item. */
  name: string
  title: string
  /** The language of generated texts. */
  language: string
  /** The version that pages show; 0 before the first. */
  version_id: Generated<number>
  /** What happens to the page of a part that is gone and that has no words of people. */
  on_gone: 'bin' | 'keep'
  /** Which parts get pages. */
  views: 'operations' | 'all'
  uid: number | null
  addtime: number
  check_time: number
  request_id: Generated<string>
}

/** A source as it was received once. */
export interface SourceVersion {
  version_id: Id
  source_id: number
  /** 1, 2, 3 … within the source. */
  seq: number
  /** Of the bytes as received, in hex. */
  sha256: string
  /** The bytes as received, compressed. */
  bytes: Buffer
  size: number
  file_name: string
  label: string
  commit_id: string
  branch: string
  commit_time: number
  uid: number | null
  username: string
  via: Generated<string>
  addtime: number
  /** `held`: too many parts would go, so a manager decides. `dropped`: a manager has refused it. */
  state: 'applied' | 'held' | 'dropped'
  /** Counts and problems as JSON. */
  report: string
  /** What it changes for those who use the API, as JSON. */
  changes: Generated<string>
  /** The description as compressed JSON, of a YAML file that pages show. */
  document: Generated<Buffer | null>
}

/** A part of a source as pages show it: an operation, a webhook, a schema, the introduction. */
export interface SourcePart {
  part_id: Id
  source_id: number
  kind: string
  /** Unique among the parts of this kind. */
  part_key: string
  /** The operationId; '' without. */
  name: string
  method: string
  path: string
  title: string
  /** SHA-256 of all that its page shows. */
  seal: string
  /** SHA-256 of its method, its path and its fields without texts; '' if that is unknown. */
  shape: Generated<string>
  /** Characters of the Markdown of its page; 0 if they are not known. */
  chars: Generated<number>
  /** Its call or its Markdown as compressed JSON, with the addresses of pages as links. */
  body: Buffer
  /** Its own page; 0 for none. */
  page_id: Generated<number>
  /** The title that the source gave to the page. */
  title_base: string
  /** 1: its page no longer has its block; no other page is made for it. */
  is_detached: Generated<number>
  since_seq: number
  /** The version that no longer has it; 0 while it is there. */
  gone_seq: Generated<number>
  /** Of a table or an operation: what counts for coverage, and what of it the source describes. */
  describable: Generated<number>
  described: Generated<number>
  /** The paths of the rest as JSON. */
  gaps: Generated<string>
}

/** Words of people in the block of a page, with what the source said when they were written. */
export interface SourceWord {
  page_id: number
  path: string
  mode: 'replace' | 'add'
  part_id: number
  words: string
  base: string
  state: 'same' | 'moved_on' | 'adopted' | 'homeless'
  /** Who wrote them; null if it is not known. */
  uid: number | null
}

/** A part that is gone and a new one that may be the same: a question to people. */
export interface SourceMatch {
  match_id: Id
  source_id: number
  /** The version that asked. */
  version_id: number
  from_part: number
  to_part: number
  /** In thousandths. */
  score: number
  state: 'open' | 'yes' | 'no'
  uid: number | null
  username: Generated<string>
  decided_time: Generated<number>
}

/** A change that a manager has accepted: builds no longer fail because of it. */
export interface SourceAccepted {
  source_id: number
  /** Of the change, in hex. */
  seal: string
  reason: string
  uid: number | null
  username: string
  addtime: number
}

/** The newest comparison of a branch that found breaking or risky changes. */
export interface SourceCheck {
  source_id: number
  branch: string
  label: string
  commit_id: string
  addtime: number
  /** As in `source_version`. */
  changes: string
}

/** Another instance of a database, as it was received last. */
export interface SourceInstance {
  source_id: number
  name: string
  file_name: string
  /** Of the file, in hex. */
  sha256: string
  /** The file, compressed. */
  bytes: Buffer
  label: string
  addtime: number
  check_time: number
  /** The version that it was compared with; 0 for none. */
  version_id: number
}

/** How an instance differs from the version that pages show. */
export interface SourceDrift {
  source_id: number
  instance: string
  position: number
  /** Of the part, as in `source_part`; tables that only the instance has are no part. */
  kind: string
  part_key: string
  label: string
  rule: string
  path: string
  value_main: string
  value_here: string
  seal: string
  since: number
}

/** Changes of words about the schemas of a source. Pages show them up to `done_seq`; they are composed again up to `seq`. */
export interface SourceRenewal {
  source_id: number
  seq: number
  done_seq: number
}

/** The address that a source is fetched from; `every_hours` is 0 when only a person fetches it. */
export interface SourceFetch {
  source_id: number
  url: string
  every_hours: number
  /** A header of the request, with its sealed value; "" without. */
  header_name: string
  header_sealed: string
  etag: Generated<string>
  /** Of the bytes that were fetched last, in hex. */
  sha256: Generated<string>
  next_time: number
  claimed_until: Generated<number>
  check_time: Generated<number>
  /** Why the last fetch failed; "" after a success. */
  problem: Generated<string>
  problem_since: Generated<number>
  failures: Generated<number>
}

/** A former key of a part: a block with it still shows the part. */
export interface SourceAlias {
  source_id: number
  kind: string
  part_key: string
  part_id: number
}

/** The parts that the blocks of a page show. */
export interface PagePart {
  page_id: number
  part_id: number
}
