import * as z from 'zod'
import { read, write } from '../../call.ts'
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
} from '../../fields.ts'
import { LIST_PAGES_MAX, MESSAGE_CHARS_MAX, ROWS_MAX } from '../../limits.ts'
import { endSecondStep, personSessions } from '../account/sign-in.ts'
import { ItemRow } from '../item.ts'

/* Calls of Sheaf without a counterpart in ShowDoc: statistics, the audit log and announcements. */

const Day = z.object({
  /** 2026-11-20, of the site's time zone. */
  day: z.string(),
  /** Values of the day's last count. */
  users: digits,
  items: digits,
  pages: digits,
  /** Bytes of all uploaded files. */
  stored: digits,
  /** Sums of this day: pages read, bytes of downloaded files. */
  views: digits,
  fetched: digits,
})

/** The first steps of a new site, in their order. */
export const firstSteps = ['address', 'register', 'mail', 'backup', 'item'] as const
export type FirstStep = (typeof firstSteps)[number]
const stepState = z.enum(['open', 'done', 'skipped'])

export const adminOverview = {
  /** days: length of the period, 7 to 366. */
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
        /** Increase since 30 days ago, or since the first count. */
        pages_more: digits,
        files: digits,
        stored: digits,
      }),
      days: z.array(Day),
      most_read: z.array(z.object({ item_id: digits, item_name: z.string(), views: digits })),
    }),
  ),
  /** What a new site still needs. The list is empty when all steps are done or skipped, or when an administrator has closed it. */
  firstSteps: read(
    'admin',
    {},
    z.array(
      z.object({
        step: z.enum(firstSteps),
        state: stepState,
        /** address: PUBLIC_URL. register: 1 when open. mail, item: 1 when there is one. backup: its time in seconds. */
        fact: z.string(),
      }),
    ),
  ),
  /** Marks a step by hand, or closes the list with the step "all". A step that the server detects as done stays done. */
  markStep: write('admin', { step: z.enum([...firstSteps, 'all']), state: stepState }, nothing),
}

/** Filters of the audit log. from and until are days (2026-11-20) in the site's time zone. */
const wanted = { username: text(), action: text(40), subject: text(), from: text(10), until: text(10) }

const Entry = z.object({
  id: digits,
  addtime: date,
  uid: digits,
  username: z.string(),
  /** The display name, otherwise the user name. */
  name: z.string(),
  action: z.string(),
  /** subject: the name of the object at that time. detail: further information, such as a new owner or a permission. */
  subject: z.string(),
  detail: z.string(),
  address: z.string(),
})

export const adminLog = {
  /** Newest first. action is an action or a kind of actions (audit-actions.ts). */
  getList: read(
    'admin',
    { ...wanted, page: clamped(LIST_PAGES_MAX), count: clamped(ROWS_MAX) },
    z.object({ total: digits, list: z.array(Entry) }),
  ),
  /** The same entries as CSV. */
  export: read('admin', wanted, bytes),
}

