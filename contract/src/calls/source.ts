import * as z from 'zod'
import { read, write } from '../call.ts'
import {
  bytes,
  clamped,
  countOrNone,
  digits,
  flag,
  id,
  idOr0,
  json,
  jsonOrNone,
  keys,
  name,
  nothing,
  requestId,
  text,
  textOrNone,
} from '../fields.ts'
import { LIST_PAGES_MAX, ROWS_MAX } from '../limits.ts'
import { Heading, PageRow } from './page.ts'

/** What pages of an item are kept in step with: a description of an API, or the structure of a database. */
const SourceRow = z.object({
  source_id: digits,
  item_id: digits,
  /** The catalog that has its pages; 0 for the root. */
  cat_id: digits,
  /** `openapi` or `database`. */
  kind: z.string(),
  /** Its name in the blocks of pages. */
  name: z.string(),
  title: z.string(),
  /** The number of the version that pages show, its label, and when it came, in Unix seconds; 0 and "" before the first. */
  seq: digits,
  label: z.string(),
  version_time: digits,
  addtime: digits,
  /** When it was received last, also without changes. */
  check_time: digits,
  /** `applied`, or `held`: a newer version waits for a manager. */
  state: z.string(),
  /** The version that waits, for those who can edit the catalog: its number, label, and the parts that would go; 0 and "" for none. */
  held_seq: digits,
  held_label: z.string(),
  held_gone: digits,
  /** Since when it could not be fetched from its address, in Unix seconds; 0 if that works, or if it has none. */
  failing_since: digits,
  /** Its parts, those with a page, and those that the source no longer has but that still have a page. */
  parts: digits,
  pages: digits,
  gone: digits,
  /** Tables and columns of a database that can be described, those that its comments describe, and those that only people describe. */
  describable: digits,
  described: digits,
  described_here: digits,
})

/** Another instance of a database. `differences`: of its structure from the version that pages show; at most 500. */
const Instance = z.object({
  name: z.string(),
  label: z.string(),
  addtime: digits,
  check_time: digits,
  is_compared: digits,
  differences: digits,
})

const NamedPart = z.object({ kind: z.string(), key: z.string(), title: z.string(), method: z.string(), path: z.string() })

const Version = z.object({
  version_id: digits,
  seq: digits,
  label: z.string(),
  commit: z.string(),
  branch: z.string(),
  commit_time: digits,
  file_name: z.string(),
  /** In bytes, as received. */
  size: digits,
  sha256: z.string(),
  username: z.string(),
  author_name: z.string(),
  via: z.string(),
  addtime: digits,
  /** `applied`, `held` or `dropped`. */
  state: z.string(),
  is_current: digits,
  /** Pages that it made, changed, and moved to the recycle bin, and parts that stay on their page though they are gone. */
  made: digits,
  changed: digits,
  binned: digits,
  kept: digits,
  /** Parts that are gone in it; of a held version, those that would go. Titles of the first of them. */
  gone: digits,
  gone_titles: z.array(z.string()),
  breaking: digits,
  risky: digits,
  safe: digits,
  words: digits,
})

const Word = z.object({
  page_id: digits,
  page_title: z.string(),
  path: z.string(),
  /** `replace`, or `add` for words below those of the source. */
  mode: z.string(),
  state: z.string(),
  /** What people wrote, what the source said then, and what it says now; "" for nothing. */
  words: z.string(),
  base: z.string(),
  now: z.string(),
  /** Of words that are homeless: the place to which they most likely belong, '' for none, and free places of the part, at most 100. */
  suggested: z.string(),
  homes: z.array(z.string()),
})
export type SourceWord = z.output<typeof Word>

/** Words of one page in the block of its own part. Without a place in the source, `now` is "" and the state is `homeless`. */
const PageWord = Word.omit({ page_id: true, page_title: true })

/** Words that one request decides about, and characters of words for one place. */
const WORDS_MAX = 200
const WORD_CHARS_MAX = 64 * 1024
const Decision = z.object({
  page_id: id,
  path: z.string().max(500),
  mode: z.enum(['replace', 'add']),
  choice: z.enum(['ours', 'theirs', 'both', 'drop', 'new', 'move']),
  to: z.string().max(500).optional(),
  words: z.string().max(WORD_CHARS_MAX).optional(),
})

const Problem = z.object({ name: z.string(), reason: z.string() })

