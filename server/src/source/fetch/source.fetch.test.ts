import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { makeOutbound } from '../../outbound/outbound.ts'
import { later } from '../../test/clock.ts'
import { anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { aReceiver, type Receiver } from '../../test/servers/receiver.ts'
import { localOutbound } from '../../test/webhooks.ts'
import { description, orders } from '../test/orders.ts'
import { fetchDue } from './source.fetch.service.ts'
import { claimDue } from './source.fetch.store.ts'

const HOUR = 3600

onEachDatabase('sources that are fetched from an address', (product) => {
  let host: Receiver
  let alice: TestUser
  let item_id: string
  let source_id: string
  const services = () => product.server.services
  const due = () => fetchDue(services(), async () => services().now())
  const answer = (bytes: Buffer, headers: Record<string, string> = {}) => {
    host.reply = ({ headers: asked }) =>
      headers['etag'] && asked['if-none-match'] === headers['etag'] ? { status: 304 } : { headers, body: bytes.toString() }
  }
  const save = (more: object = {}) =>
    alice.api.source.saveSchedule({ source_id, url: host.at('app.test', '/openapi.json'), every_hours: 1, ...more })
  const schedule = () => alice.api.source.schedule({ source_id })
  const versions = async () => (await alice.api.source.versions({ source_id })).list.map(({ seq, state }) => `${seq} ${state}`)
  async function after(seconds: number, work: () => Promise<unknown>) {
    const back = later(product, seconds)
    await work().finally(back)
  }

  beforeAll(async () => {
    host = await aReceiver()
    services().outbound = localOutbound(services().config, host.ca)
    alice = await product.user('alice')
  })
  afterAll(() => host.close())
  beforeEach(async () => {
    await services().store.db.deleteFrom('source_fetch').execute()
    host.received.length = 0
    item_id = await anItem(alice)
    const added = await product.upload(alice, 'source/add', { item_id, name: 'orders' }, { name: 'o.json', bytes: description() })
    source_id = added.json<{ data: { source_id: string } }>().data.source_id
  })

  it('follow it: at once, each hour, and with the same bytes only once', async () => {
    answer(description([{ ...orders[0]!, quantity: 'Whole pieces' }, ...orders.slice(1)]), { etag: '"5"' })
    expect(await save({ header_name: 'X-Key', header_value: 'hush hush' })).toMatchObject({ every_hours: 1, problem: '', is_on: '1' })
    expect(await due()).toBe(1)
    expect(host.received).toMatchObject([{ url: '/openapi.json', headers: { 'x-key': 'hush hush', 'accept-encoding': 'identity' } }])
    expect(await versions()).toEqual(['2 applied', '1 applied'])
    expect((await alice.api.source.versions({ source_id })).list[0]).toMatchObject({ username: 'API', changed: '1' })
    expect(await due()).toBe(0)
    await after(HOUR + 1, due)
    expect(host.received[1]?.headers['if-none-match']).toBe('"5"')
    expect(await versions()).toHaveLength(2)
    const { next_time, check_time } = await schedule()
    expect(Number(next_time) - Number(check_time)).toBe(HOUR)
    // Its secret is nowhere in clear.
    const rows = JSON.stringify([await services().store.db.selectFrom('source_fetch').selectAll().execute(), await schedule()])
    expect(rows).not.toContain('hush')
  })

  it('are fetched when a manager asks; a version with which too much would go is held once', async () => {
    const many = Array.from({ length: 8 }, (_, n) => ({ path: `/things/${n}`, id: `thing${n}`, summary: `Thing ${n}` }))
    answer(description([...orders, ...many]))
    await save({ every_hours: 0 })
    expect(await due()).toBe(0)
    expect((await alice.api.source.fetch({ source_id })).report).toMatchObject({ state: 'applied', made: 8 })
    expect(await alice.api.source.fetch({ source_id })).toEqual({ report: null, problem: '' })
    answer(description(orders))
    expect((await alice.api.source.fetch({ source_id })).report).toMatchObject({ state: 'held' })
    expect((await alice.api.source.fetch({ source_id })).report).toBeNull()
    expect(await versions()).toEqual(['3 held', '2 applied', '1 applied'])
  })

  it('R128: keep their pages when the address fails, and try a failing one once a day', async () => {
    await save()
    for (const [reply, problem] of [
      [{ status: 404 }, 'status:404'],
      [{ status: 302, headers: { location: host.at('other.test', '/x') } }, 'moved'],
      [{ body: '<html>Sign in</html>' }, 'refused:sourceKind'],
    ] as const) {
      host.reply = () => reply
      expect(await alice.api.source.fetch({ source_id })).toEqual({ report: null, problem })
      expect((await schedule()).problem).toBe(problem)
    }
    expect(host.received.map(({ host: name }) => name)).toEqual(['app.test', 'app.test', 'app.test'])
    const { next_time, check_time, problem_since } = await schedule()
    expect(Number(next_time) - Number(check_time)).toBe(24 * HOUR)
    expect(Number(problem_since)).toBeGreaterThan(0)
    expect(await alice.api.source.list({ item_id })).toMatchObject([{ failing_since: problem_since }])
    expect((await alice.api.item.search({ item_id, keyword: 'pieces' })).pages).toHaveLength(1)
    host.received.length = 0
    host.reply = () => ({ status: 500 })
    // A month.
    for (let hour = 1; hour <= 30 * 24; hour += 6) await after(hour * HOUR, due)
    expect(host.received.length).toBeLessThanOrEqual(31)
    // From the third failure on, once a day; three times a person has tried by hand.
    const notices = (await alice.api.notice.getList({})).filter((one) => one.source_id === source_id)
    expect(notices.length).toBe(host.received.length)
    expect(notices[0]).toMatchObject({ from_name: 'Sheaf', item_id, notice_title: 'A source cannot be fetched' })
    expect(notices[0]?.notice_content).toMatch(/^“Orders API” in “.+” could not be fetched from app\.test(:\d+)? since \d{1,2} \w{3} 20/)
    answer(description())
    await after(31 * 24 * HOUR, due)
    expect((await schedule()).problem).toBe('')
    expect(await alice.api.source.list({ item_id })).toMatchObject([{ failing_since: '0' }])
  })

  it('are not said to fail when the item was archived while they were fetched', async () => {
    answer(description(orders.slice(0, 3)))
    await save({ every_hours: 24 })
    const { download } = services().outbound
    vi.spyOn(services().outbound, 'download').mockImplementationOnce(async (...asked) => {
      const seen = await download(...asked)
      await services().store.db.updateTable('item').set({ is_archived: 1 }).where('item_id', '=', Number(item_id)).execute()
      return seen
    })
    await expect(alice.api.source.fetch({ source_id })).rejects.toMatchObject({ code: 10103 })
    expect(await schedule()).toMatchObject({ problem: '', problem_since: '0' })
    expect(await versions()).toEqual(['1 applied'])
  })

  it('forget what a fetch has seen at an address that its managers change meanwhile', async () => {
    answer(description(orders.slice(0, 3)), { etag: '"1"' })
    await save()
    const { download } = services().outbound
    vi.spyOn(services().outbound, 'download').mockImplementationOnce(async (...asked) => {
      const seen = await download(...asked)
      await save({ url: host.at('other.test', '/openapi.json') })
      return seen
    })
    expect(await due()).toBe(2)
    expect(host.received.map(({ host: name, headers }) => [name, headers['if-none-match']])).toEqual([
      ['app.test', undefined],
      ['other.test', undefined],
    ])
  })

  it('R127: are fetched by one of several servers, again after one has ended during a fetch, and rest with an archived item', async () => {
    answer(description())
    await save()
    const counts = await Promise.all([due(), due(), due()])
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(host.received).toHaveLength(1)
    // A server claims the next fetch and ends.
    await after(2 * HOUR, async () => {
      expect(await claimDue(services(), services().now(), HOUR)).toMatchObject({ source_id: Number(source_id) })
      expect(await due()).toBe(0)
    })
    await after(3 * HOUR + 1, async () => expect(await due()).toBe(1))
    expect(host.received).toHaveLength(2)
    await services().store.db.updateTable('item').set({ is_archived: 1 }).where('item_id', '=', Number(item_id)).execute()
    await after(6 * HOUR, due)
    expect(host.received).toHaveLength(2)
  })

  it('R130: keep a bounded number of versions, however often they change', async () => {
    await product.admin.api.adminSetting.saveConfig({ source_versions: '10' })
    try {
      await save()
      for (let n = 1; n <= 40; n++) {
        answer(description([{ ...orders[0]!, quantity: `Pieces, by ${n}` }, ...orders.slice(1)]))
        await after(n * (HOUR + 1), due)
      }
      expect(host.received).toHaveLength(40)
      expect((await versions()).length).toBeLessThanOrEqual(10)
      expect((await versions())[0]).toBe('41 applied')
      expect((await alice.api.item.search({ item_id, keyword: 'by 40' })).pages).toHaveLength(1)
      expect((await alice.api.item.search({ item_id, keyword: 'by 39' })).pages).toEqual([])
    } finally {
      await product.admin.api.adminSetting.saveConfig({ source_versions: '50' })
    }
  })

  it('refuse what is no address of the internet, headers that are none, and secrets for another address', async () => {
    for (const url of ['ftp://app.test/x', 'https://u:p@app.test/', 'http://app.test/x', 'file:///etc/passwd', 'x'])
      await expect(save({ url })).rejects.toThrow('https://')
    await expect(save({ every_hours: 2 })).rejects.toThrow('every_hours')
    for (const more of [{ header_name: 'Host' }, { header_name: 'a b' }, { header_name: 'X', header_value: 'a\r\nb' }])
      await expect(save({ header_value: 'x', ...more })).rejects.toThrow('header_')
    await save({ header_name: 'X-Key', header_value: 'hush' })
    await save({ header_name: 'X-Key', header_value: '********', every_hours: 24 })
    await expect(save({ header_name: 'X-Key', header_value: '********', url: host.at('other.test', '/') })).rejects.toThrow('again')
    await expect(save({ header_name: 'Y-Key', header_value: '********' })).rejects.toThrow('again')
    answer(description())
    await alice.api.source.fetch({ source_id })
    expect(host.received[0]?.headers['x-key']).toBe('hush')
    const before = services().outbound
    services().outbound = makeOutbound({ ...services().config, OUTBOUND: 'off' })
    try {
      expect(await schedule()).toMatchObject({ is_on: '0' })
      await expect(alice.api.source.fetch({ source_id })).rejects.toThrow('OUTBOUND=off')
      await after(25 * HOUR, due)
    } finally {
      services().outbound = before
    }
    expect(host.received).toHaveLength(1)
    await save({ url: '' })
    expect(await schedule()).toMatchObject({ url: '' })
  })
})
