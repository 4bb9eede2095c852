import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, countOrNone, digits, flagOrNone, id, idOr0, jsonOrNone, text, textOrNone } from '../fields.ts'
import { CLIENT_ID_MAX, FEEDBACK_NOTE_MAX, FEEDBACK_REASONS, LIST_PAGES_MAX } from '../limits.ts'

const reason = z.enum(FEEDBACK_REASONS)
const noteStates = z.enum(['new', 'answered', 'aside'])

/** Voices for a page. Times are Unix seconds. */
const figures = {
  helpful: digits,
  unhelpful: digits,
  /** Of these, the voices for the current version of the page, which was saved at `since`. */
  now_helpful: digits,
  now_unhelpful: digits,
  since: digits,
}
const Figures = z.object(figures)

const Own = {
  /** 0 none, 1 helpful, 2 not helpful. */
  feedback_type: digits,
  reasons: z.array(reason),
  /** null for those who do not see them. */
  figures: z.union([Figures, z.null()]),
  /** Whether the next note needs a captcha of common/createCaptcha. */
  captcha: z.boolean(),
}

const Note = z.object({
  feedback_id: digits,
  page_id: digits,
  page_title: z.string(),
  feedback_type: digits,
  reasons: z.array(reason),
  note: z.string(),
  /** How often this note came within a day. */
  count: digits,
  /** The version that the reader read, and the current one. */
  version: digits,
  page_version: digits,
  note_state: noteStates,
  note_time: digits,
  /** The signed-in reader; 0 and "" for a visitor and for a deleted account. */
  uid: digits,
  username: z.string(),
  name: z.string(),
  answer: z.string(),
  /** Who answered the note or put it aside, and when; "" and 0 before. */
  settled_username: z.string(),
  settled_name: z.string(),
  settled_time: digits,
  /** Whether the reader can read the answer: a signed-in person. */
  is_person: z.boolean(),
  /** Whether the page has a period of review, so that an editor can verify it. */
  has_period: z.boolean(),
})

const Settings = z.object({
  /** Who is asked: 0 no one, 1 signed-in readers, 2 visitors too. */
  feedback_from: digits,
  /** 1: readers see the figures. */
  feedback_show: digits,
})

const client_id = text(CLIENT_ID_MAX)

/** Sheaf only: whether a page was helpful. */
export const feedback = {
  /** Whether the caller is asked here, and what they have answered. A visitor sends the number of the browser. */
  info: read('visitor', { page_id: id, client_id }, z.object({ asked: z.boolean(), ...Own })),
  /**
   * feedback_type 1 or 2, or 0 to withdraw. Absent reasons and note keep theirs. A visitor sends the number of the browser (16 to 200
   * letters and digits), from a page of this site, at least three seconds after it was shown; `website` stays empty. `version` is the one
   * that was read.
   */
  give: write(
    'visitor',
    {
      page_id: id,
      feedback_type: idOr0,
      reasons: jsonOrNone(z.array(reason).max(FEEDBACK_REASONS.length)),
      note: textOrNone(FEEDBACK_NOTE_MAX),
      version: countOrNone,
      client_id,
      shown_ms: idOr0,
      website: text(),
      captcha_id: idOr0,
      captcha: text(),
    },
    /** `note`: `kept`, `none`, or `full` when the item takes no more notes of visitors today. */
    z.object({ ...Own, note: z.enum(['none', 'kept', 'full']) }),
  ),
  /** Notes of an item or of a page, newest first, in parts of `count`. `state`: new, answered, aside or "" for all. */
  getList: read(
    'user',
    { item_id: id, page_id: idOr0, state: text(20), page: clamped(LIST_PAGES_MAX), count: clamped(100) },
    z.object({ list: z.array(Note), total: digits, counts: z.object({ new: digits, answered: digits, aside: digits }) }),
  ),
  /** The figures of pages with voices; first those that were least helpful since they were last saved. */
  pages: read(
    'user',
    { item_id: id, page_id: idOr0, page: clamped(LIST_PAGES_MAX), count: clamped(100) },
    z.object({ list: z.array(z.object({ page_id: digits, page_title: z.string(), ...figures, notes: digits })), total: digits }),
  ),
  /** state `new`, `answered` or `aside`. A signed-in reader gets the answer as a notice. */
  settle: write('user', { feedback_id: id, state: text(20), answer: text(FEEDBACK_NOTE_MAX) }, Note),
  settings: read('user', { item_id: id }, Settings),
  /** Absent fields keep their value. */
  saveSettings: write('user', { item_id: id, feedback_from: countOrNone, feedback_show: flagOrNone }, Settings),
}

const number = z.number()
const Stat = { helpful_count: number, unhelpful_count: number, user_feedback: number }

/** Feedback as ShowDoc 3.9 has it (W40), also at `page_feedback/…`: numbers are numbers. */
export const pageFeedback = {
  getStat: read('visitor', { page_id: id, client_id }, z.object(Stat)),
  /** The same answer again, or 0, withdraws it. */
  submit: write('visitor', { page_id: id, feedback_type: idOr0, client_id }, z.object({ message: z.string(), ...Stat })),
}
