import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, clamped, countOrNone, date, digits, name, requestId, text } from '../fields.ts'
import { LIST_PAGES_MAX, MESSAGE_CHARS_MAX, ROWS_MAX } from '../limits.ts'

/* Ours: what an operator wants to know and to say. */

const Day = z.object({
  /** 2026-11-20, of the site's time zone. */
  day: z.string(),
  /** As they were at the day's last count. */
  users: digits,
  items: digits,
  pages: digits,
  /** Bytes of all uploaded files. */
  stored: digits,
  /** What happened on this day: pages read, bytes of files fetched. */
  views: digits,
  fetched: digits,
})

export const adminOverview = {
  /** days: how far back, 7 to 366. */
  info: read(
    'admin',
    { days: countOrNone },
    z.object({
      now: z.object({
        users: digits,
        /** Registered within 30 days. */
        users_new: digits,
        items: digits,
        items_archived: digits,
        pages: digits,
        /** More than 30 days ago, or than at the first count. */
        pages_more: digits,
        files: digits,
        stored: digits,
      }),
      days: z.array(Day),
      most_read: z.array(z.object({ item_id: digits, item_name: z.string(), views: digits })),
    }),
  ),
}

/** Everything of the log that is said of somebody or of a time; from and until are days (2026-11-20) of the site's time zone. */
const wanted = { username: text(), action: text(40), subject: text(), from: text(10), until: text(10) }

const Entry = z.object({
  id: digits,
  addtime: date,
  uid: digits,
  username: z.string(),
  action: z.string(),
  /** What it was done to, as it was called then, and what more there is to say: a new owner, a right. */
  subject: z.string(),
  detail: z.string(),
  address: z.string(),
})
export type AuditEntry = z.output<typeof Entry>

export const adminLog = {
  /** Newest first. action is one of them or one of their kinds (audit-actions.ts). */
  getList: read(
    'admin',
    { ...wanted, page: clamped(LIST_PAGES_MAX), count: clamped(ROWS_MAX) },
    z.object({ total: digits, list: z.array(Entry) }),
  ),
  /** The same as a table for spreadsheets. */
  export: read('admin', wanted, bytes),
}

export const adminNotice = {
  /** To everybody who can sign in; answers how many that are. */
  send: write(
    'admin',
    { notice_title: name(100), notice_content: text(MESSAGE_CHARS_MAX), request_id: requestId },
    z.object({ sent: digits }),
  ),
  /** What was sent, newest first, and how many have read it. */
  getList: read(
    'admin',
    {},
    z.array(
      z.object({
        notice_title: z.string(),
        notice_content: z.string(),
        from_name: z.string(),
        notice_time: date,
        sent: digits,
        read: digits,
      }),
    ),
  ),
}
