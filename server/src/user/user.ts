import { Refusal } from '@sheaf/contract'
import { mustSolveCaptcha, mustSolveChallenge } from '../auth/captcha.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import { endSession, isSecure, openingOf, sessionCookie } from '../auth/session.ts'
import { shownProviders } from '../common/provider.store.ts'
import type { AllHandlers } from '../context.ts'
import { outsideCalls } from './outside/user.outside.ts'
import { deleteSetupSecret, isSetupSecret } from './setup.ts'
import { accountCalls } from './user.account.ts'
import { stepCalls } from './user.confirm.ts'
import { enter, join, mustAllowRegistration } from './user.enter.service.ts'
import { providerSignOut } from './user.logout.service.ts'
import { isPasskeyOpen, passkeyLoginCalls } from './user.passkey.ts'
import { mustBeUsername } from './user.rules.ts'
import { account, logIn } from './user.sign-in.service.ts'
import { hasAdministrator, insertUser, lockUsers } from './user.store.ts'

export const user: AllHandlers['user'] = {
  ...accountCalls,
  ...outsideCalls,
  ...stepCalls,
  ...passkeyLoginCalls,
  async login({ v_code, ...credentials }, ctx) {
    return enter(ctx, credentials, () => mustSolveCaptcha(ctx, ctx.session_id, v_code), 'wrongLoginOften')
  },

  async loginByVerify({ captcha_id, captcha, ...credentials }, ctx) {
    await mustSolveChallenge(ctx, captcha_id, captcha)
    const solved = async () => {}
    return enter(ctx, credentials, solved, 'wrongLogin')
  },

  async register({ v_code, ...account }, ctx) {
    await mustAllowRegistration(ctx)
    await mustSolveCaptcha(ctx, ctx.session_id, v_code)
    return join(ctx, account)
  },

  async registerByVerify({ captcha_id, captcha, ...account }, ctx) {
    await mustAllowRegistration(ctx)
    await mustSolveChallenge(ctx, captcha_id, captcha)
    return join(ctx, account)
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
    deleteSetupSecret(ctx)
    return logIn(ctx, made, 'password')
  },

  async logout(_input, ctx) {
    const opened = ctx.session_id === null ? undefined : await openingOf(ctx, ctx.session_id)
    if (ctx.session_id !== null) await endSession(ctx, ctx.session_id)
    ctx.reply('set-cookie', sessionCookie('', isSecure(ctx)))
    const provider = opened && (await providerSignOut(ctx, opened))
    return provider ? { provider } : []
  },

  info: (_input, ctx) => account(ctx.user),

  async oauthInfo(_input, ctx) {
    const [shown, isOpen] = await Promise.all([shownProviders(ctx), isPasskeyOpen(ctx)])
    const first = shown.find(({ is_first }) => is_first === 1)
    const providers = shown.map(({ provider_id, kind, name }) => ({ provider_id, kind, name }))
    return { oauth2_open: first ? 1 : 0, oauth2_entrance_tips: first?.name ?? '', passkey_open: isOpen ? 1 : 0, providers }
  },
}
