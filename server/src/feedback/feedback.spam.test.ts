import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeServer, type Server } from '../server.ts'
import { later } from '../test/clock.ts'
import { anItem, aPage, manyPages } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { fakeDist } from '../test/samples/dist.ts'
import { everyRow } from '../test/samples/every-row.ts'

const OWN_PAGE = { host: 'localhost:80', origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

onEachDatabase('feedback of visitors', (product, kind) => {
  let alice: TestUser
  let item_id: string
  let second: Server
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    await alice.api.feedback.saveSettings({ item_id, feedback_from: '2' })
    second = await makeServer(product.server.services.config, fakeDist(join(product.folder, 'second')))
    await second.app.ready()
  })
  afterAll(async () => {
    await second.close()
    rmSync(join(product.folder, 'second'), { recursive: true, force: true })
  })
  const db = () => product.server.services.store.db
  const rows = () => db().selectFrom('page_feedback').selectAll().where('uid', 'is', null).orderBy('feedback_id').execute()
  const browser = (n: number) => n.toString(16).padStart(32, '0')
  let addresses = 0
  /** An address of another network. */
  const newAddress = () => `10.${Math.floor(++addresses / 250)}.${addresses % 250}.7`

  interface From {
    address: string
    server?: Server
    headers?: Record<string, string>
  }
  async function give(fields: Record<string, string>, { address, server = product.server, headers = OWN_PAGE }: From) {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/feedback/give',
      remoteAddress: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Canary/1.0', ...headers },
      payload: new URLSearchParams({ feedback_type: '2', client_id: browser(1), shown_ms: '4000', ...fields }).toString(),
    })
    const { error_code, data } = reply.json<{ error_code: number; data: Record<string, string> | null }>()
    return { error_code, note: data?.['note'] ?? '', captcha: data?.['captcha'] ?? false, wait: reply.headers['retry-after'] }
  }
  const solution = async () => {
    const { captcha_id } = await product.visitor().api.common.createCaptcha({})
    return { captcha_id, captcha: 'abc12' }
  }

  it('S148: a voice comes from a script of our own page, after three seconds', async () => {
    const page_id = await aPage(alice, item_id)
    const address = newAddress()
    const codes = []
    const { 'sec-fetch-mode': _m, 'sec-fetch-site': _s, origin: _o, ...none } = OWN_PAGE
    for (const [fields, headers] of [
      [{}, { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
      [{}, { ...none, origin: 'https://elsewhere.test' }],
      [{}, { ...OWN_PAGE, 'sec-fetch-mode': 'navigate' }],
      [{}, none],
      [{ shown_ms: '1000' }, OWN_PAGE],
      [{ shown_ms: '' }, OWN_PAGE],
      [{ website: 'https://elsewhere.test' }, OWN_PAGE],
      [{ client_id: '' }, OWN_PAGE],
      [{ client_id: '7' }, OWN_PAGE],
    ] as [Record<string, string>, Record<string, string>][])
      codes.push((await give({ page_id, ...fields }, { address, headers })).error_code)
    expect(codes.every((code) => code > 0)).toBe(true)
    expect(await rows()).toEqual([])
    expect((await give({ page_id }, { address })).error_code).toBe(0)
    // A replay is the same voice.
    await give({ page_id }, { address })
    expect(await rows()).toHaveLength(1)
  })

  it('S148, S175: a network has 30 voices in an hour, over two servers and a restart; a /64 is one network', async () => {
    const pages = await manyPages(product, alice, item_id, 34)
    const passed = async (address: (n: number) => string, most: number) => {
      let count = 0
      for (const [n, page_id] of pages.slice(0, most).entries())
        if (
          (await give({ page_id, client_id: browser(100 + n) }, { address: address(n), server: n % 2 ? second : product.server }))
            .error_code === 0
        )
          count++
      return count
    }
    const address = newAddress()
    expect(await passed(() => address, 34)).toBe(30)
    expect(await passed((n) => `2001:db8:1:2::${n + 1}`, 33)).toBe(30)
    expect(await passed((n) => `2001:db8:1:${n + 3}::1`, 3)).toBe(3)
    // Another number of a browser does not help, another hour does.
    expect((await give({ page_id: pages[0] ?? '', client_id: browser(999) }, { address })).error_code).toBe(429)
    const nearlyBack = later(product, 3300)
    expect((await give({ page_id: pages[0] ?? '', client_id: browser(999) }, { address })).wait).toMatch(/^(2[4-9]\d|300)$/)
    nearlyBack()
    const back = later(product, 3601)
    expect((await give({ page_id: pages[0] ?? '', client_id: browser(999) }, { address })).error_code).toBe(0)
    back()
  })

  it('S148: what is stored says neither who it was nor where else they have been', async () => {
    const [one, other] = [await aPage(alice, item_id), await aPage(alice, item_id)]
    const address = '203.0.113.99'
    for (const page_id of [one, other]) await give({ page_id, client_id: browser(77) }, { address })
    const hashes = (await rows()).filter((row) => [one, other].includes(String(row.page_id))).map((row) => row.client_hash)
    expect(new Set(hashes).size).toBe(2)
    const env = {
      DATA_DIR: product.folder,
      ...(kind === 'postgres' && { DATABASE_URL: product.server.services.config.DATABASE_URL ?? '' }),
    }
    // Rate limits of all calls forget an address after a minute.
    const { rate: _r, ...all } = await everyRow(env)
    const stored = JSON.stringify(all)
    for (const text of [address, browser(77), 'Canary']) expect(stored).not.toContain(text)
  })

  it('S149: the third note of a network in an hour needs a captcha, the sixth is refused, on any server', async () => {
    const address = newAddress()
    const note = async (n: number, more: Record<string, string> = {}, server = product.server) =>
      give({ page_id: await aPage(alice, item_id), client_id: browser(200 + n), note: `Note ${n}`, ...more }, { address, server })
    expect([await note(1), await note(2, {}, second)]).toMatchObject([{ captcha: false }, { captcha: true }])
    expect((await note(3)).error_code).toBe(10206)
    expect((await note(3, {}, second)).error_code).toBe(10206)
    expect((await note(3, { ...(await solution()), captcha: 'wrong' })).error_code).toBe(10206)
    const used = await solution()
    expect((await note(3, used)).note).toBe('kept')
    expect((await note(4, used)).error_code).toBe(10206)
    expect([await note(4, await solution()), await note(5, await solution(), second)]).toMatchObject([{ note: 'kept' }, { note: 'kept' }])
    expect((await note(6, await solution())).error_code).toBe(429)
    // A voice without a note still counts.
    expect((await note(7, { note: '' })).error_code).toBe(0)
    expect((await rows()).filter((row) => row.note.startsWith('Note '))).toHaveLength(5)
  })

  it('S149: notes are plain text of at most 1,000 characters, and an equal one within a day is one row', async () => {
    const page_id = await aPage(alice, item_id)
    const note = `<b>=cmd|' /C calc'!A0</b> [x](javascript:alert(1))\n\n\n\n\u202eevil\u0007 https://spam.test`
    expect((await give({ page_id, note: 'x'.repeat(1001) }, { address: newAddress() })).error_code).toBe(10101)
    for (let n = 0; n < 4; n++) await give({ page_id, client_id: browser(300 + n), note }, { address: newAddress() })
    const about = (await rows()).filter((row) => row.page_id === Number(page_id))
    expect(about).toHaveLength(4)
    expect(about.filter((row) => row.note !== '')).toMatchObject([
      { note: `<b>=cmd|' /C calc'!A0</b> [x](javascript:alert(1))\n\nevil https://spam.test`, count: 4 },
    ])
    const back = later(product, 86_401)
    await give({ page_id, client_id: browser(400), note }, { address: newAddress() })
    back()
    expect((await rows()).filter((row) => row.page_id === Number(page_id) && row.note !== '')).toHaveLength(2)
  })

  it('S149: 160 hostile posts from 4 networks leave 20 notes at most; an item takes 200 notes a day, then voices alone', async () => {
    const own = await anItem(alice)
    await alice.api.feedback.saveSettings({ item_id: own, feedback_from: '2' })
    const pages = await manyPages(product, alice, own, 41)
    const hostile = Array.from({ length: 4 }, newAddress)
    const posts = Array.from({ length: 160 }, (_, n) => ({ page_id: pages[n % 40] ?? '', client_id: browser(5000 + n), note: `Buy ${n}` }))
    await Promise.all(posts.map((fields, n) => give(fields, { address: hostile[n % 4] ?? '', server: n % 3 ? product.server : second })))
    const left = (await rows()).filter((row) => row.item_id === Number(own))
    expect(left.filter((row) => row.note !== '').length).toBeLessThanOrEqual(20)
    expect(left.length).toBeLessThanOrEqual(140)
    await db().updateTable('throttle').set({ count: 200 }).where('name', '=', `feedback notes of item ${own}`).execute()
    const page_id = pages[40] ?? ''
    expect(await give({ page_id, client_id: browser(9000), note: 'One more' }, { address: newAddress() })).toMatchObject({ note: 'full' })
    expect((await rows()).find((row) => row.page_id === Number(page_id) && row.note === 'One more')).toBeUndefined()
    expect(await db().selectFrom('notice').select('notice_id').where('item_id', '=', Number(own)).execute()).toEqual([])
  })
})
