import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@sheaf/contract/client'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { hashPassword } from '../auth/password.ts'
import { cookieName, isSecure, openSession } from '../auth/session.ts'
import { readConfig } from '../runtime/config.ts'
import { keepWorkers } from '../runtime/workers.ts'
import { makeServer, type Server } from '../server.ts'
import { insertUser } from '../user/user.store.ts'
import { ADMIN, MIGRATED, readyFile } from './ready.ts'
import { multipart, type Request } from './request.ts'
import { fakeDist } from './samples/dist.ts'
import { postgres } from './servers/postgres.address.ts'
import { answeringOutbound } from './webhooks.ts'

/** A refusal as a client receives it. */
export class Refused extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export interface TestUser {
  api: Client
  uid: string
  username: string
  password: string
  token: string
  headers: Record<string, string>
}

/** The whole server on one database, with clients for anonymous visitors, users and an administrator. */
export interface Product {
  server: Server
  folder: string
  /** A client without an account; keeps cookies. */
  visitor: () => TestUser
  /** A signed-in user whose name starts with the prefix, inserted into the database. Other tests cover registration. */
  user: (prefix: string) => Promise<TestUser>
  /** A signed-in user created by registration, with captcha and password hash. */
  register: (prefix: string) => Promise<TestUser>
  admin: TestUser
  send: (request: Request) => Promise<LightMyRequestResponse>
  /** Sends a multipart request with one file. */
  upload: (
    who: TestUser,
    path: string,
    fields: Record<string, string>,
    file: { name: string; bytes: Buffer },
  ) => Promise<LightMyRequestResponse>
}

export const PASSWORD = 'correct horse 9'
export const kinds = (process.env['DATABASES'] ?? 'sqlite,postgres').split(',')
let hashed: Promise<string> | undefined
/** A hash takes tens of milliseconds, so the users of one process share it. */
const sharedHash = () => (hashed ??= hashPassword(PASSWORD))
const CAPTCHA = 'abc12'
let made = 0
/** The threads of the product outlive its servers here: starting them again for each server took a tenth of the processor time. */
keepWorkers()

type Tests = (product: Product, kind: string) => void
type Settings = Record<string, string>

/** Runs the tests against the whole server, once on each database. */
export const onEachDatabase = (title: string, tests: Tests, settings: Settings = {}) => runOn(kinds, title, tests, settings)

/** Whether to run every combination on this database. Without `FULL=1` only the first one does, and the others run a selection. */
export const isForAll = (kind: string) => kind === kinds[0] || process.env['FULL'] === '1'

/** Runs the tests only on the first database, for behaviour that does not depend on it. */
export const onOneDatabase = (title: string, tests: Tests, settings: Settings = {}) => runOn(kinds.filter(isForAll), title, tests, settings)

function runOn(kinds: string[], title: string, tests: Tests, settings: Settings) {
  if (kinds.includes('postgres')) void postgres()
  describe.each(kinds)(`${title} on %s`, (kind) => {
    const product = {} as Product
    beforeAll(async () => Object.assign(product, await startProduct(kind, settings)))
    afterAll(async () => {
      await product.server.close()
      rmSync(product.folder, { recursive: true, force: true })
    })
    tests(product, kind)
  })
}

