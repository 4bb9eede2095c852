import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../auth/password.ts'
import { openStore, type Store } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import { insertUser } from '../user/user.store.ts'

export const ADMIN = { username: 'admin', password: 'admin-password-1' }

/** The name of the PostgreSQL template database that makeReady prepared. */
export const MIGRATED = 'migrated'

/** Creates the tables and the administrator. This takes longer than most tests, so tests copy a prepared database. */
export async function makeReady(store: Store) {
  await migrate(store)
  const password_hash = await hashPassword(ADMIN.password)
  await insertUser(store.db, { username: ADMIN.username, password_hash, groupid: 1, reg_time: Math.floor(Date.now() / 1000) })
}

let file: Promise<Buffer> | undefined
/** A prepared SQLite database, created once per worker. */
export const readyFile = () => (file ??= makeFile())

async function makeFile() {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-ready-'))
  try {
    const store = openStore(join(folder, 'sheaf.db'))
    await makeReady(store)
    // Closing stores statistics about the few rows. The copy is taken before, so that tests with thousands of rows get normal plans.
    store.copyTo(join(folder, 'copy.db'))
    await store.close()
    return readFileSync(join(folder, 'copy.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
