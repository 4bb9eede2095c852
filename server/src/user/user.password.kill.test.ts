import { expect, it } from 'vitest'
import { verifyPassword } from '../auth/password.ts'
import { openSession } from '../auth/session.ts'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'

const password = /^update "user" set "password/
const change = { password: 'admin-password-1', new_password: 'bamboo and cord 7' }

const moments: [name: string, moment: Moment, isChanged: boolean][] = [
  ['after the password, before the sessions', ['after', password], false],
  ['before the commit', ['before', password, /^commit$/], false],
  ['after the commit, before the own session goes on', ['after', password, /^commit$/], true],
]

it.each(databases)(
  'S11: a new password on %s ends all other sessions, or changes nothing if the server crashes before the commit',
  async (kind) => {
    const server = await aServerToKill(kind)
    await server.start(moments[0]?.[1])
    const other = await server.look((store) => openSession({ store, now: () => Math.floor(Date.now() / 1000) }, 1, null))
    for (const [n, [name, , isChanged]] of moments.entries()) {
      await server.diesIn('user/resetPassword', change)
      await server.start(moments[n + 1]?.[1])
      const found = await server.look(async ({ db }) => {
        const { password_hash } = await db.selectFrom('user').select('password_hash').where('uid', '=', 1).executeTakeFirstOrThrow()
        const session = await db.selectFrom('session').select('session_id').where('session_id', '=', other.session_id).executeTakeFirst()
        return { isNew: await verifyPassword(password_hash, change.new_password), isOpen: session !== undefined }
      })
      expect(found, name).toEqual({ isNew: isChanged, isOpen: !isChanged })
    }
  },
)
