import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@sheaf/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../runtime/config.ts'
import { makeServer, type Server } from '../../server.ts'
import { anItem, aPage } from '../given.ts'
import { freshDatabase, person, type TestUser } from '../product.ts'
import { fakeDist } from '../samples/dist.ts'

/** A TCP proxy to PostgreSQL whose connections can be cut, or stay open and carry nothing. */
function proxyTo(url: URL) {
  const open = new Set<Socket>()
  let isCut = false
  let isSilent = false
  const server: NetServer = createServer((socket) => {
    if (isCut) return void socket.destroy()
    if (isSilent) return void open.add(socket.on('error', () => {}))
    const onward = connect(Number(url.port), url.hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  return {
    listen: () => new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port))),
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    silence() {
      isSilent = true
      for (const socket of open) socket.unpipe()
    },
    restore() {
      isCut = false
      // What a connection has missed is lost with it.
      if (isSilent) for (const socket of open) socket.destroy()
      isSilent = false
    },
    close: () => server.close(),
  }
}

describe('PostgreSQL outages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-away-'))
  /** A superuser connection that bypasses the proxy. */
  let root: pg.Client
  let proxy: ReturnType<typeof proxyTo>
  let server: Server
  let alice: TestUser
  let item_id: string
  const role = `sheaf_${process.pid}`
  const send = (request: object) => server.app.inject({ method: 'GET', ...request } as never) as never

  beforeAll(async () => {
    const url = new URL(await freshDatabase())
    root = new pg.Client({ connectionString: url.href })
    await root.connect()
    await root.query(`create role ${role} login password 'x'; alter database ${url.pathname.slice(1)} owner to ${role}`)
    await root.query(`grant all on schema public to ${role}`)
    proxy = proxyTo(url)
    const DATABASE_URL = `postgres://${role}:x@127.0.0.1:${await proxy.listen()}${url.pathname}`
    const env = { NODE_ENV: 'test', TEST_CAPTCHA: 'abc12', DATA_DIR: folder, DATABASE_URL, LOG_LEVEL: 'silent' }
    const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'admin-password-1' }
    server = await makeServer(readConfig({ ...env, ...ADMIN }), fakeDist(join(folder, 'dist')))
    await server.app.ready()
    alice = person(send)
    await alice.api.user.login({ username: 'admin', password: 'admin-password-1', v_code: '' })
    item_id = await anItem(alice)
  })
  afterAll(async () => {
    proxy.restore()
    await server.close()
    proxy.close()
    await root.end()
    rmSync(folder, { recursive: true, force: true })
  })

  const killAll = () =>
    root.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and pid <> pg_backend_pid()`, [role])
  const save = (page_id: string, page_content: string) => alice.api.page.save({ page_id, page_title: 'T', page_content })
  /** Expects that every call reports the unavailable database. */
  async function expectRefusals(page_id: string) {
    const calls = [alice.api.page.info({ page_id }), save(page_id, 'lost'), alice.api.item.search({ item_id, keyword: 'x' })]
    for (const end of await Promise.allSettled(calls))
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 503, message: errors.databaseAway.en } })
    for (const [url, statusCode] of [
      ['/healthz', 503],
      ['/livez', 200],
    ] as const)
      expect(await (send({ url }) as Promise<{ statusCode: number }>)).toMatchObject({ statusCode })
    for (const [language, words] of [
      ['en-US', 'Back in a moment'],
      ['zh-CN', '稍后即可恢复'],
    ] as const) {
      const page = await (send({ url: `/${item_id}`, headers: { accept: 'text/html,*/*', 'accept-language': language } }) as Promise<{
        statusCode: number
        headers: Record<string, string>
        body: string
      }>)
      expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '15'])
      expect(page.body).toContain(words)
    }
  }

  it('R20: during an outage every call reports it, and all calls work again afterwards', async () => {
    const page_id = await aPage(alice, item_id)
    for (let round = 0; round < 2; round++) {
      proxy.cut()
      await expectRefusals(page_id)
      proxy.restore()
      expect(await save(page_id, `back ${round}`)).toMatchObject({ version: String(round + 2) })
    }
    expect((await alice.api.page.info({ page_id })).page_content).toBe('back 1')
  })

  it('R20: a database that takes no writes, as a standby, is reported, exports work, and saves work again afterwards', async () => {
    const page_id = await aPage(alice, item_id)
    const { rows } = await root.query('select current_database() as name')
    const setReadOnly = async (value: 'on' | 'off') => {
      await root.query(`alter database ${rows[0].name} set default_transaction_read_only = ${value}`)
      await killAll()
    }
    await setReadOnly('on')
    // The first ones can meet the connections that were ended.
    for (let n = 0; n < 12; n++) await expect(save(page_id, 'lost')).rejects.toMatchObject({ code: 503, message: errors.databaseAway.en })
    const url = `/api/export/markdown?item_id=${item_id}`
    const exported = await (send({ url, headers: alice.headers }) as Promise<{ headers: Record<string, string>; body: string }>)
    expect(exported.headers['content-type'], exported.body.slice(0, 300)).toBe('application/zip')
    await setReadOnly('off')
    await vi.waitFor(async () => expect(await save(page_id, 'back')).toMatchObject({ version: '2' }))
  })

  it('R20: a database that neither answers nor closes its connections is reported, and all calls work again afterwards', async () => {
    const page_id = await aPage(alice, item_id)
    for (let round = 0; round < 2; round++) {
      proxy.silence()
      const calls: Promise<unknown>[] = [
        alice.api.page.info({ page_id }),
        save(page_id, 'lost'),
        alice.api.item.search({ item_id, keyword: 'x' }),
      ]
      // More than the pool has connections.
      for (let n = 0; n < 12; n++) calls.push(alice.api.item.info({ item_id }))
      for (const end of await Promise.allSettled(calls))
        expect(end).toMatchObject({ status: 'rejected', reason: { code: 503, message: errors.databaseAway.en } })
      proxy.restore()
      expect(await save(page_id, `back ${round}`)).toMatchObject({ version: String(round + 2) })
    }
  })

  it('R20: a query that takes long is not ended while the database answers others', async () => {
    const { db } = server.services.store
    const both = [
      sql`select pg_sleep(9) is null as slept`.execute(db),
      db.transaction().execute((trx) => sql`select pg_sleep(9)`.execute(trx)),
    ]
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })

  it('R20: reports too many connections without waiting', async () => {
    const page_id = await aPage(alice, item_id)
    await root.query(`alter role ${role} connection limit 0`)
    await killAll()
    await expectRefusals(page_id)
    await root.query(`alter role ${role} connection limit -1`)
    expect(await save(page_id, 'again')).toMatchObject({ version: '2' })
  })

  it('R20: a kill during saves loses no acknowledged save and leaves no partial one', async () => {
    const pages = await Promise.all(Array.from({ length: 8 }, () => aPage(alice, item_id)))
    const acknowledged = new Map(pages.map((page_id) => [page_id, 1]))
    const refusals = new Set<number>()
    const answered = new EventEmitter()
    let isOver = false
    const write = async (page_id: string) => {
      for (let n = 0; !isOver; n++) {
        const saved = await save(page_id, `${n}`).catch((error: { code: number }) => void refusals.add(error.code))
        if (!saved) continue
        acknowledged.set(page_id, Number(saved.version))
        answered.emit('save')
      }
    }
    const writers = pages.map(write)
    // Each kill follows an answered save, while the other seven are in progress.
    for (let n = 0; n < 12; n++) {
      await once(answered, 'save')
      await killAll()
    }
    isOver = true
    await Promise.all(writers)
    expect([...refusals]).toEqual([503])
    for (const page_id of pages) {
      const { version } = await alice.api.page.info({ page_id })
      // The answer to the last save can have been lost.
      expect([0, 1]).toContain(Number(version) - (acknowledged.get(page_id) as number))
      const states = await alice.api.page.history({ page_id })
      expect(states).toHaveLength(Math.min(20, Number(version) - 1))
    }
  })
})
