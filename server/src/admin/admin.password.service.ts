import { writeAudit } from '../auth/audit.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { noticeSecurity } from '../notice/security.service.ts'
import { endGrants } from '../token/token.store.ts'
import { replacePassword } from '../user/user.store.ts'

/** Who sets the password: an administrator, or the operator with a command of the server, who has no account. */
type Setter = Pick<Ctx, 'user' | 'address' | 'now'> & { command?: string }

/**
 * Gives an account a password that its owner has not chosen. Its sessions and its tokens end, and a notice names the tokens. Returns the
 * number of sessions.
 */
export async function setPasswordOf(
  trx: Db,
  { uid, username }: { uid: number; username: string },
  password_hash: string,
  { command = '', ...setter }: Setter,
): Promise<number> {
  const by = setter.user ?? { uid: null, username: '', name: '' }
  const at = setter.now()
  const tokens = await endGrants(trx, uid, 'all', by.uid, at)
  if (tokens.length > 0) await notify(trx, by, { uids: [uid], kind: 'grantsEnded', about: { tokens } }, at)
  else await noticeSecurity(trx, uid, 'passwordReplaced', {}, at, by)
  const ended = await replacePassword(trx, uid, password_hash, { kept: null, at })
  await writeAudit(trx, setter, 'userPassword', { subject: username, ...(command && { by: { uid: null, username: command } }) })
  return ended
}
