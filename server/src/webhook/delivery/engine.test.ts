import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findMeanings } from '../../change/finding/finding.service.ts'
import { OutboundFailure } from '../../outbound/place.ts'
import { anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { aReceiver, type Receiver } from '../../test/servers/receiver.ts'
import { localOutbound } from '../../test/webhooks.ts'
import { claim } from './claim.store.ts'
import { insertDeliveries } from './delivery.store.ts'
import { deliverDue, sharedClock } from './engine.service.ts'
import { closeOlder } from './events.store.ts'

const usual = { name: 'CI', kind: 'json', events: '["page.created","page.changed"]', language: 'en', is_on: '1' }
const HOUR = 3600
const DAY = 86_400

onEachDatabase('the delivery of webhooks', (product, kind) => {
  let receiver: Receiver
  let alice: TestUser
  let item_id: string
  /** The clock of the deliveries in these tests. */
  let now = 0
  const services = () => product.server.services
  const db = () => services().store.db
  const run = () => deliverDue(services(), { clock: () => now })
  const make = async (title = 'Start') => {
    await aPage(alice, item_id, { page_title: title })
    await findMeanings(services())
  }
  const save = (more: Record<string, string> = {}) => alice.api.webhook.save({ ...usual, item_id, url: receiver.at('hooks.test'), ...more })
  const row = async (webhook_id: string) =>
    db().selectFrom('webhook').selectAll().where('webhook_id', '=', Number(webhook_id)).executeTakeFirstOrThrow()
  const log = async (webhook_id: string) => (await alice.api.webhook.deliveries({ webhook_id, count: '100' })).list
  beforeAll(async () => {
    receiver = await aReceiver()
    services().outbound = localOutbound(services().config, receiver.ca)
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    await db().deleteFrom('webhook').execute()
    now = await sharedClock(services())()
    receiver.received.length = 0
    receiver.reply = () => ({})
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })
  const titles = () => receiver.received.map(({ body }) => JSON.parse(body).data.page?.title)

  it('tries again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, within a tenth, and then gives up', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 500 })
    await make()
    const begin = now
    const times: number[] = []
    for (let count = 0; count < 40; count++) {
      await run()
      times.push(now)
      if ((await log(webhook_id))[0]?.state !== 'waiting') break
      const { due_time } = await row(webhook_id)
      // A second earlier, nothing is sent.
      const before = receiver.received.length
      now = due_time - 1
      await run()
      expect(receiver.received).toHaveLength(before)
      now = due_time
    }
    const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    const plan = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
    expect(gaps).toHaveLength(plan.length)
    for (const [n, planned] of plan.entries()) {
      expect(gaps[n]).toBeGreaterThanOrEqual(planned * 0.9)
      expect(gaps[n]).toBeLessThanOrEqual(planned * 1.1 + 1)
    }
    expect((times.at(-1) ?? 0) - begin).toBeGreaterThan(2.5 * DAY)
    expect(await log(webhook_id)).toMatchObject([{ state: 'failed', tries: '10', status: '500' }])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('waits as long as the receiver asks', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 429, headers: { 'retry-after': '120' } })
    await make()
    await run()
    expect((await row(webhook_id)).due_time).toBe(now + 120)
    expect(await log(webhook_id)).toMatchObject([{ problem: 'tooFast' }])
  })

  it('is failing after five failures, sends one probe, and everything in its order after a success', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 503 })
    for (const title of ['1', '2', '3', '4', '5', '6', '7']) await make(title)
    for (let n = 0; n < 5; n++) await run()
    expect(await row(webhook_id)).toMatchObject({ state: 'failing', failures: 5, failing_since: now })
    const notices = async () => (await alice.api.notice.getList({})).filter(({ notice_title }) => notice_title === 'A webhook is failing')
    expect(await notices()).toMatchObject([{ notice_content: expect.stringContaining('hooks.test') }])
    const before = receiver.received.length
    await make('8')
    await run()
    expect(receiver.received).toHaveLength(before)
    now = (await row(webhook_id)).due_time
    await run()
    expect(titles().slice(before)).toEqual(['1'])
    receiver.reply = () => ({})
    now = (await row(webhook_id)).due_time
    receiver.received.length = 0
    await run()
    expect(titles()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(await row(webhook_id)).toMatchObject({ state: 'ok', failures: 0, failing_since: 0 })
    expect(await notices()).toHaveLength(1)
  })

  it('is switched off after five days of failures, and on again by its managers', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 500 })
    await make('1')
    await make('2')
    const since = now
    for (let n = 0; n < 40 && (await row(webhook_id)).state !== 'off'; n++) {
      await run()
      now = Math.max(now, Math.min((await row(webhook_id)).due_time, now + DAY))
      if (n === 20) await make('3')
    }
    expect(now - since).toBeGreaterThanOrEqual(5 * DAY)
    expect(await row(webhook_id)).toMatchObject({ state: 'off' })
    expect((await alice.api.notice.getList({})).map(({ notice_title }) => notice_title)).toEqual([
      'A webhook was switched off',
      'A webhook is failing',
    ])
    const sent = receiver.received.length
    await make('4')
    await run()
    expect(receiver.received).toHaveLength(sent)
    receiver.reply = () => ({})
    await alice.api.webhook.save({ ...usual, webhook_id, item_id })
    await make('5')
    await run()
    expect(titles().at(-1)).toBe('5')
  })

  it('begins again at once after its managers have changed it, with everything in its order', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 503 })
    for (const title of ['1', '2', '3', '4', '5', '6']) await make(title)
    for (let n = 0; n < 5; n++) await run()
    expect(await row(webhook_id)).toMatchObject({ state: 'failing' })
    receiver.reply = () => ({})
    receiver.received.length = 0
    await save({ webhook_id, url: receiver.at('other.test') })
    await run()
    expect(titles()).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('is not counted as failing by a request that began before its managers changed it', async () => {
    const { webhook_id } = await save()
    await make('1')
    await make('2')
    const failed = { state: 'failing', failures: 9, failing_since: now - 6 * DAY } as const
    await db().updateTable('webhook').set(failed).where('webhook_id', '=', Number(webhook_id)).execute()
    const { send } = services().outbound
    const changed = vi.spyOn(services().outbound, 'send').mockImplementationOnce(async () => {
      await save({ webhook_id, url: receiver.at('other.test') })
      throw new OutboundFailure('timeout')
    })
    await run().finally(() => changed.mockImplementation(send))
    expect(await row(webhook_id)).toMatchObject({ state: 'ok', failures: 0, failing_since: 0 })
    await run()
    expect(receiver.received.map(({ host }) => host)).toEqual(['other.test', 'other.test'])
    expect(titles()).toEqual(['1', '2'])
    expect((await alice.api.notice.getList({})).filter(({ notice_title }) => notice_title.includes('webhook'))).toEqual([])
  })

  it('leaves nothing behind that waits for the next sign', async () => {
    await save()
    await make('1')
    const kept = vi.spyOn(Set.prototype, 'add')
    await run()
    await run()
    const functions = kept.mock.calls.flatMap(([added], n) => (typeof added === 'function' ? [{ added, set: kept.mock.contexts[n] }] : []))
    kept.mockRestore()
    expect(functions.length).toBeGreaterThan(0)
    expect(functions.filter(({ added, set }) => set instanceof Set && set.has(added))).toEqual([])
  })

  it('is switched off at once by 410', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 410 })
    await make()
    await run()
    expect(await row(webhook_id)).toMatchObject({ state: 'off' })
    expect(await log(webhook_id)).toMatchObject([{ state: 'failed', problem: 'gone' }])
  })

  it('fails for redirects, which it does not follow', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 302, headers: { location: receiver.at('other.test') } })
    await make()
    await run()
    expect(await log(webhook_id)).toMatchObject([{ state: 'waiting', problem: 'redirect', status: '302' }])
    expect(receiver.received.map(({ host }) => host)).toEqual(['hooks.test'])
  })

  it('R27: a receiver that hangs does not delay others', async () => {
    await save({ url: receiver.at('slow.test') })
    await save({ url: receiver.at('other.test') })
    receiver.reply = ({ host }) => (host === 'slow.test' ? undefined : {})
    for (const title of ['1', '2', '3']) await make(title)
    const all = run()
    // The hanging request is still open when the others have arrived.
    await expect.poll(() => receiver.received.filter(({ host }) => host === 'other.test').length).toBe(3)
    expect(receiver.received.filter(({ host }) => host === 'slow.test')).toHaveLength(1)
    await all
  })

  it('R26: a server that ends leaves its deliveries to the next one, with the same id', async () => {
    const { webhook_id } = await save()
    receiver.reply = () => undefined
    await make()
    const first = run()
    await expect.poll(() => receiver.received.length).toBe(1)
    // Another server cannot claim it until the claim ends.
    receiver.reply = () => ({})
    await run()
    expect(receiver.received).toHaveLength(1)
    await first
    now += 61
    await run()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await log(webhook_id)).toMatchObject([{ state: 'done' }])
  })

  it('R26: an expired claim is taken by one server only', async () => {
    const { webhook_id } = await save()
    await make()
    await db().updateTable('webhook').set({ due_time: 0 }).execute()
    const taken = await Promise.all(Array.from({ length: 5 }, () => claim(services(), now, false, 10)))
    expect(taken.flat()).toEqual([Number(webhook_id)])
    expect(await claim(services(), now + 59, false, 10)).toEqual([])
    expect(await claim(services(), now + 61, false, 10)).toEqual([Number(webhook_id)])
  })

  it('R28: the clock of a server makes no retry early where several servers share the database', async () => {
    if (kind === 'sqlite') return
    const { webhook_id } = await save()
    receiver.reply = () => ({ status: 500 })
    await make()
    await deliverDue(services())
    const { now: own } = services()
    for (const shift of [HOUR, -HOUR]) {
      services().now = () => own() + shift
      const before = receiver.received.length
      await deliverDue(services())
      expect(receiver.received).toHaveLength(before)
    }
    services().now = own
    expect((await row(webhook_id)).due_time).toBeGreaterThan(own() - 10)
    expect((await row(webhook_id)).due_time).toBeLessThan(own() + 20)
  })

  it('S129: at most a thousand deliveries wait; the oldest are dropped and counted', async () => {
    const { webhook_id } = await save()
    await make()
    receiver.reply = () => ({ status: 500 })
    await run()
    const { event_id } = await db()
      .selectFrom('webhook_event')
      .select('event_id')
      .orderBy('addtime', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 200 }, () => ({ webhook_id: Number(webhook_id), event_id }))
    for (let n = 0; n < 5; n++)
      await db()
        .transaction()
        .execute((trx) => insertDeliveries(trx, more, now))
    await make('Last')
    await run()
    expect((await alice.api.webhook.getList({ item_id })).list).toMatchObject([{ dropped: '2', waiting: '1000' }])
  })

  it('R30: a restored backup sends nothing that it contains', async () => {
    const { webhook_id } = await save()
    await make('Waits')
    receiver.reply = () => ({ status: 500 })
    await run()
    await aPage(alice, item_id, { page_title: 'Without meaning yet' })
    const restored = services().now() + 1
    await db()
      .transaction()
      .execute((trx) => closeOlder(trx, restored))
    receiver.reply = () => ({})
    receiver.received.length = 0
    await findMeanings(services())
    now += DAY
    await run()
    expect(receiver.received).toEqual([])
    expect(await log(webhook_id)).toMatchObject([{ state: 'dropped', problem: 'restored' }])
    await db().updateTable('webhook_cursor').set({ since: 0 }).execute()
  })

  describe('to a chat', () => {
    const bot = (more: Record<string, string> = {}) =>
      save({ kind: 'wecom', url: receiver.at('qyapi.weixin.qq.com', '/cgi-bin/webhook/send?key=0a1b-3f2a'), ...more })
    const ok = () => ({ body: '{"errcode":0,"errmsg":"ok"}' })

    it('gathers what comes within a minute after a message', async () => {
      receiver.reply = ok
      await bot()
      await make('First')
      await run()
      for (let n = 1; n <= 13; n++) await make(`Page ${n}`)
      await run()
      expect(receiver.received).toHaveLength(1)
      now += 61
      await run()
      expect(receiver.received).toHaveLength(2)
      const { content } = JSON.parse(receiver.received[1]?.body ?? '').markdown
      expect(content).toContain('**Page 1**')
      expect(content).toContain('**Page 10**')
      expect(content).not.toContain('**Page 11**')
      expect(content).toContain('and 3 more')
    })

    it('counts an error in a response with status 200, shows the sentence, and drops the message after four attempts more', async () => {
      receiver.reply = () => ({ body: '{"errcode":93000,"errmsg":"invalid webhook url, hint: x"}' })
      const { webhook_id } = await bot()
      await make()
      for (let n = 0; n < 12; n++) {
        await run()
        now = Math.max(now + 1, Math.min((await row(webhook_id)).due_time, now + DAY))
      }
      expect(await log(webhook_id)).toMatchObject([
        { state: 'dropped', tries: '5', problem: 'address', said: 'invalid webhook url, hint: x' },
      ])
    })

    it('gets what happens after its last message was dropped', async () => {
      receiver.reply = () => ({ status: 503 })
      const { webhook_id } = await bot()
      await make('Lost')
      for (let n = 0; n < 5; n++) {
        await run()
        now = Math.min((await row(webhook_id)).due_time, now + DAY)
      }
      expect(await log(webhook_id)).toMatchObject([{ state: 'dropped' }])
      expect(await row(webhook_id)).toMatchObject({ state: 'failing' })
      receiver.reply = ok
      await make('Next')
      await run()
      expect(await log(webhook_id)).toMatchObject([{ state: 'done' }, { state: 'dropped' }])
      expect(await row(webhook_id)).toMatchObject({ state: 'ok', failures: 0 })
    })

    it('pauses when the chat says that messages come too fast', async () => {
      receiver.reply = () => ({ body: '{"errcode":45009,"errmsg":"api freq out of limit"}' })
      const { webhook_id } = await bot()
      await make()
      await run()
      expect((await row(webhook_id)).due_time).toBeGreaterThanOrEqual(now + 60)
    })

    it('pauses a day at most, however long the chat asks it to wait', async () => {
      receiver.reply = () => ({ status: 429, headers: { 'retry-after': '999999999' } })
      const { webhook_id } = await bot()
      await make()
      await run()
      expect((await row(webhook_id)).due_time).toBe(now + DAY)
    })
  })
})