export const adminNotice = {
  /** Sends a notice to every user who can sign in. Returns the number of recipients. */
  send: write(
    'admin',
    { notice_title: name(100), notice_content: text(MESSAGE_CHARS_MAX), request_id: requestId },
    z.object({ sent: digits }),
  ),
  /** Sent announcements, newest first, with the number of users who have read them. */
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
 * Updates from the browser (SPEC 2, 4, 7; D11). They are off unless the operator has configured a source and its public key. Only the
 * signature makes a package valid, and the caller never chooses the source (S89).
 */

/** ready, or the reason why updates are not available: switched off, in a container, no supervisor to restart it, or several instances. */
export const updateStates = ['ready', 'off', 'container', 'unsupervised', 'several'] as const

/** How this installation was made. It selects the instructions for a manual update. */
export const installedBy = ['git', 'docker', 'kubernetes', 'folder'] as const

const updateStatus = z.object({
  version: z.string(),
  /** '' when there is no newer version; file_url and url are then empty too. */
  new_version: z.string(),
  file_url: z.string(),
  /** Address of the release notes, if there are any. */
  url: z.string(),
  /** Bytes of the package. */
  size: digits,
  /** 1 when the package is downloaded and verified. */
  is_staged: digits,
  state: z.enum(updateStates),
  installed_by: z.enum(installedBy),
  /** Address of the update source. */
  source: z.string(),
  /** 1 on PostgreSQL: the operator must make the backup. */
  needs_backup: digits,
  /** The last update whose version did not start. The previous version and its database were restored. */
  failed: z.union([z.object({ version: z.string(), problem: z.string() }), z.null()]),
})

export const adminUpdate = {
  /** The result of the update source is cached for ten minutes; `again` queries it immediately. */
  checkUpdate: read('admin', { again: flag }, updateStatus),
  /**
   * Version and address are optional; if given, they must equal those of the last check. With is_staged 0 the download continues:
   * call again.
   */
  download: write(
    'admin',
    { new_version: text(), file_url: text(2000), password: text(1000) },
    z.object({ new_version: z.string(), is_staged: digits }),
  ),
  /** Sends the response, then the server restarts as the new version, or as the old one if the new one does not start. */
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
  /** "" for a user who has never signed in. */
  last_login_time: date,
  /** Active sessions (S24), and owned items. */
  sessions: digits,
  items: digits,
})

/** Administration of user accounts. */
export const adminUser = {
  /** Newest first. username matches part of the user name, the display name or the e-mail address. role: 1, 2 or "disabled". */
  getList: read('admin', { username: text(), role: text(20), page, count }, z.object({ total: z.number(), users: z.array(UserRow) })),
  /**
   * Without uid: creates an account. With uid: changes the password, the name, or both. Empty fields stay unchanged.
   * Sheaf only: email is the address of a new account. Without a password, its user gets a mailed link to choose one.
   */
  addUser: write(
    'admin',
    { username: text(), password: text(1000), uid: idOr0, name: text(100), email: text(), request_id: requestId },
    z.union([z.null(), nothing]),
  ),
  changePassword: write('admin', { uid: id, new_password: text(1000) }, z.number()),
  /** Sheaf only: with hide_name, the comments of the account and mentions of it have no name any more. */
  deleteUser: write('admin', { uid: id, hide_name: flag }, z.number()),
  /** Sheaf only: changes name and e-mail address (each can be empty), role and state of an account. Absent fields stay unchanged. */
  update: write('admin', { uid: id, name: textOrNone(100), email: textOrNone(), groupid: countOrNone, is_disabled: flagOrNone }, nothing),
  /** Sheaf only: ends all sessions of the account. Returns their number. */
  endSessions: write('admin', { uid: id }, z.number()),
  /**
   * Sheaf only: mails a new link to a user who has never signed in, to choose a password, or to another one whose address is not
   * confirmed. It ends the previous link. Responds when the mail server has taken the mail.
   */
  sendLink: write('admin', { uid: id }, nothing),
  sessions: personSessions,
  endSecondStep,
}

const AdminItemRow = z.object({
  ...ItemRow.shape,
  /** Always "", even for a private item; see `is_private`. */
  password: z.string(),
  addtime: date,
  is_private: digits,
  /** The owner and all members with their own permission, directly or through a team. */
  member_num: z.number(),
})

export const adminItem = {
  /** Newest first; item_name and username match parts of names. kind is "private", "public" or "archived", or empty for all. */
  getList: read(
    'admin',
    { item_name: text(), username: text(), kind: text(20), page, count },
    z.object({ total: z.number(), items: z.array(AdminItemRow) }),
  ),
  deleteItem: write('admin', { item_id: id }, z.number()),
  attorn: write('admin', { item_id: id, username: text() }, ItemRow),
}