async function startProduct(kind: string, settings: Record<string, string>): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-test-'))
  // With these settings the server itself creates another administrator, or none, at start.
  const isDefault = settings['ADMIN_USERNAME'] === undefined
  const database = kind === 'postgres' ? { DATABASE_URL: await freshDatabase(isDefault ? MIGRATED : undefined) } : {}
  if (kind === 'sqlite' && isDefault) writeFileSync(join(folder, 'sheaf.db'), await readyFile())
  const env = {
    NODE_ENV: 'test',
    TEST_CAPTCHA: CAPTCHA,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SITE_TZ: 'UTC',
    ...database,
    ...settings,
  }
  const server = await makeServer(readConfig(env), fakeDist(join(folder, 'dist')))
  server.services.outbound = answeringOutbound(server.services.config)
  await server.app.ready()
  await spreadIds(server)
  const send = async (request: Request) => {
    const reply = (await server.app.inject({ method: 'GET', ...request } as never)) as LightMyRequestResponse
    // A real connection emits this too. Otherwise timers that wait for the end of the request would keep the server up for a minute.
    reply.raw.req.emit('close')
    return reply
  }
  const visitor = () => person(send)
  const signedIn = async (uid: number, username: string, password: string) => {
    const { services } = server
    const { token } = await openSession(services, uid, null)
    const one = visitor()
    one.headers['cookie'] = `${cookieName(isSecure(services))}=${token}`
    return Object.assign(one, { uid: String(uid), username, password, token })
  }
  const user = async (prefix: string) => {
    const { services } = server
    const username = `${prefix}${++made}`
    const row = { username, password_hash: await sharedHash(), groupid: 2, reg_time: services.now() }
    return signedIn((await insertUser(services.store.db, row))?.uid as number, username, PASSWORD)
  }
  const register = async (prefix: string) => {
    const one = visitor()
    await send({ url: '/api/common/verify', headers: one.headers }).then((reply) => keepCookie(one, reply))
    const username = `${prefix}${++made}`
    const account = await one.api.user.register({ username, password: PASSWORD, confirm_password: PASSWORD, v_code: CAPTCHA })
    return Object.assign(one, { uid: account.uid, username, password: PASSWORD, token: account.user_token })
  }
  const adminRow = await server.services.store.db.selectFrom('user').select(['uid', 'username']).where('groupid', '=', 1).executeTakeFirst()
  const admin = adminRow ? await signedIn(adminRow.uid, adminRow.username, settings['ADMIN_PASSWORD'] ?? ADMIN.password) : visitor()
  return {
    server,
    folder,
    visitor,
    user,
    register,
    admin,
    send,
    upload: (who, path, fields, file) => send(multipart(path, fields, file, who.headers)),
  }
}

/** Creates an empty PostgreSQL database, or a copy of `like`, and returns its URL. */
export async function freshDatabase(like = 'template1') {
  const base = await postgres()
  const name = `t${process.pid}_${++made}_${Date.now().toString(36)}`
  const client = new pg.Client({ connectionString: `${base}/postgres` })
  await client.connect()
  await client.query(`create database ${name} template ${like} strategy file_copy`)
  await client.end()
  return `${base}/${name}`
}

/** Gives each table and each database its own range of ids, so that a mixed-up id finds nothing. */
async function spreadIds({ services: { store } }: Server) {
  const from = ++made * 100_000
  for (const [n, [table, id]] of [
    ['item', 'item_id'],
    ['page', 'page_id'],
    ['catalog', 'cat_id'],
    ['user', 'uid'],
    ['attachment', 'file_id'],
  ].entries()) {
    const first = from + n * 10_000 + 1
    await sql
      .raw(
        store.kind === 'postgres'
          ? `alter table "${table}" alter column ${id} restart with ${first}`
          : `insert into sqlite_sequence (name, seq) values ('${table}', ${first})`,
      )
      .execute(store.db)
  }
}

function keepCookie(one: TestUser, reply: LightMyRequestResponse) {
  const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
  if (cookie) one.headers['cookie'] = cookie.split(';')[0] as string
}

export function person(send: Product['send']): TestUser {
  const one = { uid: '', username: '', password: '', token: '', headers: { 'accept-language': 'en-US' } } as unknown as TestUser
  one.api = createClient(async (path, fields) => {
    const payload = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined) as [string, string][]).toString()
    const reply = await send({
      method: 'POST',
      url: `/api/${path}`,
      payload,
      headers: { ...one.headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    keepCookie(one, reply)
    const { error_code, error_message, data } = reply.json()
    if (error_code !== 0) throw new Refused(error_code, error_message, data)
    return data
  })
  return one
}
