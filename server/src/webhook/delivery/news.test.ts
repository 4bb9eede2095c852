import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliverAsks } from '../../ask/ask.deliver.service.ts'
import { randomHex } from '../../auth/secrets.ts'
import { aMember, anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { aReceiver, type Receiver } from '../../test/servers/receiver.ts'
import { localOutbound } from '../../test/webhooks.ts'
import { makeNews } from '../../watch/news/news.service.ts'
import { deliverDue, sharedClock } from './engine.service.ts'

onEachDatabase('comments, notes and requests in webhooks', (product) => {
  let receiver: Receiver
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let page_id: string

  const services = () => product.server.services
  const db = () => services().store.db
  const run = async () => {
    receiver.received.length = 0
    await deliverDue(services(), { clock: sharedClock(services()) })
    return receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, Record<string, string>> })
  }
  const hook = (events: string[], more: Record<string, string> = {}) =>
    alice.api.webhook.save({
      item_id,
      name: 'CI',
      kind: 'json',
      language: 'en',
      is_on: '1',
      url: receiver.at('hooks.test'),
      events: JSON.stringify(events),
      ...more,
    })
  const comment = (content = 'Seven days, or **eight**?') => alice.api.comment.add({ page_id, content })
  const note = async (uid: number | null, words = 'Wrong unit.') => {
    const given = { feedback_type: '2', note: words, shown_ms: '9000', client_id: randomHex(16) }
    if (uid !== null) return bob.api.feedback.give({ page_id, ...given })
    const headers = { origin: 'http://sheaf.test', host: 'sheaf.test', 'sec-fetch-site': 'same-origin' }
    const payload = new URLSearchParams({ page_id, ...given }).toString()
    return product.send({
      method: 'POST',
      url: '/api/feedback/give',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  }

  beforeAll(async () => {
    receiver = await aReceiver()
    services().outbound = localOutbound(services().config, receiver.ca)
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    await db().deleteFrom('webhook').execute()
    await db().deleteFrom('news_event').execute()
    receiver.reply = () => ({})
    item_id = await anItem(alice, { item_name: 'Orders' })
    page_id = await aPage(alice, item_id, { page_title: 'Retention' })
  })

  it('W53: only a webhook that asks for comments gets them, with their words, and news of people stay', async () => {
    await hook(['page.changed'])
    await aMember(product, item_id, bob)
    await bob.api.watch.set({ kind: 'page', subject_id: page_id, level: 'all' })
    await comment()
    expect(await run()).toEqual([])
    await hook(['comment.created', 'comment.resolved'])
    const { thread } = await comment()
    await alice.api.comment.resolve({ thread_id: thread.thread_id })
    const [first, second] = await run()
    const url = `/${item_id}/${page_id}?thread=${thread.thread_id}`
    expect(first).toMatchObject({
      type: 'comment.created',
      data: {
        page: { id: page_id, title: 'Retention' },
        by: { name: alice.username },
        thread: { id: thread.thread_id, url: expect.stringContaining(url) },
        comment: { id: thread.comments[0]?.comment_id, text: 'Seven days, or eight?' },
      },
    })
    expect(second).toMatchObject({ type: 'comment.resolved', data: { thread: { id: thread.thread_id } } })
    expect(second?.data['comment']).toBeUndefined()
    expect(await db().selectFrom('news_event').select('event_id').where('is_told', '=', 0).execute()).toHaveLength(3)
    await makeNews(services(), 'one', () => services().now())
    expect(await db().selectFrom('news_event').selectAll().execute()).toEqual([])
    expect(await bob.api.notice.getList({ notice_type: 'unread', group: 'watched' })).not.toEqual([])
  })

  it('S145: what was deleted before it is sent is not sent, is in no table, and is not in the log', async () => {
    const { webhook_id } = await hook(['comment.created'])
    const { thread } = await comment('Secret words')
    receiver.reply = () => ({ status: 500 })
    await run()
    const stored = await db().selectFrom('webhook_event').select('body').execute()
    expect(JSON.stringify(stored)).not.toContain('Secret words')
    const [delivery] = (await alice.api.webhook.deliveries({ webhook_id })).list
    expect((await alice.api.webhook.delivery({ id: delivery?.id ?? '' })).sent).toContain('Secret words')
    await alice.api.comment.delete({ comment_id: thread.comments[0]?.comment_id ?? '' })
    receiver.reply = () => ({})
    await db().updateTable('webhook_delivery').set({ next_time: 0 }).execute()
    await db().updateTable('webhook').set({ due_time: 0, state: 'ok' }).execute()
    const [sent] = await run()
    expect(sent).toMatchObject({ type: 'comment.created', data: { comment: { id: thread.comments[0]?.comment_id } } })
    expect(JSON.stringify(receiver.received)).not.toContain('Secret words')
    expect((await alice.api.webhook.delivery({ id: delivery?.id ?? '' })).sent).not.toContain('Secret words')
  })

  it('W53: notes of visitors are for a webhook that asks for them, those of people for the usual one', async () => {
    await alice.api.feedback.saveSettings({ item_id, feedback_from: '2' })
    await hook(['feedback.note'])
    await note(Number(bob.uid), 'No unit.')
    await note(null)
    expect((await run()).map(({ type, data }) => [type, data['feedback']?.['text'], data['by']?.['name']])).toEqual([
      ['feedback.note', 'No unit.', bob.username],
    ])
    await db().deleteFrom('webhook').execute()
    await hook(['feedback.visitors'])
    await note(null, 'Which unit?')
    expect((await run()).map(({ type, data }) => [type, data['feedback']?.['text'], data['by']])).toEqual([
      ['feedback.note', 'Which unit?', undefined],
    ])
  })

  it('W53: a request for access leads to the members; a site whose mails hold no content sends no words and no names', async () => {
    await alice.api.item.update({ item_id, item_name: 'Orders', password: 'sesame' })
    await hook(['access.asked', 'comment.created'])
    await bob.api.ask.send({ item_id, page_id: '0', wants: 'read', note: 'For the examples.' })
    await deliverAsks(services())
    const [asked] = await run()
    expect(asked).toMatchObject({ type: 'access.asked', data: { item: { name: 'Orders' }, by: { name: bob.username } } })
    expect(asked?.data['request']).toMatchObject({
      text: 'For the examples.',
      url: expect.stringContaining(`/item/setting/${item_id}?tab=members`),
    })
    await product.admin.api.adminSetting.saveConfig({ mail_content: '0' })
    await comment()
    const [bare] = await run()
    expect(bare).toMatchObject({ type: 'comment.created', data: { page: { id: page_id, title: '' }, item: { name: '' } } })
    expect(bare?.data['by']).toBeUndefined()
    expect(bare?.data['comment']?.['text']).toBeUndefined()
    await product.admin.api.adminSetting.saveConfig({ mail_content: '1' })
  })

  it('nothing is sent of a page that was deleted, and a page that moved is one of its item', async () => {
    await hook(['comment.created'])
    await comment('First')
    await alice.api.page.delete({ page_id })
    expect(await run()).toEqual([])
    const [other, moved] = [await anItem(alice, { item_name: 'Payments' }), await aPage(alice, item_id, { page_title: 'Refunds' })]
    await alice.api.comment.add({ page_id: moved, content: 'Second' })
    await alice.api.page.move({ item_id, page_ids: JSON.stringify([moved]), to_item_id: other, to_cat_id: '0' })
    expect(await run()).toEqual([])
  })
})
