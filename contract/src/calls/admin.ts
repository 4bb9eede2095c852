import * as z from 'zod'
import { read, write } from '../call.ts'
import {
  bytes,
  clamped,
  countOrNone,
  date,
  digits,
  flag,
  flagOrNone,
  id,
  idOr0,
  name,
  nothing,
  requestId,
  text,
  textOrNone,
} from '../fields.ts'
import { LIST_PAGES_MAX, MESSAGE_CHARS_MAX, ROWS_MAX } from '../limits.ts'
import { ItemRow } from './item.ts'

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

/*
 * Updating from the browser (SPEC 2, 4, 7; D11): nothing of it unless the operator named a source and its key. What comes from there
 * counts by its signature alone, and where it comes from is never the caller's choice (S89).
 */

/** Why there is no updating from here: not wanted, in a container, not started by something that could start another version, or one of several servers. */
export const updateStates = ['ready', 'off', 'container', 'unsupervised', 'several'] as const

/** How this installation came to be, for the words on how to update it by hand. */
export const installedBy = ['git', 'docker', 'folder'] as const

const updateStatus = z.object({
  version: z.string(),
  /** '' when there is nothing newer, and then the next two are as well. */
  new_version: z.string(),
  file_url: z.string(),
  /** Where it says what is new, if anywhere. */
  url: z.string(),
  /** Bytes of the package. */
  size: digits,
  /** 1 when it lies here already, checked. */
  is_staged: digits,
  state: z.enum(updateStates),
  installed_by: z.enum(installedBy),
  /** Where new versions come from. */
  source: z.string(),
  /** 1 on PostgreSQL: its copy is the operator's to make. */
  needs_backup: digits,
  /** The last one that did not start; the version before and its database are back. */
  failed: z.union([z.object({ version: z.string(), problem: z.string() }), z.null()]),
})

export const adminUpdate = {
  /** The source is asked once in ten minutes; `again` asks it now. */
  checkUpdate: read('admin', { again: flag }, updateStatus),
  /** Version and address may be left out; given, they must be those of the last check. With is_staged 0 it goes on: ask again. */
  download: write(
    'admin',
    { new_version: text(), file_url: text(2000), password: text(1000) },
    z.object({ new_version: z.string(), is_staged: digits }),
  ),
  /** Answers, and then the server goes away and comes back as the new version, or as the old one. */
  updateFiles: write('admin', { password: text(1000), has_backup: flag }, z.object({ new_version: z.string() })),
}

const page = clamped(LIST_PAGES_MAX)
/** 0 means the usual page size. */
const count = clamped(ROWS_MAX)

const UserRow = z.object({
  uid: digits,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  email_verify: digits,
  groupid: digits,
  is_disabled: digits,
  reg_time: date,
  /** "" for somebody who never has. */
  last_login_time: date,
  /** Sessions that are alive (S24), and items owned. */
  sessions: digits,
  items: digits,
})

/** Whose account it is the administrators' business to keep. */
export const adminUser = {
  /** Newest first. username finds a part of the user name; ours: of the name and the address too. role 1 or 2, or "disabled". */
  getList: read('admin', { username: text(), role: text(20), page, count }, z.object({ total: z.number(), users: z.array(UserRow) })),
  /** Without uid a new account; with one another password, another name, or both. What is empty stays as it is. */
  addUser: write('admin', { username: text(), password: text(1000), uid: idOr0, name: text(100) }, z.union([z.null(), nothing])),
  changePassword: write('admin', { uid: id, new_password: text(1000) }, z.number()),
  deleteUser: write('admin', { uid: id }, z.number()),
  /** Ours: name (also an empty one), right and state of an account; what is absent stays. */
  update: write('admin', { uid: id, name: textOrNone(100), groupid: countOrNone, is_disabled: flagOrNone }, nothing),
  /** Ours: whoever uses the account has to sign in again, everywhere. Answers how many sessions ended. */
  endSessions: write('admin', { uid: id }, z.number()),
}

const AdminItemRow = z.object({
  ...ItemRow.shape,
  /** Never told: "" also for a private item, which `is_private` says. */
  password: z.string(),
  addtime: date,
  is_private: digits,
  /** The owner and everybody with a right of their own, directly or by a team. */
  member_num: z.number(),
})

export const adminItem = {
  /** Newest first; item_name and username find a part. kind is "private", "public" or "archived", or empty for all. */
  getList: read(
    'admin',
    { item_name: text(), username: text(), kind: text(20), page, count },
    z.object({ total: z.number(), items: z.array(AdminItemRow) }),
  ),
  deleteItem: write('admin', { item_id: id }, z.number()),
  attorn: write('admin', { item_id: id, username: text() }, ItemRow),
}
