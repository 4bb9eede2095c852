import * as z from 'zod'
import { read, write } from './call.ts'
import { digits, nothing, text } from './fields.ts'

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

export const user = {
  login: write('visitor', credentials, LoggedIn),
  register: write('visitor', { ...credentials, confirm_password: text(1000) }, LoggedIn),
  /** Makes the first administrator; `token` is the one-time secret printed at first start. */
  setup: write('visitor', { token: text(), username: text(), password: text(1000), confirm_password: text(1000) }, LoggedIn),
  logout: write('user', {}, nothing, { byLink: true }),
  info: read('user', {}, Account),
  oauthInfo: read('visitor', {}, z.object({ oauth2_open: digits, oauth2_entrance_tips: z.string() })),
}
