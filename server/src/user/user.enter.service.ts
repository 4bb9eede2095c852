import { type ErrorName, Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { hashPassword, mustBeGoodPassword, renewForm, verifyPassword } from '../auth/password.ts'
import { isSecure, openSession, sessionCookie, sessionOf } from '../auth/session.ts'
import { beginTry } from '../auth/throttle.ts'
import { ldapSettings, siteSettings } from '../common/settings.store.ts'
import type { Ctx, User } from '../context.ts'
import { networkOf } from '../http/limits/rate.ts'
import { signInAt } from '../ldap/directory.ts'
import { hasDeparted, link, savePendingIdentity, setEmailOfNew, userOf } from './outside/identity.store.ts'
import { CAPTCHA_FROM, CAPTCHA_FROM_ALL, type ExternalUser, localUsername, mustBeUsername } from './user.rules.ts'
import { byName, byNameOrEmail, insertUser, keyOf, noteLogin } from './user.store.ts'

export const kindOf = (provider: string) => provider.replace(/ .*/, '')
export const placeOf = (provider: string) => provider.replace(/^\S+ ?/, '')

/**
 * The account of whoever comes from outside: the one that is linked with this identity, or a new one under a name that is free. Never
 * one that merely has the same name (S84): that is shown to be one's own by its password, and until then the session remembers who came.
 */
export async function accountOf(ctx: Ctx, who: ExternalUser): Promise<User> {
  const known = await userOf(ctx.db, who)
  if (known?.is_disabled) throw new Refusal('outsideGone')
  if (known) return known
  if (await hasDeparted(ctx.db, who)) throw new Refusal('outsideGone')
  const username = localUsername(who.username)
  const holder = await byName(ctx.db, username)
  // Most likely the same person, who is to stay out until an administrator says otherwise.
  if (holder?.is_disabled) throw new Refusal('outsideGone')
  const made = who.mayJoin && !holder ? await makeAccount(ctx, username, who) : undefined
  // Of two windows that come in at once the other one may have made it.
  const account = made ?? (holder ? undefined : await userOf(ctx.db, who))
  if (account) return account
  await savePendingIdentity(ctx, await sessionOf(ctx), who)
  throw new Refusal(holder ? 'outsideTaken' : 'outsideClosed', { name: username }, { newcomer: 1 })
}

/** An account without a password, linked from its first moment; undefined when the name is somebody's by now. */
export const makeAccount = (ctx: Ctx, username: string, who: Omit<ExternalUser, 'mayJoin'>): Promise<User | undefined> =>
  ctx.store.write(async (trx) => {
    const made = await insertUser(trx, { username, password_hash: '', groupid: 2, reg_time: ctx.now() })
    if (!made) return undefined
    if (!(await link(trx, made.uid, who, ctx.now()))) throw new Refusal('outsideLinked')
    await trx
      .updateTable('user')
      .set({ name: who.name.slice(0, 100) })
      .where('uid', '=', made.uid)
      .execute()
    await setEmailOfNew(trx, made.uid, who)
    await writeAudit(trx, ctx, 'register', { by: made, detail: who.provider })
    return (await byName(trx, username)) ?? made
  })

/** Written down with the way that was taken. */
export const noteOutsideLogin = (ctx: Ctx, user: User, provider: string) =>
  ctx.store.write(async (trx) => {
    await noteLogin(trx, user.uid, ctx.now())
    await writeAudit(trx, ctx, 'externalLogin', { by: user, detail: provider })
  })

/**
 * Whoever the directory lets in by this name and password; undefined while it is off or says no. When it cannot be asked that is said
 * (R22).
 */
async function inDirectory(ctx: Ctx, username: string, password: string): Promise<ExternalUser | undefined> {
  const { open, form } = await ldapSettings(ctx)
  if (!open || !form) return undefined
  try {
    const person = await signInAt(form, username, password)
    if (!person) return undefined
    const mayJoin = form.register_open === '1' || (await siteSettings(ctx)).register_open === '1'
    return { ...person, provider: 'ldap', isVerified: false, mayJoin }
  } catch (error) {
    if (!(error instanceof Refusal) || error.error === 'directoryTwice') throw error
    ctx.log.warn({ problem: error.error, ...error.fill }, 'the directory could not be asked')
    throw new Refusal('directoryDown')
  }
}

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

/** Begins a try at the password of this name from this network, by whichever call it is made. */
function tryOf(ctx: Ctx, username: string, solve: Solve) {
  const [key, network] = [keyOf(username), networkOf(ctx.address)]
  const own = { name: `login ${network} ${key}`, from: CAPTCHA_FROM }
  return beginTry(
    ctx,
    [own, { name: `login ${key}`, from: CAPTCHA_FROM_ALL }, { name: `login from ${network}`, from: CAPTCHA_FROM_ALL }],
    solve,
  )
}

/** Stops where a captcha is due and was not answered. */
type Solve = () => Promise<void>

/** Logs in whoever knows the password, here or in the directory; everybody else is counted. `often` is said from where on user/login asks for the captcha. */
export async function enter(ctx: Ctx, username: string, password: string, solve: Solve, often: ErrorName) {
  if (password === '') throw new Refusal('wrongLogin')
  const attempt = await tryOf(ctx, username, solve)
  const { named, user } = await byPassword(ctx, username, password)
  if (user) {
    await attempt.succeeded()
    await noteEntry(ctx, user)
    return logIn(ctx, user)
  }
  // A password of this site may be what is guessed while the directory cannot be asked.
  const person = await inDirectory(ctx, username, password).catch(async (error: unknown) => {
    await (named?.password_hash && isDown(error) ? noteFailure(ctx, named) : attempt.takeBack())
    throw error
  })
  if (person) {
    await attempt.succeeded()
    const known = await accountOf(ctx, person)
    await noteOutsideLogin(ctx, known, person.provider)
    return logIn(ctx, known)
  }
  await noteFailure(ctx, named)
  throw new Refusal(attempt.isOften ? often : 'wrongLogin')
}

/** By a password of this site alone: links an account with whoever came from outside. */
export async function enterHere(ctx: Ctx, username: string, password: string, solve: Solve): Promise<User> {
  const attempt = await tryOf(ctx, username, solve)
  const { user, named } = await byPassword(ctx, username, password)
  if (user) {
    await attempt.succeeded()
    return user
  }
  await noteFailure(ctx, named)
  throw new Refusal(attempt.isOften ? 'wrongLoginOften' : 'wrongLogin')
}

const isDown = (error: unknown) => error instanceof Refusal && error.error === 'directoryDown'

async function byPassword(ctx: Ctx, username: string, password: string) {
  const named = await byNameOrEmail(ctx.db, username)
  const right = await verifyPassword(named?.password_hash ?? '', password)
  if (!named || !right || named.is_disabled) return { named, user: undefined }
  await renewForm(ctx.db, named, password)
  return { named, user: named }
}

/** What was typed for a name nobody has may be a password; it is not kept. */
const noteFailure = (ctx: Ctx, named: User | undefined) =>
  writeAudit(ctx.db, ctx, 'loginFailed', { by: { uid: named?.uid ?? null, username: named?.username ?? '' } })

const noteEntry = (ctx: Ctx, user: User) =>
  ctx.store.write(async (trx) => {
    await noteLogin(trx, user.uid, ctx.now())
    await writeAudit(trx, ctx, 'login', { by: user })
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
  if (!made) throw new Refusal('usernameTaken', {}, { field: 'username' })
  await writeAudit(ctx.db, ctx, 'register', { by: made })
  return logIn(ctx, made)
}
