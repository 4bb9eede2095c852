import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, countOrNone, date, digits, flagOrNone, id, idOr0, nothing, text, textOrNone } from '../fields.ts'
import { LIST_PAGES_MAX, ROWS_MAX } from '../limits.ts'
import { ItemRow } from './item.ts'

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
