import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertUser } from '../user/user.store.ts'
import { openStore } from './dialect.ts'
import { migrate } from './migrate.ts'

const user = (username: string) => ({ username, password_hash: '', groupid: 2, reg_time: 1 })

it('a transaction that reads first does not fail when another program writes to the same file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-two-writers-'))
  const server = openStore(join(folder, 'sheaf.db'))
  await migrate(server)
  const command = openStore(join(folder, 'sheaf.db'))
  await sql`pragma busy_timeout = 20`.execute(command.db)
  await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('user').selectAll().execute()
    await expect(insertUser(command.db, user('command'))).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    await insertUser(trx, user('server'))
  })
  const users = await server.db.selectFrom('user').select('username').execute()
  expect(users).toEqual([{ username: 'server' }])
  await command.close()
  await server.close()
  rmSync(folder, { recursive: true })
})
