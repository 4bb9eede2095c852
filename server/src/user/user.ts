import { Refusal } from '@sheaf/contract'
import { siteSettings } from '../common/common.store.ts'
import { mustSolveCaptcha } from '../lib/captcha.ts'
import type { Ctx, Rooms, User } from '../lib/context.ts'
import { hashPassword, mustBeGoodPassword, verifyPassword } from '../lib/password.ts'
import { endSession, isSecure, openSession, sessionCookie } from '../lib/session.ts'
import { countFailure, failuresOf } from '../lib/throttle.ts'
import { forgetSetup, isSetupSecret } from './setup.ts'
import { accountCalls } from './user.account.ts'
import { CAPTCHA_FROM, mustBeUsername } from './user.rules.ts'
import { byNameOrEmail, hasAdministrator, insertUser, keyOf, lockUsers, noteLogin } from './user.store.ts'

const account = ({ uid, username, name, email, email_verify, groupid, avatar }: User) => ({
  uid,
  username,
  name,
  email,
  email_verify,
  groupid,
  avatar,
  avatar_small: avatar,
})

/** Opens a session. A browser gets a token for its unload beacon alone, any other client the session itself (W10). */
async function logIn(ctx: Ctx, user: User) {
  const { token, beacon } = await openSession(ctx, user.uid, ctx.session_id, ctx.headers['user-agent'])
  ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
  return { ...account(user), user_token: ctx.headers['sec-fetch-site'] === undefined ? token : beacon }
}

export const user: Rooms['user'] = {
  ...accountCalls,
  async login({ username, password, v_code }, ctx) {
    if (password === '') throw new Refusal('wrongLogin')
    const counter = `login ${keyOf(username)}`
    if ((await failuresOf(ctx, counter)) >= CAPTCHA_FROM) await mustSolveCaptcha(ctx, ctx.session_id, v_code)
    const found = await byNameOrEmail(ctx.db, username)
    const right = await verifyPassword(found?.password_hash ?? '', password)
    if (!found || !right || found.is_disabled)
      throw new Refusal((await countFailure(ctx, counter)) >= CAPTCHA_FROM ? 'wrongLoginOften' : 'wrongLogin')
    await noteLogin(ctx.db, found.uid, ctx.now())
    return logIn(ctx, found)
  },

  async register({ username, password, confirm_password, v_code }, ctx) {
    if ((await siteSettings(ctx)).register_open !== '1') throw new Refusal('registerClosed')
    await mustSolveCaptcha(ctx, ctx.session_id, v_code)
    const name = mustBeUsername(username)
    if (password !== confirm_password) throw new Refusal('passwordsDiffer')
    mustBeGoodPassword(password)
    const made = await insertUser(ctx.db, { username: name, password_hash: await hashPassword(password), groupid: 2, reg_time: ctx.now() })
    if (!made) throw new Refusal('usernameTaken')
    return logIn(ctx, made)
  },

  async setup({ token, username, password, confirm_password }, ctx) {
    if (await hasAdministrator(ctx)) throw new Refusal('setupDone')
    if (!isSetupSecret(ctx, token)) throw new Refusal('setupLink')
    const name = mustBeUsername(username)
    if (password !== confirm_password) throw new Refusal('passwordsDiffer')
    mustBeGoodPassword(password)
    const password_hash = await hashPassword(password)
    const made = await ctx.store.db.transaction().execute(async (trx) => {
      await lockUsers(ctx.store, trx)
      if (await trx.selectFrom('user').select('uid').where('groupid', '=', 1).executeTakeFirst()) throw new Refusal('setupDone')
      return insertUser(trx, { username: name, password_hash, groupid: 1, reg_time: ctx.now() })
    })
    if (!made) throw new Refusal('usernameTaken')
    forgetSetup(ctx)
    return logIn(ctx, made)
  },

  async logout(_input, ctx) {
    if (ctx.session_id !== null) await endSession(ctx, ctx.session_id)
    ctx.reply('set-cookie', sessionCookie('', isSecure(ctx)))
    return []
  },

  info: (_input, ctx) => account(ctx.user),

  async oauthInfo(_input, ctx) {
    const { oauth2_open, oauth2_entrance_tips } = await siteSettings(ctx)
    return { oauth2_open: Number(oauth2_open), oauth2_entrance_tips }
  },
}
