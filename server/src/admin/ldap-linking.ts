import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { ldapSettings } from '../common/settings.store.ts'
import type { Ctx, Rooms } from '../context.ts'
import { directoryUsersNamed } from '../ldap/directory.ts'
import { link, unlinkedUsers } from '../user/outside/identity.store.ts'
import { keyOf } from '../user/user.store.ts'

/** Accounts looked at in one go. */
const ACCOUNTS_MAX = 1000

/** Pairs of an account that is linked with nothing of the directory and the one entry there that is called the same. */
async function pairs(ctx: Ctx) {
  const { open, form } = await ldapSettings(ctx)
  if (!open || !form) throw new Refusal('directoryOff')
  const users = await unlinkedUsers(ctx.db, 'ldap', ACCOUNTS_MAX)
  const people = new Map(
    (
      await directoryUsersNamed(
        form,
        users.map(({ username }) => username),
      )
    ).map((one) => [keyOf(one.username), one]),
  )
  return users.flatMap((user) => {
    const person = people.get(keyOf(user.username))
    return person ? [{ user, person }] : []
  })
}

/** For sites that had a directory before, and moved: nobody's login does this, an administrator who looks at each pair does. */
export const linkingCalls: Pick<Rooms['adminSetting'], 'ldapMatches' | 'linkLdap'> = {
  async ldapMatches(_input, ctx) {
    return (await pairs(ctx)).map(({ user, person }) => ({ ...user, entry: [person.name, person.dn].filter(Boolean).join(', ') }))
  },

  async linkLdap({ uids }, ctx) {
    const wanted = (await pairs(ctx)).filter(({ user }) => uids.includes(user.uid))
    const linked = await ctx.store.write(async (trx) => {
      let done = 0
      for (const { user, person } of wanted) {
        if (!(await link(trx, user.uid, { provider: 'ldap', subject: person.subject }, ctx.now()))) continue
        await writeAudit(trx, ctx, 'linked', { subject: user.username, detail: 'ldap' })
        done += 1
      }
      return done
    })
    return { linked }
  },
}
