import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, clamped, countOrNone, digits, flag, id, idOr0, json, keys, name, nothing, requestId, text, textOrNone } from '../fields.ts'
import { LIST_PAGES_MAX, ROWS_MAX } from '../limits.ts'
import { PageRow } from './page.ts'

/** What pages of an item are kept in step with: a description of an API. */
const SourceRow = z.object({
  source_id: digits,
  item_id: digits,
  /** The catalog that has its pages; 0 for the root. */
  cat_id: digits,
  /** `openapi`. */
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
  /** Its parts, those with a page, and those that the source no longer has but that still have a page. */
  parts: digits,
  pages: digits,
  gone: digits,
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
})
export type SourceWord = z.output<typeof Word>

/** Words that one request decides about, and characters of words for one place. */
const WORDS_MAX = 200
const WORD_CHARS_MAX = 64 * 1024
const Decision = z.object({
  page_id: id,
  path: z.string().max(500),
  mode: z.enum(['replace', 'add']),
  choice: z.enum(['ours', 'theirs', 'both', 'drop', 'new']),
  words: z.string().max(WORD_CHARS_MAX).optional(),
})

const Problem = z.object({ name: z.string(), reason: z.string() })

/** A change of the API as a sentence. `class`: `breaking`, `risky`, `safe` or `words`. */
const ChangeText = z.object({ class: z.string(), text: z.string() })
const classCounts = { breaking: z.number(), risky: z.number(), safe: z.number(), words: z.number() }

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
  /** Titles of the first parts that are gone. */
  gone_titles: z.array(z.string()),
  problems: z.array(Problem),
  /** What changed for those who use the API: the numbers of changes, and the first of them, the worst first. */
  ...classCounts,
  changes: z.array(ChangeText),
})
export type SourceReport = z.output<typeof Report>
export type SourceRow = z.output<typeof SourceRow>
export type SourceVersion = z.output<typeof Version>

/** Where a version comes from. `commit_time` in Unix seconds; a version before the present one is refused as `older`, unless `force`. */
const origin = { label: text(200), commit: text(100), branch: text(200), commit_time: countOrNone, force: flag }

const file = { files: 'import' } as const

export const source = {
  /** The sources of the item whose catalogs the caller can read. */
  list: read('visitor', { item_id: id }, z.array(SourceRow)),
  /** Parts that the source has now, whose title, path or key contains every word of `keyword`; at most 50. */
  parts: read('visitor', { source_id: id, keyword: text() }, z.array(NamedPart.extend({ page_id: digits }))),
  detail: read(
    'user',
    { source_id: id },
    SourceRow.extend({ on_gone: z.string(), views: z.string(), language: z.string(), left_out: z.array(NamedPart) }),
  ),
  /**
   * Multipart `file`: a description of an API in JSON or YAML, also compressed with gzip. Each operation becomes a page of the catalog.
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
   * Words of people whose place in the source has changed, on pages that the caller can edit. `state`: `moved_on`, `adopted` (the source
   * has taken them over) or `homeless` (the source has no such place any more).
   */
  result: read('user', { source_id: id }, z.object({ words: z.array(Word) })),
  /**
   * Decides about words. `choice`: `ours` keeps them, `theirs` and `drop` remove them, `both` puts them below those of the source, `new`
   * replaces them by `words`. Each page is saved once, as a save of the caller.
   */
  decide: write(
    'user',
    { source_id: id, words: json(z.array(Decision).min(1).max(WORDS_MAX)) },
    z.object({ done: z.number(), refused: z.array(z.object({ page_id: digits, path: z.string(), error: z.string() })) }),
  ),
  /** Writes words of people for one place of the page's own part; "" removes them. `mode`: `replace` or `add`. */
  saveWords: write(
    'user',
    { page_id: id, path: text(500), words: text(WORD_CHARS_MAX), mode: text(20), base_version: countOrNone },
    PageRow,
    { body: WORD_CHARS_MAX * 4 },
  ),
  /** What a version changed for those who use the API, the worst first; at most 500. Without `version_id`: the version that pages show. */
  changes: read('visitor', { source_id: id, version_id: idOr0, language: text(2) }, z.array(ChangeText.extend({ page_id: digits }))),
  versions: read(
    'user',
    { source_id: id, page: clamped(LIST_PAGES_MAX), count: clamped(ROWS_MAX) },
    z.object({ list: z.array(Version), total: digits }),
  ),
  /** The bytes of a version as they were received; without `version_id`, those of the version that pages show. */
  file: read('visitor', { source_id: id, version_id: idOr0 }, bytes),
  /** Decides about a version that is held: `apply` or `drop`. */
  release: write('user', { source_id: id, version_id: id, action: text(20) }, Report),
  /** Makes the page of a part that was left out again: a deleted page is restored, otherwise a new page is created. */
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
    { name: name(40), title: text(), cat_name: text(1000), mode: text(20), ...origin, request_id: requestId, ...keys },
    Report,
    file,
  ),
  getSources: read('visitor', keys, z.array(SourceRow)),
}
