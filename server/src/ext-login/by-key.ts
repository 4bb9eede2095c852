import { createHash, createHmac } from 'node:crypto'
import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { sameSecret, sha256 } from '../auth/secrets.ts'
import { countFailure } from '../auth/throttle.ts'
import { siteSettings } from '../common/common.store.ts'
import { loginKey } from '../common/settings.store.ts'
import type { Ctx, User } from '../context.ts'
import { hasDeparted, KEY } from '../user/outside/identity.store.ts'
import { noteOutsideLogin } from '../user/outside/outside.service.ts'
import { logIn } from '../user/user.enter.service.ts'
import { mustBeUsername } from '../user/user.rules.ts'
import { byName, insertUser, keyOf } from '../user/user.store.ts'

/** Seconds a link counts, before and after the time in it. */
const LINK_TOLERANCE_SECONDS = 60

interface Signed {
  username: string
  time: string
  token: string
}

/** W17: the link of another system that knows the key lets an ordinary user in, once. */
export async function byKey(ctx: Ctx, { username, time, token }: Signed) {
  const key = await loginKey(ctx)
  const isNow = /^\d{1,12}$/.test(time) && Math.abs(ctx.now() - Number(time)) <= LINK_TOLERANCE_SECONDS
  if (!key || !isNow || username === '' || !(await isSigned(ctx, key, { username, time, token }))) throw new Refusal('outsideKey')
  const uses = await countFailure(ctx, `signed link ${sha256(token)}`, 2 * LINK_TOLERANCE_SECONDS + 10)
  if (uses > 1) throw new Refusal('outsideKey')
  const user = await userNamed(ctx, username)
  await noteOutsideLogin(ctx, user, KEY)
  await logIn(ctx, user)
}

async function isSigned(ctx: Ctx, key: string, { username, time, token }: Signed): Promise<boolean> {
  if (sameSecret(createHmac('sha256', key).update(`${username}\n${time}`).digest('hex'), token)) return true
  if ((await siteSettings(ctx)).login_secret_md5 !== '1') return false
  return sameSecret(createHash('md5').update(`${username}${key}${time}`).digest('hex'), token)
}

/** Administrators never come in this way: whoever has the key would have the site. */
async function userNamed(ctx: Ctx, given: string): Promise<User> {
  const known = await byName(ctx.db, given)
  if (known?.groupid === 1) throw new Refusal('outsideKey')
  if (known?.is_disabled) throw new Refusal('outsideGone')
  if (known) return known
  if (await hasDeparted(ctx.db, { provider: KEY, subject: keyOf(given) })) throw new Refusal('outsideGone')
  if ((await siteSettings(ctx)).ext_register_open !== '1') throw new Refusal('registerClosed')
  const made = await insertUser(ctx.db, { username: mustBeUsername(given), password_hash: '', groupid: 2, reg_time: ctx.now() })
  if (!made) throw new Refusal('usernameTaken')
  await writeAudit(ctx.db, ctx, 'register', { by: made, detail: KEY })
  return made
}
