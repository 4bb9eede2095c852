import * as z from 'zod'
import { read, write } from '../../call.ts'
import { bytes, countOrNone, date, digits, flag, id, idOr0, json, jsonOrNone, nothing, text } from '../../fields.ts'
import { VISITOR_BODY_BYTES_MAX } from '../../limits.ts'
import { Assertion, RequestOptions } from './passkey.ts'

/** `site`: messages of administrators and what concerns a whole item. */
const noticeGroups = z.enum(['to_me', 'watched', 'due', 'feedback', 'security', 'site'])
export type NoticeGroup = z.output<typeof noticeGroups>

const Notice = z.object({
  notice_id: digits,
  notice_title: z.string(),
  notice_content: z.string(),
  from_name: z.string(),
  notice_time: date,
  is_read: digits,
  /** The link target: an item and optionally one of its pages; 0 for none. */
  item_id: digits,
  page_id: digits,
  /** The suggestion that it is about, or 0. */
  suggestion_id: digits,
  /** The thread of a comment, or 0. */
  thread_id: digits,
  /** The source of the item that it is about, or 0. */
  source_id: digits,
  /** The part of the site settings in which an administrator acts on it, `truth` for the list "Still true?" of the item, or empty. */
  setting: z.enum(['', 'engines', 'truth', 'review', 'asks']),
  group: noticeGroups,
})

export const notice = {
  /** Newest first, in the reader's language. notice_type is "all" or "unread"; count 1 only checks for new notices. `group`: only such notices. */
  getList: read('user', { notice_type: text(20), count: countOrNone, group: text(20) }, z.array(Notice)),
  setRead: write('user', { notice_id: id }, nothing),
  /** Sheaf only: marks all notices of the user as read. */
  setAllRead: write('user', {}, nothing),
  delete: write('user', { notice_id: id }, nothing),
}

export const common = {
  homePageSetting: read('visitor', {}, z.object({ home_page: digits, home_item: digits, beian: z.string() })),
  verify: read('visitor', {}, bytes),
  /** Only for addresses of this site (D9); size is pixels per module. */
  qrcode: read('visitor', { size: idOr0, url: text(1000) }, bytes),
  version: read('visitor', {}, z.object({ version: z.string() })),
  /** A captcha for a program without a session: the program sends captcha_id with the solution. */
  createCaptcha: read('visitor', {}, z.object({ captcha_id: digits })),
  showCaptcha: read('visitor', { captcha_id: id }, bytes),
  /** File address in older pages; same as attachment/visitFile. */
  visitFile: read('visitor', { sign: text(), key: text(), uploaded: text(300) }, bytes),
}

/** No-ops for existing clients that call them when signing in (D14). */
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
const LoggedIn = z.object({ ...account, user_token: z.string(), must_enrol: digits })

export type Account = z.output<typeof Account>

const credentials = { username: text(), password: text(1000), v_code: text() }

const captchaCredentials = { username: text(), password: text(1000), captcha_id: idOr0, captcha: text() }

