import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, countOrNone, digits, id, idOr0, json, jsonOrNone, keys, text, textOrNone } from '../fields.ts'
import { EXAMPLE_NAME_MAX, EXAMPLE_ROWS_MAX, LIST_PAGES_MAX, PROOF_CHARS_MAX, PROOFS_MAX, REPORT_MAX, ROWS_MAX } from '../limits.ts'
import { PageRow } from './page.ts'

/*
 * "Still true?": what a page was written from, and whether that has changed. A page names its proofs in comments of its text. States:
 * `gone`, `stale`, `due` (of pages: a review), `unknown` (of proofs: the check failed), `unchecked`, `fresh`. Times are Unix seconds, 0
 * for never.
 */

const Proof = z.object({
  proof_id: digits,
  page_id: digits,
  /** The text of the heading of its section; "" before the first one. */
  heading: z.string(),
  /** `file`, `operation`, `table` or `address`. */
  kind: z.string(),
  /** As it is written after `source:`, for example `shop:src/orders.ts#createOrder`. */
  target: z.string(),
  /** Of a file: the repository, the path, and the symbol or the lines (`L12-40`), "" for the whole file. Otherwise "". */
  repo: z.string(),
  path: z.string(),
  selector: z.string(),
  state: z.string(),
  /**
   * Why it is not fresh: `missing`, `ambiguous`, `failed`, `moved`, `pending` (no report yet), `unaccepted` (written by a program, and
   * not accepted by a person), `old` (not seen for 30 days). Otherwise "".
   */
  problem: z.string(),
  /** The person who accepted what was seen: user name and display name; "" for callers who cannot edit the page. */
  accepted_time: digits,
  accepted_by: z.string(),
  accepted_name: z.string(),
  /** The commit that was accepted, and the last one that was reported; "" without. */
  accepted_ref: z.string(),
  seen_time: digits,
  seen_ref: z.string(),
  /** Compares both commits, if the repository has an address for it; http or https. */
  compare_url: z.string(),
})

/**
 * Why a page has its state; the screen makes the sentence. `kind`: `proof` (one of its proofs), `words` (`count` words for places that have
 * changed), `part` (the source no longer has the part of the page), `review`, `example` (its last run failed: `target` is its name, `heading` its environment). `heading` and
 * `target` are those of a proof, or the title of a part.
 */
const Reason = z.object({
  kind: z.enum(['proof', 'words', 'part', 'review', 'example']),
  state: z.string(),
  target: z.string(),
  heading: z.string(),
  count: z.number(),
  /** For editors, of an example: where its answer differed, as `reportExamples` names it. */
  paths: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
})

const owner = { owner_uid: digits, owner_username: z.string(), owner_name: z.string() }

const Review = z.object({
  ...owner,
  /** 0 for none. */
  every_days: digits,
  /** When the next review is due; 0 for never. */
  due: digits,
  checked_time: digits,
  checked_name: z.string(),
  /** Where owner and review come from: `page`, `catalog`, `item`, or "" without any. */
  from: z.string(),
})

const PageTruth = z.object({
  page_id: digits,
  /** "" if the page names no source and has no review. */
  state: z.string(),
  since: digits,
  reasons: z.array(Reason),
  proofs: z.array(Proof),
  review: Review,
  /** 1: the caller can accept. */
  can_accept: digits,
})

const counts = { gone: digits, stale: digits, due: digits, unchecked: digits, fresh: digits }
const Counts = z.object(counts)

const Listed = z.object({
  page_id: digits,
  page_title: z.string(),
  cat_id: digits,
  cat_name: z.string(),
  state: z.string(),
  since: digits,
  reasons: z.array(Reason),
  ...owner,
})

const seen = { repo: z.string(), seen_ref: z.string(), seen_time: digits }
const Repo = z.object({ ...seen, pattern: z.string() })

export type TruthProof = z.output<typeof Proof>
export type TruthReason = z.output<typeof Reason>
export type PageTruth = z.output<typeof PageTruth>
export type TruthRow = z.output<typeof Listed>
export type TruthCounts = z.output<typeof Counts>

export const truth = {
  /** The state of a page with its reasons. With a key instead of an id it is the page of the single-page link. */
  page: read('visitor', { page_id: idOr0, unique_key: text() }, PageTruth),
  /**
   * The pages of the item that the caller can edit and that have a state, the worst first. `state`: "" those that need a look, `all`, or
   * one state. `kind`: of proofs, `file`, `operation`, `table` or `address`; or `words`, `part`, `review`, `example`. `format`: `json` or `csv`.
   */
  list: read(
    'user',
    {
      item_id: id,
      state: text(20),
      owner_uid: idOr0,
      cat_id: countOrNone,
      kind: text(20),
      keyword: text(),
      page: clamped(LIST_PAGES_MAX),
      count: clamped(ROWS_MAX),
      format: text(10),
    },
    z.object({ total: digits, counts: Counts, list: z.array(Listed) }),
  ),
  /** How many pages of the item that the caller can read have each state, and the builds that reported. */
  summary: read('visitor', { item_id: id }, z.object({ ...counts, pages: digits, repos: z.array(z.object(seen)) })),
  /**
   * Writes a proof into the text of the page, as a save of the caller. `proof_id` 0 adds one; an empty `target` removes it. `heading` is
   * the text of the heading of its section; "" is the place before the first heading.
   */
  saveProof: write(
    'user',
    { page_id: id, proof_id: idOr0, heading: text(1000), target: text(PROOF_CHARS_MAX), base_version: countOrNone },
    PageRow,
  ),
  /** "Still true": accepts what was seen last. An empty list accepts all proofs of the page. For persons only. */
  accept: write('user', { page_id: id, proof_ids: jsonOrNone(z.array(id).max(PROOFS_MAX)) }, PageTruth),
  /** The repositories that proofs name. With `pattern`, managers set the address that compares two commits; "" removes it. */
  repos: write('user', { item_id: id, repo: text(40), pattern: textOrNone(1000) }, z.array(Repo)),
}

