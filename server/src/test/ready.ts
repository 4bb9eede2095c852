import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../auth/password.ts'
import { openStore, type Store } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import { insertUser } from '../user/user.store.ts'

export const ADMIN = { username: 'admin', password: 'admin-password-1' }

/** The PostgreSQL database of that kind. */
export const MIGRATED = 'migrated'

/** Gives a new database its tables and the administrator: making them takes longer than most tests, so both kinds are copied from one. */
export async function makeReady(store: Store) {
  await migrate(store)
  const password_hash = await hashPassword(ADMIN.password)
  await insertUser(store.db, { username: ADMIN.username, password_hash, groupid: 1, reg_time: Math.floor(Date.now() / 1000) })
}

let file: Promise<Buffer> | undefined
/** A SQLite database of that kind, made once by each worker. */
export const readyFile = () => (file ??= makeFile())

async function makeFile() {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-ready-'))
  try {
    const store = openStore(join(folder, 'sheaf.db'))
    await makeReady(store)
    // Copied before the end, when SQLite notes how few rows there are: tests that write thousands would be planned for these few.
    store.copyTo(join(folder, 'copy.db'))
    await store.close()
    return readFileSync(join(folder, 'copy.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
