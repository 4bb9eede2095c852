import { beforeAll, beforeEach, expect, it } from 'vitest'
import { findMeanings } from '../../change/finding/finding.service.ts'
import { notify, SHEAF } from '../../notice/notice.store.ts'
import { aCatalog, aMember, anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { makeNews } from './news.service.ts'

onEachDatabase('news of what people watch', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  let item_id: string
  let cat_id: string
  let page_id: string
  beforeAll(async () => {
    ;[alice, bob, carol] = await Promise.all([product.user('alice'), product.user('bob'), product.user('carol')])
  })
  beforeEach(async () => {
    item_id = await anItem(alice, { item_name: 'Orders', password: 'sesame' })
    cat_id = await aCatalog(alice, item_id, 'Guides')
    page_id = await aPage(alice, item_id, { page_title: 'Retention', cat_id })
    for (const who of [bob, carol]) await aMember(product, item_id, who)
    await news()
    for (const who of [alice, bob, carol]) await who.api.notice.setAllRead({})
  })

  const services = () => product.server.services
  const db = () => services().store.db
  const news = async (owner = 'one') => {
    await findMeanings(services())
    await makeNews(services(), owner, () => services().now())
  }
  const save = (who: TestUser, page_content: string, more: Record<string, string> = {}) =>
    who.api.page.save({ page_id, page_title: 'Retention', page_content, ...more })
  const listed = async (who: TestUser) =>
    (await who.api.notice.getList({ notice_type: 'unread', group: 'watched' })).map((notice) => notice.notice_content)
  const tellRows = (who: TestUser) =>
    db()
      .selectFrom('tell')
      .select(['news_key', 'kind', 'mail', 'about'])
      .where('uid', '=', Number(who.uid))
      .where('item_id', '=', Number(item_id))
      .execute()

  it('many saves of a page are one entry in the list and one for the digest, and the author gets none (W57, S152)', async () => {
    await bob.api.watch.set({ kind: 'catalog', subject_id: cat_id, level: 'changes' })
    for (let n = 0; n < 5; n++) await save(carol, `Kept for ${n} days`)
    await news()
    await save(carol, 'Kept for a year')
    await news()
    expect(await listed(bob)).toEqual([`${carol.username} changed “Retention” in “Orders”.`])
    expect(await tellRows(bob)).toMatchObject([{ news_key: `page:${page_id}`, mail: 'daily' }])
    expect(await listed(carol)).toEqual([])
  })

  it('small changes, muted places and levels count; who made the page gets one notice and not two (W45)', async () => {
    await bob.api.watch.set({ kind: 'item', subject_id: item_id, level: 'all' })
    await save(carol, 'A comma', { is_minor: '1' })
    await news()
    expect([await listed(bob), await listed(alice)]).toEqual([[], []])
    await bob.api.watch.set({ kind: 'page', subject_id: page_id, level: 'muted' })
    await save(carol, 'More')
    await news()
    expect(await listed(bob)).toEqual([])
    expect(await listed(alice)).toHaveLength(1)
    expect(await tellRows(alice)).toMatchObject([{ kind: 'watchedChanged' }])
  })

  it('comments and resolutions are for those who watch everything, and for each person once', async () => {
    await bob.api.watch.set({ kind: 'page', subject_id: page_id, level: 'all' })
    await carol.api.watch.set({ kind: 'page', subject_id: page_id, level: 'changes' })
    const { thread } = await alice.api.comment.add({ page_id, content: `72 hours, or 24? @[${carol.username}](user:${carol.uid})` })
    await news()
    expect(await listed(bob)).toEqual([`${alice.username} commented on “Retention” in “Orders”.`])
    expect(await listed(carol)).toEqual([])
    expect((await tellRows(carol)).map(({ kind, mail }) => [kind, mail])).toEqual([['commentMention', 'soon']])
    await alice.api.comment.resolve({ thread_id: thread.thread_id })
    await news()
    expect(await listed(bob)).toContain(`${alice.username} resolved a discussion on “Retention” in “Orders”.`)
    expect(await db().selectFrom('news_event').select('event_id').where('is_told', '=', 0).execute()).toEqual([])
  })

  it('a mention and a reply in a muted place are in the list without mail', async () => {
    await bob.api.watch.set({ kind: 'catalog', subject_id: cat_id, level: 'muted' })
    const mention = `@[${bob.username}](user:${bob.uid})`
    const { thread } = await alice.api.comment.add({ page_id, content: `Since when? ${mention}` })
    await bob.api.comment.add({ page_id, thread_id: thread.thread_id, content: 'Since May.' })
    await alice.api.comment.add({ page_id, thread_id: thread.thread_id, content: 'Thank you.' })
    await news()
    const own = await bob.api.notice.getList({ notice_type: 'unread', group: 'to_me' })
    expect(own.filter(({ item_id: of }) => of === item_id)).toHaveLength(2)
    expect(await tellRows(bob)).toEqual([])
    // The own choice for the page is nearer than the muted catalog.
    await bob.api.watch.set({ kind: 'page', subject_id: page_id, level: 'changes' })
    await alice.api.comment.add({ page_id, content: `And now? ${mention}` })
    await news()
    expect((await tellRows(bob)).map(({ kind, mail }) => [kind, mail])).toEqual([['commentMention', 'soon']])
  })

  it('S147: who lost the right between the change and the news learns nothing', async () => {
    await bob.api.watch.set({ kind: 'page', subject_id: page_id, level: 'all' })
    await save(carol, 'Secret')
    await carol.api.comment.add({ page_id, content: 'Secret too' })
    await db().deleteFrom('item_member').where('item_id', '=', Number(item_id)).where('uid', '=', Number(bob.uid)).execute()
    await news()
    expect([await listed(bob), await tellRows(bob)]).toEqual([[], []])
  })

  it('an action on many pages is one line', async () => {
    await bob.api.watch.set({ kind: 'item', subject_id: item_id, level: 'changes' })
    const pages = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((page_title) => aPage(carol, item_id, { page_title })))
    await news()
    await bob.api.notice.setAllRead({})
    await alice.api.page.move({ item_id, page_ids: JSON.stringify(pages), to_item_id: item_id, to_cat_id: cat_id })
    await news()
    expect(await listed(bob)).toEqual([`${alice.username} made several changes in “Orders”.`])
  })

  it('what a large team got stays for the digest when a member saves the settings', async () => {
    await db().deleteFrom('tell').where('uid', '=', Number(bob.uid)).execute()
    const at = services().now()
    const about = { item: 'Orders', page: 'Retention' }
    const draft = { uids: [Number(bob.uid)], kind: 'commentMention' as const, item_id: Number(item_id), page_id: Number(page_id) }
    for (const is_many of [true, false]) await notify(db(), SHEAF, { ...draft, about: { ...about, ...(is_many && { is_many }) } }, at)
    await news()
    const mails = async () => (await tellRows(bob)).map(({ mail }) => mail).sort()
    expect(await mails()).toEqual(['daily', 'soon'])
    for (const mail of ['soon', 'weekly', 'soon'] as const) {
      await bob.api.watch.saveSettings({ rows: JSON.stringify({ to_me: { list: true, mail } }) })
      expect(await mails()).toEqual(mail === 'soon' ? ['daily', 'soon'] : ['weekly', 'weekly'])
    }
  })

  it('one of two servers makes news, the other goes on after it, and no news comes twice (R40)', async () => {
    await bob.api.watch.set({ kind: 'page', subject_id: page_id, level: 'changes' })
    await save(carol, 'Changed')
    await findMeanings(services())
    const { last } = await db().selectFrom('news_cursor').selectAll().executeTakeFirstOrThrow()
    await Promise.all([news('one'), news('two')])
    expect(await listed(bob)).toHaveLength(1)
    // A server ended before it moved the cursor.
    await db().updateTable('news_cursor').set({ last, claimed_until: 0 }).execute()
    await news('two')
    expect([await listed(bob), await tellRows(bob)]).toMatchObject([
      [expect.any(String)],
      [{ about: expect.stringContaining('"count":1') }],
    ])
  })
})
