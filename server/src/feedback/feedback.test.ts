import { beforeAll, describe, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { aCatalog, aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { tidyFeedback } from './feedback.tidy.service.ts'

const DAY = 86_400

onEachDatabase('feedback', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    item_id = await anItem(alice)
    await ask(item_id)
  })
  const services = () => product.server.services
  const db = () => services().store.db
  const ask = (id: string, feedback_from = '2', feedback_show = '0') =>
    alice.api.feedback.saveSettings({ item_id: id, feedback_from, feedback_show })
  const page = (id = item_id, more: Record<string, string> = {}) => aPage(alice, id, more)
  const say = (who: TestUser, page_id: string, feedback_type: string, more: Record<string, string> = {}) =>
    who.api.feedback.give({ page_id, feedback_type, ...more })
  const seen = (who: TestUser, page_id: string) => who.api.feedback.info({ page_id })
  const notes = async (who: TestUser, more: Record<string, string> = {}) => (await who.api.feedback.getList({ item_id, ...more })).list
  const notices = async (who: TestUser) =>
    (await who.api.notice.getList({ notice_type: 'all' })).map((row) => [row.notice_title, row.notice_content])

  it('a reader has one voice for a page, changes it and withdraws it', async () => {
    const page_id = await page()
    expect(await seen(bob, page_id)).toEqual({ asked: true, feedback_type: '0', reasons: [], figures: null, captcha: false })
    expect(await say(bob, page_id, '1')).toMatchObject({ feedback_type: '1', figures: null, note: 'none' })
    await say(bob, page_id, '2', { reasons: '["wrong","outdated"]' })
    expect(await seen(bob, page_id)).toMatchObject({ feedback_type: '2', reasons: ['outdated', 'wrong'] })
    await say(alice, page_id, '1')
    const figures = { helpful: '1', unhelpful: '1', now_helpful: '1', now_unhelpful: '1' }
    expect((await seen(alice, page_id)).figures).toMatchObject(figures)
    await say(bob, page_id, '0')
    expect((await seen(alice, page_id)).figures).toMatchObject({ helpful: '1', unhelpful: '0' })
    await areRefused([say(bob, page_id, '3'), say(bob, page_id, '1', { reasons: '["rude"]' })], 10101)
  })

  it('figures count the current version, which the reader may have read before the last save', async () => {
    const page_id = await page()
    await say(bob, page_id, '2', { version: '1' })
    await alice.api.page.save({ page_id, item_id, page_title: 'Start', page_content: 'Better' })
    const { figures } = await seen(alice, page_id)
    expect(figures).toMatchObject({ helpful: '0', unhelpful: '1', now_helpful: '0', now_unhelpful: '0' })
    expect(Number(figures?.since)).toBeGreaterThan(services().now() - 60)
    await say(alice, page_id, '1', { version: '9' })
    expect((await seen(alice, page_id)).figures).toMatchObject({ helpful: '1', now_helpful: '1' })
    expect((await alice.api.feedback.pages({ item_id, page_id })).list).toMatchObject([
      { page_id, helpful: '1', unhelpful: '1', notes: '0' },
    ])
  })

  it('S140: the manager decides whom an item asks, and who sees the figures', async () => {
    const own = await anItem(alice)
    const page_id = await page(own)
    const visitor = product.visitor()
    const info = (who: TestUser) => who.api.item.info({ item_id: own })
    expect(await seen(alice, page_id)).toMatchObject({ asked: false })
    await areRefused([say(alice, page_id, '1'), say(bob, page_id, '1'), say(visitor, page_id, '1')], 10100, 'does not ask')
    expect(await info(alice)).not.toHaveProperty('allow_feedback')
    await ask(own, '1')
    expect(await seen(visitor, page_id)).toMatchObject({ asked: false, figures: null })
    await areRefused([say(visitor, page_id, '1')], 10100)
    await say(bob, page_id, '1')
    expect([await info(bob), await info(visitor)]).toMatchObject([{ allow_feedback: '1' }, { item_name: 'Manual' }])
    expect(await info(visitor)).not.toHaveProperty('allow_feedback')
    await ask(own, '1', '1')
    expect(await seen(visitor, page_id)).toMatchObject({ asked: false, figures: { helpful: '1' } })
    await areRefused([ask(own, '3')], 10101)
    await areRefused([bob.api.feedback.saveSettings({ item_id: own, feedback_from: '2' })], 10303)
    await archive(product, own)
    await areRefused([say(bob, page_id, '2'), ask(own, '0')], 10103)
    const sheets = await anItem(alice, { item_type: '4' })
    await areRefused([ask(sheets, '2')], 10100, 'regular')
  })

  it('notes go to those who can edit the page, are answered or put aside, and stay when visitors are switched off', async () => {
    const carol = await product.user('carol')
    const cat_id = await aCatalog(alice, item_id, 'Guides')
    await aMember(product, item_id, carol, { cat_id })
    const [inside, outside] = [await page(item_id, { cat_id }), await page()]
    await say(bob, inside, '2', { note: ' The limit is 50,\r\nnot 20. ', reasons: '["wrong"]' })
    await say(bob, outside, '1', { note: 'Clear' })
    const [note] = await notes(carol)
    expect(await notes(carol)).toMatchObject([
      { note: 'The limit is 50,\nnot 20.', username: bob.username, note_state: 'new', is_person: true },
    ])
    expect(await notes(alice, { page_id: inside })).toHaveLength(1)
    const feedback_id = note?.feedback_id ?? ''
    const settle = (who: TestUser, state: string, answer = '') => who.api.feedback.settle({ feedback_id, state, answer })
    await areRefused([settle(bob, 'aside'), bob.api.feedback.getList({ item_id }), bob.api.feedback.pages({ item_id })], 10103)
    await areRefused([settle(carol, 'done')], 10101)
    const answered = await settle(carol, 'answered', 'It is 50 now.')
    expect(answered).toMatchObject({ note_state: 'answered', answer: 'It is 50 now.', settled_name: carol.username })
    expect((await notices(bob))[0]).toEqual([
      'Your feedback was answered',
      `${carol.username} answered what you wrote about “Start”: It is 50 now.`,
    ])
    expect((await alice.api.feedback.getList({ item_id, state: 'answered' })).list.map((row) => row.feedback_id)).toEqual([feedback_id])
    await say(bob, inside, '2', { note: 'And the other limit?' })
    expect((await notes(carol))[0]).toMatchObject({ note: 'And the other limit?', note_state: 'new', answer: '' })
    const subjects = JSON.stringify([{ kind: 'catalog', subject_id: cat_id }])
    const hasPeriod = async () => (await notes(carol))[0]?.has_period
    expect(await hasPeriod()).toBe(false)
    await alice.api.review.set({ item_id, subjects, days: '30' })
    expect(await hasPeriod()).toBe(true)
    await alice.api.review.set({ item_id, subjects, no_period: '1' })
    expect(await hasPeriod()).toBe(false)
    await settle(carol, 'aside')
    await ask(item_id, '1')
    expect(await notes(carol)).toHaveLength(1)
    await ask(item_id)
  })

  it('an answer reaches no one who can no longer read the page, and nothing of it is in a page, a copy or an export', async () => {
    const own = await anItem(alice, { password: 'sesame' })
    await ask(own)
    const dora = await product.user('dora')
    await aMember(product, own, dora, { edit: false })
    const page_id = await page(own)
    await say(dora, page_id, '2', { note: 'canary note' })
    const info = JSON.stringify([await alice.api.page.view({ page_id }), await alice.api.page.info({ page_id })])
    expect(info).not.toContain('canary')
    const copy = await alice.api.item.add({ item_name: 'Copy', copy_item_id: own })
    expect((await alice.api.feedback.getList({ item_id: copy.item_id })).total).toBe('0')
    await db().deleteFrom('item_member').where('uid', '=', Number(dora.uid)).execute()
    const [row] = (await alice.api.feedback.getList({ item_id: own })).list
    await alice.api.feedback.settle({ feedback_id: row?.feedback_id ?? '', state: 'answered', answer: 'Mended' })
    expect(await notices(dora)).toEqual([])
  })

  it('rows move with their page, go with it, and lose the link to a deleted account', async () => {
    const [from, to] = [await anItem(alice), await anItem(alice)]
    await ask(from)
    const erin = await product.user('erin')
    const [moved, gone] = [await page(from), await page(from)]
    for (const page_id of [moved, gone]) await say(erin, page_id, '2', { note: `About ${page_id}` })
    await alice.api.page.move({ item_id: from, page_ids: `[${moved}]`, to_item_id: to })
    const rows = () => db().selectFrom('page_feedback').select(['item_id', 'page_id', 'uid']).where('note', 'like', 'About %').execute()
    expect((await rows()).find((row) => row.page_id === Number(moved))?.item_id).toBe(Number(to))
    await product.admin.api.adminUser.deleteUser({ uid: erin.uid })
    expect((await rows()).map((row) => row.uid)).toEqual([null, null])
    expect((await alice.api.feedback.getList({ item_id: to })).list).toMatchObject([{ uid: '0', name: '', is_person: false }])
  })

  it('a note that was put aside is kept for 180 days, its voice as long as the page', async () => {
    const page_id = await page()
    await say(bob, page_id, '2', { note: 'Old' })
    const [row] = await notes(alice, { page_id })
    await alice.api.feedback.settle({ feedback_id: row?.feedback_id ?? '', state: 'aside' })
    await tidyFeedback(services(), { pause: 0 })
    expect(await notes(alice, { page_id })).toHaveLength(1)
    const back = later(product, 181 * DAY)
    await tidyFeedback(services(), { pause: 0 })
    back()
    expect([await notes(alice, { page_id }), (await seen(alice, page_id)).figures]).toMatchObject([[], { unhelpful: '1' }])
  })

  describe('W40: in the form of ShowDoc', () => {
    const call = async (who: TestUser, path: string, fields: Record<string, string>, more: Record<string, string> = {}) => {
      const payload = new URLSearchParams(fields).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...who.headers, ...more }
      return (await product.send({ method: 'POST', url: path, payload, headers })).json()
    }

    it('numbers are numbers, the same answer again withdraws it, and both addresses work', async () => {
      await ask(item_id, '2', '1')
      const page_id = await page()
      expect(await call(bob, '/api/page_feedback/submit', { page_id, feedback_type: '1' })).toEqual({
        error_code: 0,
        error_message: '',
        data: { message: 'Thank you for your feedback', helpful_count: 1, unhelpful_count: 0, user_feedback: 1 },
      })
      const visitor = product.visitor()
      const answer = { page_id, feedback_type: '2', client_id: 'client_1a' }
      const byPage = { origin: 'http://localhost:80', host: 'localhost:80' }
      expect((await call(visitor, '/server/index.php?s=/api/PageFeedback/submit', answer)).error_code).toBe(10103)
      const { data } = await call(visitor, '/server/index.php?s=/api/PageFeedback/submit', answer, byPage)
      expect(data).toMatchObject({ helpful_count: 1, unhelpful_count: 1, user_feedback: 2 })
      expect((await call(visitor, '/api/pageFeedback/getStat', answer)).data).toEqual({
        helpful_count: 1,
        unhelpful_count: 1,
        user_feedback: 2,
      })
      expect((await call(bob, '/api/pageFeedback/submit', { page_id, feedback_type: '1' })).data).toMatchObject({
        helpful_count: 0,
        user_feedback: 0,
      })
      expect((await call(bob, '/api/pageFeedback/submit', { page_id, feedback_type: '0' })).data).toMatchObject({ user_feedback: 0 })
      const off = await page(await anItem(alice))
      expect((await call(bob, '/api/page_feedback/getStat', { page_id: off })).data).toEqual({
        helpful_count: 0,
        unhelpful_count: 0,
        user_feedback: 0,
      })
      expect((await call(bob, '/api/page_feedback/submit', { page_id: off, feedback_type: '1' })).error_code).toBe(10100)
      await ask(item_id)
    })
  })
})