const ReportedProof = z.object({
  proof_id: id,
  target: z.string().max(PROOF_CHARS_MAX),
  seal: z
    .string()
    .regex(/^[\w:+/=-]{1,128}$/)
    .optional(),
  problem: z.enum(['missing', 'ambiguous', 'failed', 'moved']).optional(),
})

const ReportedExample = z.object({
  page_id: id,
  name: z.string().max(EXAMPLE_NAME_MAX),
  /** As in the text of the page; "" for every environment. */
  env: z.string().max(40),
  /** Of the text that was run. */
  seal: z.string().max(64),
  state: z.enum(['passing', 'failing']),
  /** The status of the answer. */
  status: z.number().int().min(0).max(999),
  ms: z.number().int().min(0).max(3_600_000),
  /** Where the answer differs from the expected one: paths of the expected answer or of the documentation. `problem`: `missing`, `type`, `value`, `status`, `form`. */
  paths: z
    .array(z.object({ path: z.string().max(200), problem: z.enum(['missing', 'type', 'value', 'status', 'form']) }))
    .max(20)
    .optional(),
})

const REPORT_BODY_BYTES_MAX = 2 * 1024 * 1024

/** A documented field of an answer; `*` is any key of a map. */
const AnswerField = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  /** The values that it can have; empty for any. */
  values: z.array(z.string()),
  /** It belongs to one of several alternatives. */
  is_alternative: z.boolean(),
  get fields() {
    return z.array(AnswerField)
  },
})

/** The responses that the description of an operation documents. */
const DocumentedAnswers = z.object({
  page_id: digits,
  method: z.string(),
  path: z.string(),
  /** `status`: `200`, `4XX`, or another text for all other statuses. */
  responses: z.array(
    z.object({
      status: z.string(),
      contents: z.array(z.object({ content_type: z.string(), type: z.string(), fields: z.array(AnswerField) })),
    }),
  ),
  /** The operation has more fields than are sent. */
  is_cut: z.boolean(),
})

export const openTruth = {
  /** The proofs that name this repository; without `repo`, those that are addresses. */
  getProofs: read(
    'visitor',
    { repo: text(40), page: clamped(LIST_PAGES_MAX), count: clamped(ROWS_MAX), ...keys },
    z.object({
      total: digits,
      list: z.array(
        z.object({
          proof_id: digits,
          page_id: digits,
          page_title: z.string(),
          heading: z.string(),
          target: z.string(),
          path: z.string(),
          selector: z.string(),
          /** The seal that a person accepted; "" before the first report. */
          accepted: z.string(),
        }),
      ),
    }),
  ),
  /**
   * What a build saw: of each proof a `seal`, or a `problem`: `missing` (no such file, symbol or address), `ambiguous`, `failed`, or
   * `moved` (an address that has a new one for good). `repo` and `target` must be those of the proof.
   */
  reportProofs: write(
    'visitor',
    { repo: text(40), ref: text(100), results: json(z.array(ReportedProof).min(1).max(REPORT_MAX)), ...keys },
    z.object({
      fresh: digits,
      stale: digits,
      gone: digits,
      unknown: digits,
      refused: digits,
      /** State `refused`: not a proof of this item and repository, or its target has changed. */
      results: z.array(z.object({ proof_id: digits, state: z.string() })),
    }),
    { body: REPORT_BODY_BYTES_MAX },
  ),
  /**
   * The examples of an environment, with those for every one. `cat_name`: of a catalog with all below it. A build fills in the variables
   * `{{name}}`.
   */
  getExamples: read(
    'visitor',
    { env: text(40), cat_name: text(1000), page: clamped(LIST_PAGES_MAX), count: clamped(EXAMPLE_ROWS_MAX), ...keys },
    z.object({
      total: digits,
      list: z.array(
        z.object({
          page_id: digits,
          page_title: z.string(),
          url: z.string(),
          name: z.string(),
          env: z.string(),
          seal: z.string(),
          /** A status, or `2xx`. */
          expect: z.string(),
          /** 1: its author allows that it changes something. */
          is_unsafe: digits,
          method: z.string(),
          address: z.string(),
          headers: z.array(z.object({ name: z.string(), value: z.string() })),
          body: z.string(),
          /** The expected answer; "" without one. */
          response: z.string(),
          /** 1: it is a request of the operation of its page, whose answers are in `documented`. */
          is_documented: digits,
        }),
      ),
      /** The operations of these examples, one per page at most. */
      documented: z.array(DocumentedAnswers),
    }),
  ),
  /** What a build found. Contains neither bodies nor headers nor values. */
  reportExamples: write(
    'visitor',
    { env: text(40), ref: text(100), results: json(z.array(ReportedExample).min(1).max(REPORT_MAX)), ...keys },
    z.object({
      passing: digits,
      failing: digits,
      refused: digits,
      /** State `refused`: not an example of this item and environment, or its text has changed. */
      results: z.array(z.object({ page_id: digits, name: z.string(), env: z.string(), state: z.string() })),
    }),
    { body: REPORT_BODY_BYTES_MAX },
  ),
  /** Counts of the item or of a catalog, and the first 1,000 pages that need a look, the worst first. */
  getTruth: read(
    'visitor',
    { cat_name: text(1000), ...keys },
    z.object({
      counts: Counts,
      stale: z.array(z.object({ page_id: digits, page_title: z.string(), state: z.string(), reasons: z.array(Reason), url: z.string() })),
    }),
  ),
}