/** A change of the API as a sentence. `class`: `breaking`, `risky`, `safe` or `words`. */
const ChangeText = z.object({ class: z.string(), text: z.string() })
/**
 * A change with its page, 0 for none, and with the manager who has accepted it; "" and 0 if it is not accepted. A named schema without a
 * page has the introduction as page, which shows its view, and its name as `schema`; others have "".
 */
const ChangeRow = ChangeText.extend({
  page_id: digits,
  schema: z.string(),
  seal: z.string(),
  accepted_by: z.string(),
  accepted_time: digits,
  reason: z.string(),
})
export type SourceChange = z.output<typeof ChangeRow>
/** `breaking_accepted` and `risky_accepted`: those of them that a manager has accepted. */
const classCounts = {
  ...{ breaking: z.number(), risky: z.number(), safe: z.number(), words: z.number() },
  ...{ breaking_accepted: z.number(), risky_accepted: z.number() },
}

/** A part that is gone and a new one that may be the same. Pages in the recycle bin and missing ones are 0. */
const Match = z.object({
  match_id: digits,
  kind: z.string(),
  from_title: z.string(),
  from_method: z.string(),
  from_path: z.string(),
  from_page_id: digits,
  to_title: z.string(),
  to_method: z.string(),
  to_path: z.string(),
  to_page_id: digits,
})

