import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, countOrNone, digits, flag, flagOrNone, id, idOr0, json, requestId, text } from '../fields.ts'
import { COMMENT_CHARS_MAX, LIST_PAGES_MAX, REVIEW_NOTE_MAX, REVIEW_SUBJECTS_MAX, ROWS_MAX } from '../limits.ts'

/*
 * Who is responsible for pages, by when they are looked at again, and what people have verified. Times are Unix seconds, 0 for none. In
 * calls a responsible person or team is a steward; the owner is that of the item.
 */

/** A catalog and an item include all that is below them. The nearest steward and the nearest period hold, each for itself. */
const kinds = z.enum(['page', 'catalog', 'item'])
export type ReviewKind = z.output<typeof kinds>

/** A person or a team; all 0 and "" for no one. */
const steward = { uid: digits, username: z.string(), name: z.string(), team_id: digits, team_name: z.string() }
export const Steward = z.object(steward)
export type Steward = z.output<typeof Steward>

/** Where something is set; "" and 0 when it is set nowhere. `from_name` is the title of the page, or the name of the catalog or item. */
const from = { from_kind: z.enum(['', ...kinds.options]), from_id: digits, from_name: z.string() }

/**
 * `verified`: until `verified_until`. `changed`: another person or program has changed the text since. `due`: the day has come. "": none of
 * these, no period, or not shown to the caller.
 */
const states = z.enum(['', 'verified', 'changed', 'due'])
export type ReviewState = z.output<typeof states>

const Mark = z.object({
  state: states,
  /** The day of the next review, of a page that was never verified too; 0 without a period. */
  due: digits,
  /** 0 for a page that was never verified. */
  verified_time: digits,
  verified_until: digits,
  verified_version: digits,
  /** Who verified it; 0 and "" for visitors. */
  verified_uid: digits,
  verified_username: z.string(),
  verified_name: z.string(),
})
export type ReviewMark = z.output<typeof Mark>

const Info = z.object({
  kind: kinds,
  subject_id: digits,
  item_id: digits,
  /** Of a page; empty for catalogs and items. */
  mark: Mark,
  /** The nearest that counts now. Empty for visitors. */
  steward: z.object({ ...steward, ...from }),
  /** For editors: the kept state of the verified version, for a comparison; 0 when it is the present one or not kept. */
  verified_history_id: digits,
  /** The nearest period in days, 0 for none. The place is for editors; with 0 days, it is where reviews were switched off. */
  period: z.object({ days: digits, ...from }),
  /**
   * What is set at the place itself. `no_period`: reviews are switched off here, also with a period above. `is_gone`: the person may not
   * edit there any more, and does not count. Empty for those who do not edit.
   */
  own: z.object({ ...steward, days: digits, no_period: z.boolean(), is_gone: z.boolean() }),
  /** For editors, and not for catalogs and items: no one is responsible. */
  is_unowned: z.boolean(),
  /** The version that `verify` expects, and the day that it would set; 0 for those who cannot verify, and without a period. */
  version: digits,
  proposed_until: digits,
  may_set: z.boolean(),
  may_verify: z.boolean(),
  /** The caller is the steward, as a person, and can hand it on. */
  may_hand_on: z.boolean(),
  /** The open offer of this page, for the steward, the person who was asked, and managers; offer_id 0 for none. */
  offer: z.object({ offer_id: digits, uid: digits, username: z.string(), name: z.string(), addtime: digits, is_mine: z.boolean() }),
})
export type ReviewInfo = z.output<typeof Info>

/** What is set: of a page, a catalog or the item of `item_id`. */
const Subject = z.strictObject({ kind: kinds, subject_id: id })
export type ReviewSubject = z.output<typeof Subject>
const subjects = json(z.array(Subject).min(1).max(REVIEW_SUBJECTS_MAX))

const Row = z.object({
  page_id: digits,
  page_title: z.string(),
  item_id: digits,
  item_name: z.string(),
  cat_id: digits,
  cat_name: z.string(),
  steward: Steward,
  days: digits,
  version: digits,
  mark: Mark,
  /** The caller can set steward and period here. */
  may_set: z.boolean(),
})
export type ReviewRow = z.output<typeof Row>

/**
 * `mine`: the caller, or a team of the caller, is responsible. `due`: the day has come. `soon`: within 30 days. `changed`: since it was
 * verified. `unowned`: a period, and no one responsible. `never`: a period, and never verified.
 */
const listStates = z.enum(['mine', 'due', 'soon', 'changed', 'unowned', 'never'])
export type ReviewListState = z.output<typeof listStates>

const counts = { mine: digits, due: digits, soon: digits, changed: digits, unowned: digits, never: digits }

/** Of all pages of an item (cat_id 0) or of a catalog with all below it. */
const Figures = z.object({
  item_id: digits,
  item_name: z.string(),
  cat_id: digits,
  cat_name: z.string(),
  parent_cat_id: digits,
  pages: digits,
  /** Of these, the pages that the list has: with a period or a steward; and those with a period and no one responsible. */
  listed: digits,
  unowned: digits,
  /** Pages with a steward, and pages with a period. */
  with_steward: digits,
  with_period: digits,
  /** Pages that are verified now. */
  verified: digits,
  changed: digits,
  due: digits,
  /** Days that the pages that are due are late: the median; and since when the oldest is due. */
  median_days: digits,
  oldest_due: digits,
})
export type ReviewFigures = z.output<typeof Figures>

const Load = z.object({ ...steward, pages: digits, due: digits, soon: digits, verified: digits })
export type ReviewLoad = z.output<typeof Load>

