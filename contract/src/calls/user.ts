import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, countOrNone, date, digits, id, idOr0, nothing, text } from '../fields.ts'

const Notice = z.object({
  notice_id: digits,
  notice_title: z.string(),
  notice_content: z.string(),
  from_name: z.string(),
  notice_time: date,
  is_read: digits,
  /** Where it leads: an item and perhaps a page of it; 0 when there is nothing to open. */
  item_id: digits,
  page_id: digits,
})

export const notice = {
  /** Newest first, in the reader's language. notice_type is "all" or "unread"; count 1 is the check for news. */
  getList: read('user', { notice_type: text(20), count: countOrNone }, z.array(Notice)),
  setRead: write('user', { notice_id: id }, nothing),
  /** Ours: all of one's own. */
  setAllRead: write('user', {}, nothing),
  delete: write('user', { notice_id: id }, nothing),
}

export const common = {
  homePageSetting: read('visitor', {}, z.object({ home_page: digits, home_item: digits, beian: z.string() })),
  verify: read('visitor', {}, bytes),
  /** Only for this site's own addresses (D9); size is pixels per module. */
  qrcode: read('visitor', { size: idOr0, url: text(1000) }, bytes),
  version: read('visitor', {}, z.object({ version: z.string() })),
  /** A riddle for a program without a session: it names the riddle when it sends the solution. */
  createCaptcha: read('visitor', {}, z.object({ captcha_id: digits })),
  showCaptcha: read('visitor', { captcha_id: id }, bytes),
  /** Where older pages look for a file: attachment/visitFile. */
  visitFile: read('visitor', { sign: text(), key: text(), uploaded: text(300) }, bytes),
}

/** Kept for clients that call them at login; harmless (D14). */
export const ScriptCron = { run: read('visitor', {}, nothing) }
export const update = { checkDb: read('visitor', {}, nothing) }

const account = {
  uid: digits,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  email_verify: digits,
  groupid: digits,
  avatar: z.string(),
  avatar_small: z.string(),
}
const Account = z.object(account)
const LoggedIn = z.object({ ...account, user_token: z.string() })

export type Account = z.output<typeof Account>

const credentials = { username: text(), password: text(1000), v_code: text() }

const captchaCredentials = { username: text(), password: text(1000), captcha_id: idOr0, captcha: text() }

export const user = {
  login: write('visitor', credentials, LoggedIn),
  register: write('visitor', { ...credentials, confirm_password: text(1000) }, LoggedIn),
  /** The same for programs without a session: always with a riddle of common/createCaptcha. */
  loginByVerify: write('visitor', captchaCredentials, LoggedIn),
  registerByVerify: write('visitor', { ...captchaCredentials, confirm_password: text(1000) }, LoggedIn),
  /** Makes the first administrator; `token` is the one-time secret printed at first start. */
  setup: write('visitor', { token: text(), username: text(), password: text(1000), confirm_password: text(1000) }, LoggedIn),
  logout: write('user', {}, nothing, { byLink: true }),
  info: read('user', {}, Account),
  updateInfo: write('user', { name: text(100) }, nothing),
  /** Ends all other sessions; this one goes on under a new value. */
  resetPassword: write('user', { password: text(1000), new_password: text(1000) }, nothing),
  /** Binds or changes the address, not yet verified; a mail goes out when the server can send one. */
  updateEmail: write('user', { email: text(), password: text(1000) }, nothing),
  /** Ours: the mail that verifies the address once more. */
  sendVerifyMail: write('user', {}, nothing),
  /** Ours: what the link in that mail does. */
  verifyEmail: write('visitor', { uid: id, email: text(), token: text() }, nothing),
  /** The same answer whether or not the address is known. */
  resetPasswordEmail: write('visitor', { email: text(), v_code: text() }, nothing),
  /** Single use, bound to user and address; ends all sessions and does not log in. */
  resetPasswordByUrl: write('visitor', { new_password: text(1000), uid: idOr0, email: text(), token: text() }, nothing),
  /** For pickers: everybody who can log in, or those whose user name holds this text. */
  allUser: read('user', { username: text() }, z.array(z.object({ uid: digits, username: z.string(), name: z.string() }))),
  /** Ours: how the account is signed in to, and the accounts elsewhere that are linked with it. */
  outside: read(
    'user',
    {},
    z.object({
      has_password: digits,
      /** Signed in so lately that a first password may be set without more. */
      is_fresh: digits,
      oauth2_open: digits,
      oauth2_entrance_tips: z.string(),
      identities: z.array(z.object({ identity_id: digits, kind: z.string(), place: z.string(), addtime: digits })),
    }),
  ),
  /** Only with a password of this site, or nobody could come in any more. */
  unlink: write('user', { identity_id: id, password: text(1000) }, nothing),
  /** For an account that was made by an outside login and has no password; soon after signing in (W17). */
  setFirstPassword: write('user', { new_password: text(1000) }, nothing),
  /** Who came from outside in this session and is not linked with an account yet. */
  newcomer: read(
    'visitor',
    {},
    z.object({ kind: z.string(), place: z.string(), username: z.string(), is_taken: digits, may_join: digits, free_name: z.string() }),
  ),
  /** Links that newcomer with an account of this site, by its password. */
  linkNewcomer: write('visitor', credentials, LoggedIn),
  /** Makes an account for that newcomer. */
  joinNewcomer: write('visitor', { username: text() }, LoggedIn),
  oauthInfo: read('visitor', {}, z.object({ oauth2_open: digits, oauth2_entrance_tips: z.string() })),
}

/*
 * Ways in from outside. They are links that a browser follows, also from another site: the named exception to W2 (W17), so they are
 * declared as what GET may ask. What proves the right to come in is in the address, and counts once.
 */
export const ExtLogin = {
  /** Without `code` it leads to the provider; with it, it is where the provider sends people back to. `link` adds to the own account. */
  oauth2: read('visitor', { code: text(4000), state: text(), error: text(), iss: text(1000), redirect: text(2000), link: text(1) }, bytes),
  bySecretKey: read('visitor', { username: text(), time: text(20), token: text(), redirect: text(2000) }, bytes),
}
