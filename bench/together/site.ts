import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../server/src/db/dialect.ts'
import { startPostgres } from '../grow-postgres.ts'
import { startServer } from '../servers.ts'

export type Fields = Record<string, string>
export type Db = ReturnType<typeof openStore>['db']

/** A server of its own on an empty database, its administrator, and the database for rows that no call makes. */
export async function startSite(kind: string, settings: Fields = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-together-'))
  const postgres = kind === 'postgres' ? await startPostgres() : undefined
  const environment = { ...(postgres && { DATABASE_URL: postgres.url }), ...settings }
  let server = await startServer(folder, environment)
  const call = async <T>(path: string, fields: Fields = {}, token = ''): Promise<T> => {
    const headers: Fields = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  const admin = await call<{ user_token: string; uid: string }>('user/login', { username: 'admin', password: 'admin-password-1' })
  const store = openStore(postgres?.url ?? join(folder, 'sheaf.db'))
  return {
    get server() {
      return server
    },
    db: store.db,
    uid: Number(admin.uid),
    token: admin.user_token,
    headers: { authorization: `Bearer ${admin.user_token}` },
    call,
    /** The administrator's call. */
    does: <T>(path: string, fields: Fields = {}) => call<T>(path, fields, admin.user_token),
    async restart() {
      await server.stop('kept')
      server = await startServer(folder, environment)
    },
    async stop() {
      await store.close()
      await server.stop()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>

export const seconds = () => Math.floor(Date.now() / 1000)

/** Rows are written in parts, because a statement has a limited number of values. */
export const PART = 500

/** Accounts that exist only as rows, with confirmed addresses. */
export async function addPeople(db: Db, count: number, prefix = 'reader'): Promise<number[]> {
  const uids: number[] = []
  for (let from = 0; from < count; from += PART) {
    const rows = Array.from({ length: Math.min(PART, count - from) }, (_, n) => {
      const username = `${prefix}${from + n}`
      const email = `${username}@example.com`
      const reached = { email, email_key: email, email_verify: 1 }
      const times = { reg_time: seconds(), last_login_time: 0 }
      return { username, username_key: username, name: '', password_hash: '', groupid: 2, avatar: '', is_disabled: 0, ...reached, ...times }
    })
    uids.push(...(await db.insertInto('user').values(rows).returning('uid').execute()).map(({ uid }) => uid))
  }
  return uids
}

/** These people watch a place of an item. */
export async function addWatchers(
  db: Db,
  uids: number[],
  subject: { kind: 'page' | 'item'; subject_id: number; item_id: number; page_id: number },
  level: 'all' | 'changes',
) {
  for (let from = 0; from < uids.length; from += PART) {
    const rows = uids.slice(from, from + PART).map((uid) => ({ uid, ...subject, level, source: 'own' as const, addtime: seconds() }))
    await db.insertInto('watch').values(rows).execute()
  }
}

export const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number
