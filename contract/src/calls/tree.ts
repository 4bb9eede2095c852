import * as z from 'zod'
import { read, write } from '../call.ts'
import { digits, id, idOr0, json, nothing, requestId, text } from '../fields.ts'
import { SELECTED_LINES_MAX } from '../limits.ts'

/** A selected catalog, with all that is below it, or a selected page; the other id is 0 or absent. */
const Line = z.strictObject({ cat_id: idOr0, page_id: idOr0 })
export const SelectedLines = z.array(Line).min(1).max(SELECTED_LINES_MAX)
const selection = { item_id: id, lines: json(SelectedLines) }
export type SelectedLine = z.output<typeof Line>

/**
 * Why the action is refused; "" if it is not: a catalog would be below itself or below the third level, pages were made by others, or
 * these are more than 2,000 pages. `names` has up to five of the pages and catalogs that are the reason.
 */
const hindrances = z.enum(['', 'inside', 'too_deep', 'of_others', 'too_many'])
export type Hindrance = z.output<typeof hindrances>

const Check = z.object({
  /** The selected pages and those below selected catalogs; the catalogs with those below. */
  pages: digits,
  catalogs: digits,
  hindrance: hindrances,
  names: z.array(z.string()),
  /** The rest concerns a move or a copy to another item, and is 0 or false otherwise. People: enabled accounts, administrators left out. */
  gain: digits,
  lose: digits,
  /** The target is public and the source is private, or the reverse. */
  becomes_public: z.boolean(),
  becomes_private: z.boolean(),
  /** Of the pages: links to the page alone, mocks, open suggestions and open threads. All of them move along. */
  page_links: digits,
  mocks: digits,
  suggestions: digits,
  threads: digits,
  /** Pages whose steward has no right to edit at the target, so that they lose the steward. */
  stewards: digits,
  /** Who edits one of the pages now, by display name. */
  editing: z.array(z.string()),
  /** Whether the move requires the own password: more people can read the pages afterwards. */
  needs_password: z.boolean(),
  /** Pass it to the action: treeOutdated if something of the above has changed since. */
  checked: z.string(),
})

/** What was done together: its number is also in the changes and in the recycle bin. */
const Batch = z.object({ batch_id: digits, pages: digits, catalogs: digits })
export type TreeBatch = z.output<typeof Batch>

const target = { to_item_id: id, to_cat_id: idOr0 }
const checked = text(64)

/** Sheaf only: many pages and catalogs at once: all of them, or none. */
export const tree = {
  /** What the action would do. `action` is move, copy or delete; the last has no target. */
  check: read('user', { ...selection, action: text(10), to_item_id: idOr0, to_cat_id: idOr0 }, Check),
  /** To the end of a catalog (0: the root) of the same or another item, in the order of the lines. All ids are kept. */
  move: write('user', { ...selection, ...target, checked, password: text(1000), request_id: requestId }, Batch),
  /** Copies texts; files are shared. Revisions, comments, links and mocks are not copied. */
  copy: write('user', { ...selection, ...target, checked, request_id: requestId }, Batch),
  /** Pages go to the recycle bin; catalogs are removed. */
  delete: write('user', { ...selection, checked, request_id: requestId }, Batch),
  /**
   * Takes back a move or a deletion: the person who did it within an hour; a manager can recover a deletion while it is in the bin.
   * Refused (batchOver) when something of it has changed since.
   */
  undo: write('user', { batch_id: id }, nothing),
}
