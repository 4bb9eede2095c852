import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findMeanings } from '../change/finding/finding.service.ts'
import { makeOutbound } from '../outbound/outbound.ts'
import { atOnce, fulfilled } from '../test/at-once.ts'
import { aCatalog, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { aReceiver, type Receiver } from '../test/servers/receiver.ts'
import { localOutbound } from '../test/webhooks.ts'
import { deliverDue } from './delivery/engine.service.ts'

const usual = { name: 'CI', kind: 'json', events: '["page.created","page.changed","page.deleted"]', language: 'en', is_on: '1' }

onEachDatabase('webhooks', (product) => {
  let receiver: Receiver
  let alice: TestUser
  let item_id: string
  const services = () => product.server.services
  beforeAll(async () => {
    receiver = await aReceiver()
    services().outbound = localOutbound(services().config, receiver.ca)
    alice = await product.user('alice')
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.reply = () => ({})
    item_id = await anItem(alice, { item_name: 'Orders' })
  })
  const save = (more: Record<string, string> = {}) =>
    alice.api.webhook.save({ ...usual, item_id, url: receiver.at('hooks.test', '/hook?key=abcdefgh1234'), ...more })
  const deliver = async () => {
    await findMeanings(services())
    await deliverDue(services())
  }
  const sent = () => receiver.received.map(({ body }) => JSON.parse(body))

  it('send a signed event for each change of their item, which the reference library verifies', async () => {
    const { secret } = await save()
    const page_id = await aPage(alice, item_id, { page_title: 'Create an order', page_content: '# Request' })
    await aPage(alice, await anItem(alice, { item_name: 'Another' }))
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const { headers, body, url, host } = receiver.received[0] as (typeof receiver.received)[number]
    expect([host, url, headers['content-type']]).toEqual(['hooks.test', '/hook?key=abcdefgh1234', 'application/json'])
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>
    expect(event).toMatchObject({
      type: 'page.created',
      id: headers['webhook-id'],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: {
        item: { id: item_id, name: 'Orders', url: `/${item_id}` },
        page: { id: page_id, title: 'Create an order', url: `/${item_id}/${page_id}`, markdown_url: `/${item_id}/${page_id}.md` },
        by: { name: alice.username },
      },
    })
    expect(body).not.toContain('# Request')
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  it('S127: a changed byte, id or time does not verify, and secrets differ', async () => {
    const [one, two] = [await save(), await save()]
    expect(one.secret).not.toBe(two.secret)
    await alice.api.webhook.delete({ webhook_id: two.webhook_id })
    await alice.api.webhook.test({ webhook_id: one.webhook_id })
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
    const verify = (secret: string, text: string, more = {}) =>
      new Webhook(secret).verify(text, { ...headers, ...more } as Record<string, string>)
    expect(verify(one.secret, body)).toMatchObject({ type: 'test.ping' })
    expect(() => verify(two.secret, body)).toThrow()
    for (let at = 0; at < body.length; at += 7) expect(() => verify(one.secret, `${body.slice(0, at)}~${body.slice(at + 1)}`)).toThrow()
    expect(() => verify(one.secret, body, { 'webhook-id': 'other' })).toThrow()
    expect(() => verify(one.secret, body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toThrow()
  })

  it('S127: two secrets sign for a day after the secret was replaced', async () => {
    const { secret, webhook_id } = await save()
    const { secret: next } = await alice.api.webhook.rotate({ webhook_id, password: PASSWORD })
    expect(await alice.api.webhook.secret({ webhook_id, password: PASSWORD })).toEqual({ secret: next })
    await areRefused([alice.api.webhook.secret({ webhook_id, password: 'wrong wrong 1' })], 10208)
    await alice.api.webhook.test({ webhook_id })
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
    for (const one of [secret, next])
      expect(new Webhook(one).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'test.ping' })
    await services().store.db.updateTable('webhook').set({ secret_before_until: 1 }).where('webhook_id', '=', Number(webhook_id)).execute()
    await alice.api.webhook.test({ webhook_id })
    const after = receiver.received[1] as (typeof receiver.received)[number]
    expect(() => new Webhook(secret).verify(after.body, after.headers as Record<string, string>)).toThrow()
    expect(new Webhook(next).verify(after.body, after.headers as Record<string, string>)).toBeTruthy()
  })

  it('S127: each replaced secret signs for its day, also when two managers replace it at once', async () => {
    const { secret, webhook_id } = await save()
    const rotate = () => alice.api.webhook.rotate({ webhook_id, password: PASSWORD })
    const later = (await Promise.all([rotate(), rotate()])).map((one) => one.secret)
    await alice.api.webhook.test({ webhook_id })
    const signs = (n: number, one: string) => {
      const { body, headers } = receiver.received[n] as (typeof receiver.received)[number]
      return new Webhook(one).verify(body, headers as Record<string, string>)
    }
    for (const one of [secret, ...later]) expect(signs(0, one)).toBeTruthy()
    // The first one ends although a later one does not.
    const { db } = services().store
    const row = db.selectFrom('webhook').select('secret_before_sealed').where('webhook_id', '=', Number(webhook_id))
    const { secret_before_sealed } = await row.executeTakeFirstOrThrow()
    await db
      .updateTable('webhook')
      .set({ secret_before_sealed: secret_before_sealed.replace(/@\d+$/, '@1') })
      .where('webhook_id', '=', Number(webhook_id))
      .execute()
    await alice.api.webhook.test({ webhook_id })
    for (const one of later) expect(signs(1, one)).toBeTruthy()
    expect(() => signs(1, secret)).toThrow()
  })

  it('S127: addresses and secrets are encrypted, returned by no other call, and not stored with a repeated request', async () => {
    const create = () => save({ request_id: 'request-webhook-1' })
    const made = await create()
    const again = await create()
    expect([again.webhook_id, again.secret]).toEqual([made.webhook_id, made.secret])
    expect(made).toMatchObject({ host: 'hooks.test', hint: '1234', has_secret: '1' })
    await alice.api.webhook.test({ webhook_id: made.webhook_id })
    const { list } = await alice.api.webhook.deliveries({ webhook_id: made.webhook_id })
    const answers = JSON.stringify([
      await alice.api.webhook.getList({ item_id }),
      list,
      await alice.api.webhook.delivery({ id: list[0]?.id ?? '' }),
      await product.admin.api.adminWebhook.getList({}),
      await alice.api.webhook.save({ ...usual, webhook_id: made.webhook_id, item_id }),
    ])
    for (const secret of ['abcdefgh', made.secret.slice(10)]) expect(answers).not.toContain(secret)
    for (const table of ['webhook', 'webhook_event', 'webhook_delivery', 'repeat', 'audit', 'notice'] as const) {
      const rows = JSON.stringify(await services().store.db.selectFrom(table).selectAll().execute())
      expect([table, rows.includes('abcdefgh'), rows.includes(made.secret.slice(10))]).toEqual([table, false, false])
    }
  })

  it('S102: a token receives no secret', async () => {
    const { token } = await alice.api.token.save({ name: 'All', level: '4', days: '1', password: PASSWORD })
    const fields = new URLSearchParams({ ...usual, item_id, url: receiver.at('hooks.test') }).toString()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await product.send({ method: 'POST', url: '/api/webhook/save', payload: fields, headers })
    expect(reply.json()).toMatchObject({ error_code: 0, data: { kind: 'json', secret: '' } })
  })

  it('are limited to events and to a catalog with those below it, and rest while they are paused', async () => {
    const cat_id = await aCatalog(alice, item_id, 'API')
    const below = await aCatalog(alice, item_id, 'V2', cat_id)
    const { webhook_id } = await save({ cat_id, events: '["page.created"]' })
    await aPage(alice, item_id, { page_title: 'Outside' })
    const page_id = await aPage(alice, item_id, { page_title: 'Inside', cat_id: below })
    await alice.api.page.delete({ page_id })
    await deliver()
    expect(sent().map(({ data }) => [data.page.title, data.page.path])).toEqual([['Inside', ['API', 'V2']]])
    await alice.api.webhook.save({ ...usual, webhook_id, item_id, is_on: '0' })
    await aPage(alice, item_id, { page_title: 'Paused' })
    await deliver()
    expect(sent()).toHaveLength(1)
  })

  it('of the site send the changes of all items', async () => {
    const { webhook_id } = await product.admin.api.webhook.save({ ...usual, url: receiver.at('other.test') })
    await aPage(alice, item_id, { page_title: 'Anywhere' })
    await deliver()
    expect(sent().map(({ data }) => [data.item.name, data.page.title])).toEqual([['Orders', 'Anywhere']])
    expect((await product.admin.api.webhook.getList({})).list.map((row) => row.webhook_id)).toEqual([webhook_id])
    await product.admin.api.webhook.delete({ webhook_id })
  })

  it('have clear refusals for addresses, kinds, events and numbers', async () => {
    await areRefused(
      [save({ url: 'http://hooks.test/' }), save({ url: 'https://a:b@hooks.test/' }), save({ url: 'ftp://hooks.test' })],
      10112,
    )
    await areRefused([save({ kind: 'wecom' })], 10101, 'qyapi.weixin.qq.com')
    await areRefused([save({ kind: 'fax' }), save({ events: '["page.painted"]' }), save({ events: '[]' }), save({ language: 'xx' })], 10101)
    await areRefused([save({ cat_id: await aCatalog(alice, await anItem(alice)) }), save({ url: '' })], 10101)
    const product2 = makeOutbound(services().config, { resolve: async () => ['10.0.0.1'] })
    const before = services().outbound
    services().outbound = product2
    await areRefused([save()], 10112, 'OUTBOUND_ALLOW').finally(() => (services().outbound = before))
    for (let n = 1; n < 20; n++) await save()
    expect(fulfilled(await atOnce(product, [save, save, save]))).toHaveLength(1)
    await areRefused([save()], 10101, '20')
  })

  describe('their log', () => {
    it('has what was sent and what came back, and sends again with the same id', async () => {
      receiver.reply = () => ({ status: 503, body: `not ready ${'x'.repeat(1000)}\0` })
      const { webhook_id } = await save()
      await aPage(alice, item_id, { page_title: 'Start' })
      await deliver()
      const { list, total, failed, waiting } = await alice.api.webhook.deliveries({ webhook_id })
      expect([total, failed, waiting]).toEqual(['1', '0', '1'])
      expect(list).toMatchObject([{ type: 'page.created', title: 'Start', state: 'waiting', status: '503', problem: 'status', tries: '1' }])
      const id = list[0]?.id ?? ''
      const open = await alice.api.webhook.delivery({ id })
      expect(open.sent).toMatch(/^POST https:\/\/hooks\.test\/…1234\n[\s\S]*"page\.created"/)
      expect(open.answer).toHaveLength(500)
      expect(open.attempts).toMatchObject([{ status: '503', problem: 'status' }])
      receiver.reply = () => ({})
      expect(await alice.api.webhook.resend({ id })).toMatchObject({ state: 'waiting', tries: '0' })
      await deliver()
      expect((await alice.api.webhook.deliveries({ webhook_id })).list).toMatchObject([{ state: 'done', status: '200' }])
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(receiver.received).toHaveLength(2)
    })

    it('S126: keeps nothing of a host inside', async () => {
      const before = services().outbound
      services().outbound = makeOutbound(services().config, { resolve: async () => ['127.0.0.1'], judge: () => 'allowed', ca: receiver.ca })
      receiver.reply = () => ({ status: 500, body: 'CNRY-inside', headers: { 'x-inside': 'CNRY-header' } })
      const { webhook_id } = await save()
      expect(await alice.api.webhook.test({ webhook_id })).toMatchObject({ status: '500', problem: 'status', said: '' })
      services().outbound = before
      const { list } = await alice.api.webhook.deliveries({ webhook_id })
      expect(await alice.api.webhook.delivery({ id: list[0]?.id ?? '' })).toMatchObject({ answer: '' })
      expect(JSON.stringify(await services().store.db.selectFrom('webhook_delivery').selectAll().execute())).not.toContain('CNRY')
    })
  })

  it('tell the next owner of their item where they send', async () => {
    await save()
    const bob = await product.user('bob')
    await alice.api.item.attorn({ item_id, username: bob.username, password: PASSWORD })
    const [notice] = await bob.api.notice.getList({})
    expect(JSON.stringify(notice)).toContain('a webhook, sending to hooks.test')
  })

  it('are not copied with their item, and can be deleted', async () => {
    const { webhook_id } = await save()
    const copy = await alice.api.item.add({ item_name: 'Copy', copy_item_id: item_id })
    expect((await alice.api.webhook.getList({ item_id: copy.item_id })).list).toEqual([])
    const deletions = async () =>
      Number((await product.admin.api.adminLog.getList({ action: 'webhookDeleted', username: alice.username })).total)
    const before = await deletions()
    const both = await Promise.allSettled([alice.api.webhook.delete({ webhook_id }), alice.api.webhook.delete({ webhook_id })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await alice.api.webhook.getList({ item_id })).list).toEqual([])
    expect(await deletions()).toBe(before + 1)
  })

  it('R29: send nothing when another SECRET_KEY encrypted them, and say so', async () => {
    const { webhook_id } = await save()
    await services()
      .store.db.updateTable('webhook')
      .set({ secret_sealed: 'v1.AAAA.AAAA.AAAA' })
      .where('webhook_id', '=', Number(webhook_id))
      .execute()
    expect(await alice.api.webhook.test({ webhook_id })).toMatchObject({ problem: 'sealed' })
    await aPage(alice, item_id)
    await deliver()
    expect((await alice.api.webhook.getList({ item_id })).list).toMatchObject([{ is_readable: '0', waiting: '1' }])
    expect(receiver.received).toEqual([])
  })

  it('send nothing while an administrator has switched them off', async () => {
    const { webhook_id } = await save()
    await product.admin.api.adminSetting.saveConfig({ webhook_on: '0' })
    await aPage(alice, item_id)
    await deliver()
    await areRefused([alice.api.webhook.test({ webhook_id })], 10103)
    expect(receiver.received).toEqual([])
    await product.admin.api.adminSetting.saveConfig({ webhook_on: '1' })
  })
})