export const user = {
  /**
   * An account with a second step answers secondStepNeeded with SecondStepNeeded as data; `otp`, a code or a recovery code, does both in
   * one call. `must_enrol`: the site demands a second step and this account has none, so every other call answers mustEnrol.
   */
  login: write('visitor', { ...credentials, otp: text(40) }, LoggedIn),
  /**
   * The second step of a sign-in that has begun in this session: a code of the app, a recovery code or the answer of a passkey. `trust`:
   * not on this device for a while.
   */
  secondStep: write('visitor', { code: text(40), passkey: jsonOrNone(Assertion), trust: flag }, LoggedIn),
  /**
   * What a passkey signs, once and within five minutes in this session. `purpose`: "" to sign in, `step` for a sign-in that has begun,
   * `confirm`. With a user name for those of one account; an unknown name has some too.
   */
  passkeyOptions: write('visitor', { username: text(), purpose: text(20) }, RequestOptions),
  /** Signs in with a passkey that verifies its person: both steps in one. */
  passkeyLogin: write('visitor', { answer: json(Assertion) }, LoggedIn),
  /**
   * The person confirms that it is them, with the password, a code or a passkey; all empty: an account without password and method that signed in
   * within the last ten minutes. Calls that require the own password accept this instead, for ten minutes in this session.
   */
  confirm: write('user', { password: text(1000), code: text(40), passkey: jsonOrNone(Assertion) }, z.object({ until: digits }), {
    body: VISITOR_BODY_BYTES_MAX,
  }),
  register: write('visitor', { ...credentials, confirm_password: text(1000) }, LoggedIn),
  /** The same for programs without a session: always with a captcha of common/createCaptcha. */
  loginByVerify: write('visitor', captchaCredentials, LoggedIn),
  registerByVerify: write('visitor', { ...captchaCredentials, confirm_password: text(1000) }, LoggedIn),
  /** Creates the first administrator. `token` is the one-time secret printed at the first start. */
  setup: write('visitor', { token: text(), username: text(), password: text(1000), confirm_password: text(1000) }, LoggedIn),
  /** Ends the session. `provider` is the address at which the person signs out of their provider too, when the site asks for it. */
  logout: write('user', {}, z.union([nothing, z.object({ provider: z.string() })]), { byLink: true }),
  info: read('user', {}, Account),
  updateInfo: write('user', { name: text(100) }, nothing),
  /** Ends all other sessions, and with `end_tokens` all tokens; the current session gets a new token. */
  resetPassword: write('user', { password: text(1000), new_password: text(1000), end_tokens: flag }, nothing),
  /** Sets the address, unverified. Sends a verification mail if the server can send mail. */
  updateEmail: write('user', { email: text(), password: text(1000) }, nothing),
  /** Sheaf only: sends the verification mail again. */
  sendVerifyMail: write('user', {}, nothing),
  /** Sheaf only: the target of the link in that mail. */
  verifyEmail: write('visitor', { uid: id, email: text(), token: text() }, nothing),
  /** The response does not reveal whether the address exists. */
  resetPasswordEmail: write('visitor', { email: text(), v_code: text() }, nothing),
  /** Single use, bound to user and address; ends all sessions and does not log in. */
  resetPasswordByUrl: write('visitor', { new_password: text(1000), uid: idOr0, email: text(), token: text() }, nothing),
  /** For user pickers: all users who can sign in, filtered by part of the user name. */
  allUser: read('user', { username: text() }, z.array(z.object({ uid: digits, username: z.string(), name: z.string() }))),
  /** Sheaf only: how the user can sign in, and the linked external accounts. */
  outside: read(
    'user',
    {},
    z.object({
      has_password: digits,
      /** 1 shortly after sign-in, while a first password can be set without further proof. */
      is_fresh: digits,
      /** `name` is that of its provider here; "" for the directory and a provider that is no more. */
      identities: z.array(z.object({ identity_id: digits, kind: z.string(), place: z.string(), name: z.string(), addtime: digits })),
      /** The providers that are on and with which this account is not linked. */
      providers: z.array(z.object({ provider_id: digits, kind: z.string(), name: z.string() })),
    }),
  ),
  /** Requires a local password, so that the user can still sign in. */
  unlink: write('user', { identity_id: id, password: text(1000) }, nothing),
  /** For an account without a password, created by an external login; shortly after sign-in only (W17). */
  setFirstPassword: write('user', { new_password: text(1000) }, nothing),
  /** The external identity of this session that is not yet linked to an account. */
  newcomer: read(
    'visitor',
    {},
    z.object({ kind: z.string(), place: z.string(), username: z.string(), is_taken: digits, may_join: digits, free_name: z.string() }),
  ),
  /** Links that identity to an account of this site, verified by its password. */
  linkNewcomer: write('visitor', credentials, LoggedIn),
  /** Creates an account for that identity. */
  joinNewcomer: write('visitor', { username: text() }, LoggedIn),
  /**
   * `providers` has all that are on, in the order of their buttons; the first two fields are those of ShowDoc, about the first one.
   * `passkey_open`: whether the site can use passkeys and someone has one.
   */
  oauthInfo: read(
    'visitor',
    {},
    z.object({
      oauth2_open: digits,
      oauth2_entrance_tips: z.string(),
      passkey_open: digits,
      providers: z.array(z.object({ provider_id: digits, kind: z.string(), name: z.string() })),
    }),
  ),
}

/*
 * Sign-in through external systems. A browser follows these links, also from another site. They are the documented exception to W2
 * (W17), so they are declared as reads. The credential is in the address and can be used once.
 */
export const ExtLogin = {
  /**
   * Without `code`, `error` and `state`: redirects to a provider, the first one without `provider_id`. With one of them: the callback of
   * every provider; `state` says which. DingTalk sends its code as `authCode` (W50). `link` links the identity to the current account.
   */
  oauth2: read(
    'visitor',
    {
      code: text(4000),
      authCode: text(4000),
      state: text(),
      error: text(),
      iss: text(1000),
      redirect: text(2000),
      link: text(1),
      provider_id: idOr0,
    },
    bytes,
  ),
  bySecretKey: read('visitor', { username: text(), time: text(20), token: text(), redirect: text(2000) }, bytes),
}
