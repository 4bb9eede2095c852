import { type ErrorName, Refusal } from '@sheaf/contract'
import { siteSettings } from '../common/common.store.ts'
import { note } from '../lib/audit.ts'
import type { Ctx, User } from '../lib/context.ts'
import { hashPassword, mustBeGoodPassword, renewForm, verifyPassword } from '../lib/password.ts'
import { isSecure, openSession, sessionCookie } from '../lib/session.ts'
import { countFailure } from '../lib/throttle.ts'
import { inDirectory } from './in-directory.ts'
import { accountOf, noteOutsideLogin } from './outside.ts'
import { CAPTCHA_FROM, mustBeUsername } from './user.rules.ts'
import { byNameOrEmail, insertUser, keyOf, noteLogin } from './user.store.ts'

export const account = ({ uid, username, name, email, email_verify, groupid, avatar }: User) => ({
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
export async function logIn(ctx: Ctx, user: User) {
  const { token, beacon } = await openSession(ctx, user.uid, ctx.session_id, ctx.headers['user-agent'])
  ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
  return { ...account(user), user_token: ctx.headers['sec-fetch-site'] === undefined ? token : beacon }
}

/** Failures are counted under this name, by whichever call they were made. */
export const loginCounter = (username: string) => `login ${keyOf(username)}`

/** Logs in whoever knows the password, here or in the directory; everybody else is counted. `often` is said from where on user/login asks for the captcha. */
export async function enter(ctx: Ctx, username: string, password: string, often: ErrorName) {
  if (password === '') throw new Refusal('wrongLogin')
  const found = await byPassword(ctx, username, password)
  if (found.user) {
    await noteEntry(ctx, found.user)
    return logIn(ctx, found.user)
  }
  const person = await inDirectory(ctx, username, password, () => wrong(ctx, username, found.named, often))
  if (person) {
    const user = await accountOf(ctx, person)
    await noteOutsideLogin(ctx, user, person.provider)
    return logIn(ctx, user)
  }
  throw await wrong(ctx, username, found.named, often)
}

/** By a password of this site alone: links an account with whoever came from outside. */
export async function enterHere(ctx: Ctx, username: string, password: string, often: ErrorName): Promise<User> {
  if (password === '') throw new Refusal('wrongLogin')
  const { user, named } = await byPassword(ctx, username, password)
  if (!user) throw await wrong(ctx, username, named, often)
  return user
}

async function byPassword(ctx: Ctx, username: string, password: string) {
  const named = await byNameOrEmail(ctx.db, username)
  const right = await verifyPassword(named?.password_hash ?? '', password)
  if (!named || !right || named.is_disabled) return { named, user: undefined }
  await renewForm(ctx.db, named, password)
  return { named, user: named }
}

/** Counts a wrong password. What was typed for a name nobody has may be a password; it is not kept. */
async function wrong(ctx: Ctx, username: string, named: User | undefined, often: ErrorName) {
  await note(ctx.db, ctx, 'loginFailed', { by: { uid: named?.uid ?? null, username: named?.username ?? '' } })
  return new Refusal((await countFailure(ctx, loginCounter(username))) >= CAPTCHA_FROM ? often : 'wrongLogin')
}

const noteEntry = (ctx: Ctx, user: User) =>
  ctx.store.write(async (trx) => {
    await noteLogin(trx, user.uid, ctx.now())
    await note(trx, ctx, 'login', { by: user })
  })

export async function mustBeOpenToAll(ctx: Ctx) {
  if ((await siteSettings(ctx)).register_open !== '1') throw new Refusal('registerClosed')
}

interface NewAccount {
  username: string
  password: string
  confirm_password: string
}

/** Makes an ordinary account and logs in. */
export async function join(ctx: Ctx, { username, password, confirm_password }: NewAccount) {
  const name = mustBeUsername(username)
  if (password !== confirm_password) throw new Refusal('passwordsDiffer')
  mustBeGoodPassword(password)
  const made = await insertUser(ctx.db, { username: name, password_hash: await hashPassword(password), groupid: 2, reg_time: ctx.now() })
  if (!made) throw new Refusal('usernameTaken')
  await note(ctx.db, ctx, 'register', { by: made })
  return logIn(ctx, made)
}