const Month = z.object({
  /** `2026-11`, in the time zone of the site. */
  month: z.string(),
  /** Verifications of the month, and marks that ended by a change in it. */
  verified: digits,
  ended: digits,
  /** Pages whose mark held at its end, or now. */
  valid: digits,
})

const Verification = z.object({
  verification_id: digits,
  version: digits,
  until: digits,
  note: z.string(),
  uid: digits,
  username: z.string(),
  name: z.string(),
  addtime: digits,
  /** The program, if one did it for the person. */
  via: z.string(),
  /**
   * Why it ended; "" while it is the mark of the page: `changed` (by a person), `sync` (by a source), `import`, `suggestion`, `api`
   * (the open API), or `verified` (again).
   */
  ended_reason: z.enum(['', 'changed', 'sync', 'import', 'suggestion', 'api', 'verified']),
  ended_time: digits,
  ended_version: digits,
  ended_username: z.string(),
  ended_name: z.string(),
})
export type Verification = z.output<typeof Verification>

const Offer = z.object({
  offer_id: digits,
  page_id: digits,
  page_title: z.string(),
  item_id: digits,
  item_name: z.string(),
  from_uid: digits,
  from_username: z.string(),
  from_name: z.string(),
  uid: digits,
  username: z.string(),
  name: z.string(),
  addtime: digits,
})
export type StewardOffer = z.output<typeof Offer>

const Settings = z.object({
  /** 1: readers see marks. */
  review_show: digits,
})

/** Sheaf only: responsible people, reviews and verified marks. */
export const review = {
  /** Of a page, for those who can read it; of a catalog or an item, for its editors. What each sees: docs/decisions/0107. */
  info: read('visitor', { kind: text(20), subject_id: id }, Info),
  /**
   * Sets steward and period of up to 500 pages, catalogs, or the item, all of one item: all of them, or none. For managers. Absent fields
   * keep their value. `uid` or `team_id` (not both); both 0 remove the steward. `days`: 1 to 1825, 0 removes the own period, and what is set
   * above counts. `no_period` 1, without `days`: no reviews here, even with a period above.
   */
  set: write(
    'user',
    { item_id: id, subjects, uid: countOrNone, team_id: countOrNone, days: countOrNone, no_period: flagOrNone },
    z.object({ subjects: digits }),
  ),
  /** Who can be a steward at a place (page_id, or cat_id, or both 0: the item), for its editors: up to 20 people and 20 teams that match. */
  people: read(
    'user',
    { item_id: id, cat_id: idOr0, page_id: idOr0, text: text() },
    z.object({ people: z.array(Steward), teams: z.array(Steward) }),
  ),
  /** "Still true" of the version that the caller has open: versionOutdated otherwise. `until` 0 is the day that the period gives. */
  verify: write('user', { page_id: id, version: id, until: idOr0, note: text(REVIEW_NOTE_MAX), request_id: requestId }, Info),
  /** "Needs work": begins a thread about the page, and notifies the steward. */
  flag: write('user', { page_id: id, content: text(COMMENT_CHARS_MAX), request_id: requestId }, z.object({ thread_id: digits })),
  /**
   * Pages that the caller can edit, of one item or (0) of all, the day of their review first. `state`: one of the counts, or "" for all with
   * a period or a steward. `uid`, `team_id`: of this steward. `cat_id`: a catalog with all below it. `counts` heed the other filters.
   */
  getList: read(
    'user',
    {
      item_id: idOr0,
      state: text(20),
      uid: idOr0,
      team_id: idOr0,
      cat_id: idOr0,
      page: clamped(LIST_PAGES_MAX),
      count: clamped(ROWS_MAX),
    },
    z.object({
      list: z.array(Row),
      total: digits,
      counts: z.object(counts),
      /** The next page that will be due; page_id 0 without one. */
      next: z.object({ page_id: digits, page_title: z.string(), item_id: digits, due: digits }),
      /** The stewards of these pages, for the filter; at most 200. */
      stewards: z.array(Steward),
      /** Whether the caller manages one of the items, and so has the report. */
      has_report: z.boolean(),
    }),
  ),
  /** For managers: their items, or one of them. `csv` 1 answers the rows of items and catalogs as a file. */
  report: read('user', { item_id: idOr0, csv: flag }, z.object({ rows: z.array(Figures), people: z.array(Load), months: z.array(Month) })),
  /** Every verification of a page, newest first, for its editors. */
  trail: read(
    'user',
    { page_id: id, page: clamped(LIST_PAGES_MAX), count: clamped(100) },
    z.object({ list: z.array(Verification), total: digits }),
  ),
  /** A steward offers own pages, all of one item, to a person who can edit there. It changes nothing until that person accepts. */
  handOn: write(
    'user',
    { item_id: id, page_ids: json(z.array(id).min(1).max(REVIEW_SUBJECTS_MAX)), uid: id },
    z.object({ offers: digits }),
  ),
  /** The open offers to the caller, and those that the caller made; newest first, at most 500 each. */
  offers: read('user', {}, z.object({ to_me: z.array(Offer), by_me: z.array(Offer) })),
  /** `yes` 1 accepts, 0 declines; who made the offer withdraws it with 0. */
  answerOffer: write('user', { offer_id: id, yes: flag }, z.object({ offer_id: digits })),
  settings: read('user', { item_id: id }, Settings),
  /** Absent fields keep their value. */
  saveSettings: write('user', { item_id: id, review_show: flagOrNone }, Settings),
}