/** The page of a part that the source no longer has. */
const GonePart = z.object({
  kind: z.string(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  page_id: digits,
  page_title: z.string(),
  /** The version that no longer has it. */
  seq: digits,
  label: z.string(),
  /** Who saved the page last; "" if people have not saved it. */
  writer: z.string(),
})

/** What builds have compared on a branch, with changes that the version that pages show does not have. */
const Check = z.object({ branch: z.string(), label: z.string(), commit: z.string(), addtime: digits, changes: z.array(ChangeRow) })

/** What a version did. `held`: too much would go, nothing was changed. `older`: the present version is newer. `same`: the same bytes. */
const Report = z.object({
  source_id: digits,
  version_id: digits,
  seq: digits,
  state: z.enum(['applied', 'same', 'held', 'older', 'checked']),
  parts: z.number(),
  made: z.number(),
  changed: z.number(),
  binned: z.number(),
  kept: z.number(),
  gone: z.number(),
  /** Pages of an earlier push that are those of tables now. */
  adopted: z.number().optional(),
  /** Titles of the first parts that are gone. */
  gone_titles: z.array(z.string()),
  problems: z.array(Problem),
  /** What changed for those who use the API: the numbers of changes, and the first of them, the worst first. */
  ...classCounts,
  changes: z.array(ChangeText.extend({ is_accepted: z.number() })),
})
/** The view of a named schema, on the introduction page of its source. */
const SchemaView = z.object({
  page_id: digits,
  item_id: digits,
  cat_id: digits,
  /** Of the introduction. */
  page_title: z.string(),
  name: z.string(),
  html: z.string(),
  headings: z.array(Heading),
  needs: z.array(z.string()),
  /** Rendering exceeded its limits. */
  plain: z.boolean(),
})

/** The part that a block of a page shows, for the preview of its editor. */
const BlockPart = z.object({
  /** Markdown, for a page that is not the part's own; "" otherwise. */
  brief: z.string(),
  /** For its own page: the part as JSON; "" if it is too large for a preview. */
  part: z.string(),
  /** The schemas that its types name, and the address of the page that shows them. */
  schemas: z.union([z.object({ names: z.array(z.string()), address: z.string() }), z.null()]),
})
export type BlockPart = z.output<typeof BlockPart>

export type SourceReport = z.output<typeof Report>
export type SourceVersion = z.output<typeof Version>

/** Where a version comes from. `commit_time` in Unix seconds; a version before the present one is refused as `older`, unless `force`. */
const origin = { label: text(200), commit: text(100), branch: text(200), commit_time: countOrNone, force: flag }

const file = { files: 'import' } as const

/** The address that a source is fetched from, "" for none; `***` for callers who do not manage the item. */
const Schedule = z.object({
  url: z.string(),
  /** 1, 6, 24 or 168; 0: only when a manager asks for it. */
  every_hours: z.number(),
  /** A header of the request; its value is never returned. */
  header_name: z.string(),
  next_time: digits,
  check_time: digits,
  /**
   * Why the last fetch failed, "" after a success: `status:404`, `timeout`, `name`, `unreachable`, `certificate`, `brokenOff`, `moved`,
   * `tooBig`, `header`, or `refused:` and the name of an error. Since when, in Unix seconds.
   */
  problem: z.string(),
  problem_since: digits,
  /** 0 if the operator has switched requests to other servers off. */
  is_on: digits,
})

/** A table or a column (`orders`, `orders.qty`) that has another name now. */
const Rename = z.object({ from: z.string().min(1).max(500), to: z.string().min(1).max(500) })

/** A page that an earlier push has written for a table, and the hash of its text then. */
const Adopted = z.object({ page_id: id, key: z.string().min(1).max(400), hash: z.string().max(50) })

export const source = {
  /** The sources of the item whose catalogs the caller can read. */
  list: read('visitor', { item_id: id }, z.array(SourceRow)),
  /** Parts that the source has now, whose title, path or key contains every word of `keyword`; at most 50. */
  parts: read('visitor', { source_id: id, keyword: text() }, z.array(NamedPart.extend({ page_id: digits }))),
  detail: read(
    'user',
    { source_id: id },
    SourceRow.extend({
      on_gone: z.string(),
      views: z.string(),
      language: z.string(),
      left_out: z.array(NamedPart),
      instances: z.array(Instance),
    }),
  ),
  /**
   * Multipart `file`: a description of an API in JSON or YAML, or the structure of a database as sheaf-push and tbls write it, also
   * compressed with gzip. Each operation or table becomes a page of the catalog.
   * `views`: `operations`, or `all` to give named schemas pages, too. `on_gone`: `bin` or `keep`.
   */
  add: write(
    'user',
    {
      item_id: id,
      cat_id: idOr0,
      name: name(40),
      title: text(),
      views: text(20),
      on_gone: text(20),
      label: text(200),
      request_id: requestId,
    },
    z.object({ source_id: digits, report: Report }),
    file,
  ),
  /** Absent fields keep their value. */
  update: write('user', { source_id: id, title: textOrNone(), on_gone: textOrNone(20) }, nothing),
  /** `pages`: `keep` as plain pages, or `bin`. Requires the own password. */
  delete: write('user', { source_id: id, pages: text(20), password: text() }, nothing),
  /** Multipart `file`: a newer version of the description. */
  push: write('user', { source_id: id, ...origin, request_id: requestId }, Report, file),
  /**
   * What waits for people, on pages that the caller can edit. `words`: those whose place in the source has changed. `state`: `moved_on`,
   * `adopted` (the source has taken them over) or `homeless` (the source has no such place any more). `matches`: parts that may have been
   * renamed. `gone`: pages of parts that the source no longer has. `checks`: breaking and risky changes that builds have found.
   */
  result: read(
    'user',
    { source_id: id, language: text(2) },
    z.object({ words: z.array(Word), matches: z.array(Match), gone: z.array(GonePart), checks: z.array(Check) }),
  ),
  /**
   * Decides about words. `choice`: `ours` keeps them, `theirs` and `drop` remove them, `both` puts them below those of the source, `new`
   * replaces them by `words`, `move` puts them at the free place `to`. Each page is saved once, as a save of the caller.
   */
  decide: write(
    'user',
    { source_id: id, words: json(z.array(Decision).min(1).max(WORDS_MAX)) },
    z.object({ done: z.number(), refused: z.array(z.object({ page_id: digits, path: z.string(), error: z.string() })) }),
  ),
  /**
   * Says whether the new part of a question is the former one. `choice`: `yes` gives the former page the new part, and moves the page that
   * was made for it to the recycle bin, unless people have changed that one (`kept_page_id`); `no` ends the question.
   */
  decideMatch: write('user', { source_id: id, match_id: id, choice: text(10) }, z.object({ page_id: digits, kept_page_id: digits })),
  /** Accepts a breaking or risky change by its seal: builds no longer fail because of it. */
  accept: write('user', { source_id: id, seal: text(64), reason: text(500) }, nothing),
  /** Takes an accepted change back. */
  unaccept: write('user', { source_id: id, seal: text(64) }, nothing),
  /**
   * What people wrote in the block of the page's own part, for its editors; `unreadable` are lines of the block that are no words.
   * `schemas`: the pages of the schemas that the part uses, with the words on them, as far as the caller can edit them.
   */
  words: read(
    'user',
    { page_id: id },
    z.object({
      version: digits,
      source_id: digits,
      words: z.array(PageWord),
      unreadable: z.array(z.string()),
      schemas: z.array(z.object({ schema: z.string(), page_id: digits, item_id: digits, version: digits, words: z.array(PageWord) })),
    }),
  ),
  /**
   * The part that a block of a page shows, for editors of the page; for a new page, `page_id` is 0 and `item_id` is its item. A block that
   * readers would see as code is not found.
   */
  part: read('user', { page_id: idOr0, item_id: idOr0, kind: text(20), source: text(40), key: text(500) }, BlockPart),
  /**
   * Writes words of people for one place of the page's own part; "" removes them. `mode`: `replace` or `add`; with `alone`, the same save
   * removes the words of the other mode. With `schema` they are words everywhere this schema of the page's source is used: the page of the
   * schema is saved, `base_version` is its version, and the answer is its row.
   */
  saveWords: write(
    'user',
    {
      page_id: id,
      path: text(500),
      words: text(WORD_CHARS_MAX),
      mode: text(20),
      base_version: countOrNone,
      alone: flag,
      schema: text(200),
    },
    PageRow,
    { body: WORD_CHARS_MAX * 4 },
  ),
  /** What a version changed for those who use the API, the worst first; at most 500. Without `version_id`: the version that pages show. */
  changes: read('visitor', { source_id: id, version_id: idOr0, language: text(2) }, z.array(ChangeRow)),
  /**
   * What the version with the number `to_seq` changed since `from_seq`, the worst first; at most 500 changes are listed. Only changes of
   * parts that the caller can read; `breaking`, `risky`, `safe` and `words` are their numbers.
   */
  compare: read(
    'visitor',
    { source_id: id, from_seq: id, to_seq: id, language: text(2) },
    z.object({ breaking: digits, risky: digits, safe: digits, words: digits, changes: z.array(ChangeRow) }),
  ),
  schedule: read('user', { source_id: id }, Schedule),
  /** An empty `url` ends it. `header_value` `********` keeps the stored value. */
  saveSchedule: write(
    'user',
    { source_id: id, url: text(2000), every_hours: countOrNone, header_name: text(100), header_value: text(4000) },
    Schedule,
  ),
  /** Fetches now. Without a report and without a problem, the address has the bytes of the last fetch. */
  fetch: write('user', { source_id: id }, z.object({ report: z.union([Report, z.null()]), problem: z.string() })),
  versions: read(
    'user',
    { source_id: id, page: clamped(LIST_PAGES_MAX), count: clamped(ROWS_MAX) },
    z.object({ list: z.array(Version), total: digits }),
  ),
  /** The bytes of a version as they were received; without `version_id`, those of the version that pages show. */
  file: read('visitor', { source_id: id, version_id: idOr0 }, bytes),
  /**
   * The present version as a file. `form`: `source` for the bytes as received, `words` for the description with the words of people in
   * place, in its own format, or `overlay` for an OpenAPI Overlay 1.0 document of these words. `format` of an overlay: `json` or `yaml`;
   * by default that of the description.
   */
  export: read('visitor', { source_id: id, form: text(20), format: text(20) }, bytes),
  /**
   * A named schema as HTML: its fields, and the operations that use it and that the caller can read. `page_id`: the introduction of its
   * source. Only readers of the whole source, or of an operation that uses it, can see it.
   */
  schema: read('visitor', { page_id: id, name: text(200), language: text(2) }, SchemaView),
  /** Decides about a version that is held: `apply` or `drop`. */
  release: write('user', { source_id: id, version_id: id, action: text(20) }, Report),
  /** Makes the page of a part that was left out again: a deleted page is restored, otherwise a new page is created. */
  /** Also without such an instance. For managers. */
  removeInstance: write('user', { source_id: id, instance: text(40) }, nothing),
  putBack: write('user', { source_id: id, kind: text(20), key: text(500) }, z.object({ page_id: digits })),
  /** The page keeps its composed text as its own and is no longer kept in step. */
  detach: write('user', { page_id: id }, nothing),
}

export const openSource = {
  /**
   * Multipart `file`. Makes the source with this name, or brings it up to date. `cat_name` is the path of the catalog for a new source.
   * `mode=check` compares and writes nothing.
   */
  pushSource: write(
    'visitor',
    {
      name: name(40),
      title: text(),
      cat_name: text(1000),
      mode: text(20),
      instance: text(40),
      adopt: jsonOrNone(z.array(Adopted).max(5000)),
      renames: jsonOrNone(z.array(Rename).max(1000)),
      ...origin,
      request_id: requestId,
      ...keys,
    },
    Report,
    file,
  ),
  getSources: read('visitor', keys, z.array(SourceRow)),
}
