import { type ErrorName, type LdapForm, Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { hashPassword, mustBeGoodPassword, replaceShowdocHash, verifyPassword } from '../auth/password.ts'
import { sessionOf } from '../auth/session.ts'
import { beginTry, mustBeOwn } from '../auth/throttle.ts'
import { ldapSettings, siteSettings } from '../common/settings.store.ts'
import type { Ctx, User } from '../context.ts'
import type { ReportedGroups } from '../group/group.rules.ts'
import { applyGroups } from '../group/group.service.ts'
import { rulesOf } from '../group/group.store.ts'
import { networkOf } from '../http/limits/rate.ts'
import { directoryGroups, isPasswordOf, signInAt } from '../ldap/directory.ts'
import { identitiesOf, isBlocked, link, savePendingIdentity, setEmailOfNew, userOf } from './outside/identity.store.ts'
import { CAPTCHA_FROM, CAPTCHA_FROM_ALL, type ExternalUser, localUsername, mustBeUsername } from './user.rules.ts'
import { type AccountRow, logIn, signIn } from './user.sign-in.service.ts'
import { byName, byNameOrEmail, insertUser, keyOf } from './user.store.ts'

export const providerKind = (provider: string) => provider.replace(/ .*/, '')
/** The address of a provider. The number after it only keeps two apart. */
export const providerHost = (provider: string) => provider.replace(/^\S+ ?/, '').replace(/#\d+$/, '')

/**
 * The account of an external user: the one linked with this identity, or a new one if the name is free. It is never an account that only
 * has the same name (S84): its password is required first, and until then the session stores the identity.
 */
export async function accountOf(ctx: Ctx, external: ExternalUser): Promise<AccountRow> {
  const known = await userOf(ctx.db, external)
  if (known?.is_disabled) throw new Refusal('outsideGone')
  if (known) return known
  if (await isBlocked(ctx.db, external)) throw new Refusal('outsideGone')
  const username = localUsername(external.username)
  const holder = await byName(ctx.db, username)
  // Most likely the same user, who stays blocked until an administrator enables the account.
  if (holder?.is_disabled) throw new Refusal('outsideGone')
  const made = external.mayJoin && !holder ? await createExternalAccount(ctx, username, external) : undefined
  // A concurrent sign-in may have created the account.
  const account = made ?? (holder ? undefined : await userOf(ctx.db, external))
  if (account) return account
  await savePendingIdentity(ctx, await sessionOf(ctx), external)
  throw new Refusal(holder ? 'outsideTaken' : 'outsideClosed', { name: username }, { newcomer: 1 })
}

/** Creates an account without a password, linked with the identity; undefined when the name is taken. */
export const createExternalAccount = (
  ctx: Ctx,
  username: string,
  external: Pick<ExternalUser, 'provider' | 'subject' | 'name' | 'email' | 'isVerified'>,
): Promise<AccountRow | undefined> =>
  ctx.store.write(async (trx) => {
    const made = await insertUser(trx, { username, password_hash: '', groupid: 2, reg_time: ctx.now() })
    if (!made) return undefined
    if (!(await link(trx, made.uid, external, ctx.now()))) throw new Refusal('outsideLinked')
    await trx
      .updateTable('user')
      .set({ name: external.name.slice(0, 100) })
      .where('uid', '=', made.uid)
      .execute()
    await setEmailOfNew(trx, made.uid, external)
    await writeAudit(trx, ctx, 'register', { by: made, detail: external.provider })
    return (await byName(trx, username)) ?? made
  })

/** The bound groups that the directory reports. Without an answer the sign-in continues, and the memberships stay. */
async function groupsIn(ctx: Ctx, form: LdapForm, entry: { dn: string; username: string }): Promise<ReportedGroups> {
  const bound = [...new Set((await rulesOf(ctx.db, 0)).map(({ group_value }) => group_value))]
  if (bound.length === 0) return {}
  try {
    return await directoryGroups(form, entry, bound)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn({ problem: error.error, ...error.fill }, 'the groups of the directory could not be read')
    return { unsaid: 'unreadable' }
  }
}

/** What the directory answers; undefined when it is off. Throws `directoryDown` when it is unreachable (R22). */
async function askDirectory<Answer>(ctx: Ctx, ask: (form: LdapForm) => Promise<Answer>): Promise<Answer | undefined> {
  const { open, form } = await ldapSettings(ctx)
  if (!open || !form) return undefined
  try {
    return await ask(form)
  } catch (error) {
    if (!(error instanceof Refusal) || error.error === 'directoryTwice') throw error
    ctx.log.warn({ problem: error.error, ...error.fill }, 'the directory could not be queried')
    throw new Refusal('directoryDown')
  }
}

/** The directory user with this name and password; undefined when the directory is off or rejects them. */
const directoryUser = (ctx: Ctx, username: string, password: string): Promise<ExternalUser | undefined> =>
  askDirectory(ctx, async (form) => {
    const entry = await signInAt(form, username, password)
    if (!entry) return undefined
    const mayJoin = form.register_open === '1' || (await siteSettings(ctx)).register_open === '1'
    const groups = await groupsIn(ctx, form, entry)
    const own = { provider_id: 0, id_token_sealed: '', provider_sid: '', provider_sub: '', provider: 'ldap' }
    return { ...entry, ...groups, ...own, isVerified: false, mayJoin }
  })

/** Throws unless this is the directory password of the acting user, whose account is linked with this entry of the directory. */
export async function mustKnowDirectoryPassword(ctx: Ctx<'user' | 'admin'>, password: string) {
  const linked = (await identitiesOf(ctx.db, ctx.user.uid)).find(({ provider }) => provider === 'ldap')
  if (!linked) throw new Refusal('ownPasswordNone')
  const isOwn = () => askDirectory(ctx, (form) => isPasswordOf(form, linked.subject, password))
  await mustBeOwn(ctx, async () => (await isOwn()) || undefined)
}

/** Begins a try at the password of this name from this network; all calls share the counters. */
function tryOf(ctx: Ctx, username: string, solve: Solve) {
  const [key, network] = [keyOf(username), networkOf(ctx.address)]
  const own = { name: `login ${network} ${key}`, from: CAPTCHA_FROM }
  return beginTry(
    ctx,
    [own, { name: `login ${key}`, from: CAPTCHA_FROM_ALL }, { name: `login from ${network}`, from: CAPTCHA_FROM_ALL }],
    solve,
  )
}

/** Called when a captcha is required; throws unless it was solved. */
type Solve = () => Promise<void>

interface Credentials {
  username: string
  password: string
  otp?: string
}

/**
 * Signs in with a local or directory password and counts failures. `often` is the error once the next try on user/login requires a
 * captcha.
 */
export async function enter(ctx: Ctx, { username, password, otp = '' }: Credentials, solve: Solve, often: ErrorName) {
  if (password === '') throw new Refusal('wrongLogin')
  const attempt = await tryOf(ctx, username, solve)
  const { named, user } = await byPassword(ctx, username, password)
  if (user) {
    await attempt.succeeded()
    return signIn(ctx, user, { way: 'password', otp })
  }
  // While the directory is unreachable, the try may be a guess at a local password.
  const entry = await directoryUser(ctx, username, password).catch(async (error: unknown) => {
    await (named?.password_hash && isDown(error) ? noteFailure(ctx, named) : attempt.uncount())
    throw error
  })
  if (entry) {
    await attempt.succeeded()
    const known = await accountOf(ctx, entry)
    await applyGroups(ctx, known, entry)
    return signIn(ctx, known, { way: 'ldap', otp, provider: entry.provider })
  }
  await noteFailure(ctx, named)
  throw new Refusal(attempt.needsCaptcha ? often : 'wrongLogin')
}

/** Verifies a local password only, for linking an account with an external identity. */
export async function verifyLocalPassword(ctx: Ctx, username: string, password: string, solve: Solve): Promise<AccountRow> {
  const attempt = await tryOf(ctx, username, solve)
  const { user, named } = await byPassword(ctx, username, password)
  if (user) {
    await attempt.succeeded()
    return user
  }
  await noteFailure(ctx, named)
  throw new Refusal(attempt.needsCaptcha ? 'wrongLoginOften' : 'wrongLogin')
}

const isDown = (error: unknown) => error instanceof Refusal && error.error === 'directoryDown'

async function byPassword(ctx: Ctx, username: string, password: string) {
  const named = await byNameOrEmail(ctx.db, username)
  const right = await verifyPassword(named?.password_hash ?? '', password)
  if (!named || !right || named.is_disabled) return { named, user: undefined }
  await replaceShowdocHash(ctx.db, named, password)
  return { named, user: named }
}

/** An unknown name is not logged, because the user may have entered a password as the name. */
const noteFailure = (ctx: Ctx, named: User | undefined) =>
  writeAudit(ctx.db, ctx, 'loginFailed', { by: { uid: named?.uid ?? null, username: named?.username ?? '' } })

export async function mustAllowRegistration(ctx: Ctx) {
  if ((await siteSettings(ctx)).register_open !== '1') throw new Refusal('registerClosed')
}

interface NewAccount {
  username: string
  password: string
  confirm_password: string
}

/** Creates an account without administrator rights and logs in. */
export async function join(ctx: Ctx, { username, password, confirm_password }: NewAccount) {
  const name = mustBeUsername(username)
  if (password !== confirm_password) throw new Refusal('passwordsDiffer')
  mustBeGoodPassword(password)
  const made = await insertUser(ctx.db, { username: name, password_hash: await hashPassword(password), groupid: 2, reg_time: ctx.now() })
  if (!made) throw new Refusal('usernameTaken', {}, { field: 'username' })
  await writeAudit(ctx.db, ctx, 'register', { by: made })
  return logIn(ctx, made, 'password')
}
