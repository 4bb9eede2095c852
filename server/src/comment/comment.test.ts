import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage, archive, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { countQueries } from '../test/queries.ts'

const at = (user: TestUser) => `@[${user.username}](user:${user.uid})`

onEachDatabase('comments', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  let dave: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    carol = await product.user('carol')
    dave = await product.user('dave')
    item_id = await anItem(alice, { item_name: 'Orders' })
    await aMember(product, item_id, bob)
    await aMember(product, item_id, carol, { edit: false })
  })
  const db = () => product.server.services.store.db
  const page = (more: Record<string, string> = {}) => aPage(alice, item_id, { page_title: 'Create an order', ...more })
  const list = ({ api }: { api: TestUser['api'] }, page_id: string, state = '') => api.comment.getList({ page_id, state })
  const begin = async ({ api }: TestUser, page_id: string, content = 'Since when?') => (await api.comment.add({ page_id, content })).thread
  const reply = ({ api }: TestUser, { thread_id, page_id }: { thread_id: string; page_id: string }, content: string, reopen = '0') =>
    api.comment.add({ page_id, thread_id, content, reopen })
  const notices = async ({ api }: TestUser, page_id: string) =>
    (await api.notice.getList({ notice_type: 'all' }))
      .filter((row) => row.page_id === page_id)
      .map((row) => [row.notice_title, row.thread_id])

  it('go from a member to the page, are answered, resolved and opened again', async () => {
    const page_id = await page()
    const thread = await begin(carol, page_id, 'Since the **March** release?')
    expect(thread).toMatchObject({ page_id, kind: 'page', place: 'fixed', state: 'open', may_resolve: true })
    expect(thread.comments).toMatchObject([
      { uid: carol.uid, username: carol.username, is_own: true, content: 'Since the **March** release?' },
    ])
    expect(thread.comments[0]?.html).toBe('<p>Since the <strong>March</strong> release?</p>')
    const answered = await reply(bob, thread, 'Yes')
    expect(answered.thread.comments.map(({ content }) => content)).toEqual(['Since the **March** release?', 'Yes'])
    await areRefused([reply(bob, { ...thread, page_id: await page() }, 'Elsewhere')], 10101)
    expect(await bob.api.comment.resolve({ thread_id: thread.thread_id })).toMatchObject({
      state: 'resolved',
      resolved_name: bob.username,
      resolved_version: '1',
    })
    expect(await list(alice, page_id)).toMatchObject({ figures: { open: '0', resolved: '1', lost: '0' } })
    expect((await list(alice, page_id, 'open')).threads).toEqual([])
    await reply(carol, thread, 'Not yet', '1')
    expect((await list(alice, page_id, 'open')).threads).toMatchObject([{ thread_id: thread.thread_id, resolved_name: '' }])
    expect(await alice.api.comment.counts({ item_id })).toContainEqual({ page_id, open: '1', lost: '0' })
  })

  it('are for members until a manager opens them; visitors never write and see initials', async () => {
    const own = await anItem(alice)
    const page_id = await aPage(alice, own)
    await begin(alice, page_id, `Hello ${at(alice)}`)
    const visitor = product.visitor()
    expect(await visitor.api.item.info({ item_id: own })).not.toHaveProperty('allow_comment')
    for (const one of [dave, visitor])
      expect(await list(one, page_id)).toMatchObject({ threads: [], may: { see: false, write: false }, figures: { open: '0' } })
    await areRefused([dave.api.comment.add({ page_id, content: 'Hi' })], 10100)
    await areRefused([visitor.api.comment.add({ page_id, content: 'Hi' })], 10102)
    expect(await alice.api.comment.settings({ item_id: own })).toEqual({
      comment_from: '1',
      comment_see: '1',
      comment_names: '0',
      threads: '1',
    })
    expect(await alice.api.comment.saveSettings({ item_id: own, comment_from: '2' })).toMatchObject({ comment_from: '2', comment_see: '2' })
    await areRefused([alice.api.comment.saveSettings({ item_id: own, comment_from: '2', comment_see: '1' })], 10101)
    expect(await begin(dave, page_id, 'Hi')).toMatchObject({ comments: [{ username: '', name: dave.username }] })
    // A reader who is no member gets no list of the members of a public item.
    expect((await dave.api.comment.people({ page_id, text: '' })).people.map(({ uid }) => uid)).toEqual([alice.uid, dave.uid].sort())
    await aMember(product, own, carol)
    expect(await dave.api.comment.people({ page_id, text: carol.username.slice(0, -1) })).toEqual({ people: [], teams: [] })
    expect((await dave.api.comment.people({ page_id, text: carol.username })).people).toHaveLength(1)
    expect((await list(visitor, page_id)).threads).toEqual([])
    await alice.api.comment.saveSettings({ item_id: own, comment_see: '3' })
    expect(await visitor.api.item.info({ item_id: own })).toMatchObject({ allow_comment: '1' })
    const seen = await list(visitor, page_id)
    expect(seen).toMatchObject({ may: { see: true, write: false }, refused: 'login' })
    expect(JSON.stringify(seen)).not.toContain(alice.username)
    expect(seen.threads[0]?.comments[0]).toMatchObject({ uid: '0', username: '', name: 'A', content: 'Hello @A' })
    await alice.api.comment.saveSettings({ item_id: own, comment_names: '1' })
    expect((await list(visitor, page_id)).threads[0]?.comments[0]).toMatchObject({ uid: '0', name: alice.username })
    await alice.api.comment.saveSettings({ item_id: own, comment_from: '0' })
    await areRefused([dave.api.comment.add({ page_id, content: 'Hi' }), alice.api.comment.add({ page_id, content: 'Hi' })], 10100)
    expect((await list(dave, page_id)).threads).toHaveLength(2)
  })

  it('S145: are changed by their author alone, deleted by them and by managers, and leave no text behind', async () => {
    const page_id = await page()
    const thread = await begin(carol, page_id, 'canary one')
    const comment_id = thread.comments[0]?.comment_id ?? ''
    await areRefused([bob.api.comment.save({ comment_id, content: 'x' }), bob.api.comment.delete({ comment_id })], 10103)
    const saved = await carol.api.comment.save({ comment_id, content: 'canary two' })
    expect(saved.thread.comments[0]).toMatchObject({ content: 'canary two' })
    expect(saved.thread.comments[0]?.edited_time).not.toBe('0')
    const answered = await reply(bob, thread, 'Yes')
    await alice.api.comment.delete({ comment_id })
    const [left] = (await list(bob, page_id)).threads
    expect(left?.comments).toMatchObject([
      { content: '', html: '', is_deleted: '2', may_delete: false },
      { content: 'Yes', is_deleted: '0' },
    ])
    await areRefused([carol.api.comment.save({ comment_id, content: 'back' })], 10101)
    await bob.api.comment.delete({ comment_id: answered.thread.comments[1]?.comment_id ?? '' })
    expect((await list(bob, page_id)).threads).toEqual([])
    await areRefused([reply(bob, thread, 'late')], 10101)
    const rows = await Promise.all(
      (['thread', 'page_comment', 'notice'] as const).map((table) => db().selectFrom(table).selectAll().execute()),
    )
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  it('S146: mention those who can read the page, by their current name, and notify no one else', async () => {
    const closed = await anItem(alice, { password: 'sesame', item_name: 'Plans' })
    await aMember(product, closed, bob)
    const page_id = await aPage(alice, closed)
    const forged = `@[someone](user:${bob.uid})`
    const made = await alice.api.comment.add({
      page_id,
      content: `${at(bob)} ${at(dave)} ${forged} @[ghost](user:999999) @[Crew](team:999999)`,
    })
    expect(made.not_told).toEqual([dave.username, 'ghost', 'Crew'])
    expect(made.thread.comments[0]?.html).toContain(
      `<span class="mention" data-user="${bob.uid}">@${bob.username}</span> @${dave.username}`,
    )
    expect(await notices(bob, page_id)).toEqual([['You were mentioned', made.thread.thread_id]])
    expect(await notices(dave, page_id)).toEqual([])
    const only = await alice.api.comment.add({ page_id, content: forged })
    expect(only.not_told).toEqual(['someone'])
    expect(only.thread.comments[0]?.html).toBe('<p>@someone</p>')
    expect((await bob.api.comment.people({ page_id, text: '' })).people.map(({ uid }) => uid).sort()).toEqual([alice.uid, bob.uid].sort())
    expect(await bob.api.comment.people({ page_id, text: dave.username })).toEqual({ people: [], teams: [] })
    await areRefused([dave.api.comment.people({ page_id, text: '' })], 10303)
    await db().updateTable('user').set({ name: 'Bob Lindqvist' }).where('uid', '=', Number(bob.uid)).execute()
    expect((await list(alice, page_id)).threads[0]?.comments[0]?.html).toContain('>@Bob Lindqvist</span>')
    await db().updateTable('user').set({ name: '' }).where('uid', '=', Number(bob.uid)).execute()
  })

  it('mention a team of the item: each member gets one notice', async () => {
    const own = await anItem(alice, { password: 'sesame' })
    await aTeamMember(product, own, bob)
    const page_id = await aPage(alice, own)
    const [team] = (await alice.api.comment.people({ page_id, text: 'te' })).teams
    expect(team).toMatchObject({ team_name: 'Team', members: '1' })
    const made = await alice.api.comment.add({ page_id, content: `@[Team](team:${team?.team_id}) ${at(bob)}` })
    expect(made.not_told).toEqual([])
    expect(await notices(bob, page_id)).toEqual([['You were mentioned', made.thread.thread_id]])
    expect(await notices(alice, page_id)).toEqual([])
  })

  it('keep the team that they mention when their text changes, also after the last team mention of the day', async () => {
    const own = await anItem(alice, { password: 'sesame' })
    await aTeamMember(product, own, bob)
    const page_id = await aPage(alice, own)
    const [team] = (await alice.api.comment.people({ page_id, text: 'te' })).teams
    const content = `@[Team](team:${team?.team_id})`
    for (let n = 0; n < 9; n++) await alice.api.comment.add({ page_id, content })
    const last = await alice.api.comment.add({ page_id, content })
    expect(last.not_told).toEqual([])
    const comment_id = last.thread.comments[0]?.comment_id ?? ''
    const saved = await alice.api.comment.save({ comment_id, content: `${content}, please` })
    expect(saved.not_told).toEqual([])
    expect(saved.thread.comments[0]?.html).toContain(`data-team="${team?.team_id}"`)
    expect(await notices(bob, page_id)).toHaveLength(10)
    expect((await alice.api.comment.add({ page_id, content })).not_told).toEqual(['Team'])
  })

  it('notify the members of a team that an edit adds, and not again those of the team that was there', async () => {
    const own = await anItem(alice, { password: 'sesame' })
    await aTeamMember(product, own, bob)
    await aTeamMember(product, own, carol)
    const page_id = await aPage(alice, own)
    const teams = await db().selectFrom('team_item_member').select(['team_id', 'member_uid']).where('item_id', '=', Number(own)).execute()
    const [first, second] = [bob, carol].map(({ uid }) => `@[Team](team:${teams.find((row) => String(row.member_uid) === uid)?.team_id})`)
    const made = await alice.api.comment.add({ page_id, content: `${first} please` })
    const comment_id = made.thread.comments[0]?.comment_id ?? ''
    await alice.api.comment.save({ comment_id, content: `${first} ${second} please` })
    expect(await notices(carol, page_id)).toHaveLength(1)
    expect(await notices(bob, page_id)).toHaveLength(1)
  })

  it('R24: belong to the item of their page, also when it moves to another item at the same time', async () => {
    const other = await anItem(alice)
    for (let round = 0; round < 10; round++) {
      const page_id = await page()
      const thread = await begin(carol, page_id)
      const ends = await Promise.allSettled([
        alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' }),
        bob.api.comment.add({ page_id, content: 'Since when?' }),
        reply(bob, thread, 'Yes'),
      ])
      expect(ends[0].status).toBe('fulfilled')
      for (const table of ['thread', 'page_comment'] as const) {
        const rows = await db().selectFrom(table).select('item_id').where('page_id', '=', Number(page_id)).execute()
        expect(rows.filter((row) => row.item_id !== Number(other))).toEqual([])
      }
    }
  })

  it('R24: are written only where their writer has rights, also when the page moves between the check and the write', async () => {
    const other = await anItem(alice, { password: 'sesame' })
    const moving = async (write: (thread: Awaited<ReturnType<typeof begin>>) => Promise<unknown>) => {
      const page_id = await page()
      const thread = await begin(bob, page_id, 'one')
      const { store } = product.server.services
      const { write: plain } = store
      store.write = async (work) => {
        store.write = plain
        await alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' })
        return plain(work)
      }
      await areRefused([write(thread).finally(() => (store.write = plain))], 10109)
      const [now] = (await alice.api.comment.getList({ page_id })).threads
      expect(now).toMatchObject({ state: 'open', comments: [{ content: 'one' }] })
    }
    await moving((thread) => reply(bob, thread, 'Yes'))
    await moving(({ comments }) => bob.api.comment.save({ comment_id: comments[0]?.comment_id ?? '', content: 'two' }))
    await moving(({ thread_id }) => bob.api.comment.resolve({ thread_id }))
    await moving(({ comments }) => bob.api.comment.delete({ comment_id: comments[0]?.comment_id ?? '' }))
  })

  it('R24: are changed and deleted at the same time without a failure of the database', async () => {
    const page_id = await page()
    for (let round = 0; round < 10; round++) {
      const thread = await begin(carol, page_id, 'one')
      const comment_id = thread.comments[0]?.comment_id ?? ''
      const both = await Promise.allSettled([
        carol.api.comment.save({ comment_id, content: 'two' }),
        alice.api.comment.delete({ comment_id }),
        carol.api.comment.save({ comment_id, content: 'three' }),
      ])
      for (const end of both) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 10101 })
    }
  })

  it('ask the database as often for a team of thirty as for a team of one, and read only the comments that they show', async () => {
    const own = await anItem(alice, { password: 'sesame' })
    const page_id = await aPage(alice, own)
    await aTeamMember(product, own, bob)
    const { team_id = 0 } =
      (await db().selectFrom('team_item').select('team_id').where('item_id', '=', Number(own)).executeTakeFirst()) ?? {}
    const content = `@[Team](team:${team_id})`
    const mention = async () => {
      const count = countQueries(product.server.services.store)
      await alice.api.comment.add({ page_id, content }).finally(count.end)
      return count.queries
    }
    const one = await mention()
    const user = await db().selectFrom('user').selectAll().where('uid', '=', Number(bob.uid)).executeTakeFirstOrThrow()
    const { uid: _, ...same } = user
    const names = Array.from({ length: 29 }, (_none, n) => `crew-${own}-${n}`)
    const crew = await db()
      .insertInto('user')
      .values(names.map((username) => ({ ...same, username, username_key: username, email: '', email_verify: 0 })))
      .returning('uid')
      .execute()
    const place = { team_id, item_id: Number(own), member_group_id: 0, cat_id: 0, addtime: 1 }
    await db()
      .insertInto('team_item_member')
      .values(crew.map(({ uid }) => ({ ...place, member_uid: uid })))
      .execute()
    expect(await mention()).toBe(one)
    const notified = await db().selectFrom('notice').select('uid').where('page_id', '=', Number(page_id)).execute()
    expect(new Set(notified.map(({ uid }) => uid)).size).toBe(30)
    // Members of a team of more than twenty find it in their digest, those of a smaller one get a mail soon.
    const ofBob = db()
      .selectFrom('notice')
      .select('notice_content')
      .where('page_id', '=', Number(page_id))
      .where('uid', '=', Number(bob.uid))
    expect((await ofBob.orderBy('notice_id').execute()).map((row) => 'is_many' in JSON.parse(row.notice_content))).toEqual([false, true])

    const { threads } = await list(alice, page_id)
    for (const { thread_id } of threads) await alice.api.comment.resolve({ thread_id })
    await begin(alice, page_id)
    const count = countQueries(product.server.services.store)
    const open = await list(alice, page_id, 'open').finally(count.end)
    expect(open.threads).toHaveLength(1)
    const all = countQueries(product.server.services.store)
    await list(alice, page_id).finally(all.end)
    // The two comments of resolved threads, and the name of the team that they mention.
    expect(all.rows - count.rows).toBe(3)
  })

  it('notify the creator of the page once an hour, and those who wrote in the thread of each reply', async () => {
    const page_id = await aPage(bob, item_id)
    const thread = await begin(carol, page_id)
    await begin(carol, page_id)
    expect(await notices(bob, page_id)).toEqual([['A comment on your page', thread.thread_id]])
    await reply(bob, thread, `Since May, ${at(bob)}`)
    expect((await notices(carol, page_id))[0]).toEqual(['A reply to your comment', thread.thread_id])
    const mine = await carol.api.comment.mine({ state: 'me' })
    expect(mine.list[0]).toMatchObject({
      thread_id: thread.thread_id,
      item_name: 'Orders',
      replies: '1',
      last_name: bob.username,
      last_text: `Since May, @${bob.username}`,
    })
    expect((await carol.api.comment.mine({ state: 'begun' })).list.length).toBeGreaterThan(1)
    await areRefused([carol.api.comment.mine({ state: 'all' })], 10101)
  })

  it('stay with a page that moves to another item, go with it for good, and are not copied', async () => {
    const [from, to] = [await anItem(alice), await anItem(alice)]
    const [page_id, other] = [await aPage(alice, from), await aPage(alice, from)]
    const thread = await begin(alice, page_id)
    await begin(alice, other)
    await alice.api.page.move({ item_id: from, page_ids: JSON.stringify([page_id]), to_item_id: to, to_cat_id: '0' })
    expect(await alice.api.comment.counts({ item_id: to })).toEqual([{ page_id, open: '1', lost: '0' }])
    expect((await list(alice, page_id)).threads[0]?.thread_id).toBe(thread.thread_id)
    const copy = await alice.api.item.add({ item_name: 'Copy', copy_item_id: to })
    expect(await alice.api.comment.counts({ item_id: copy.item_id })).toEqual([])
    await alice.api.page.delete({ page_id })
    expect(await alice.api.comment.counts({ item_id: to })).toEqual([])
    await areRefused([list(alice, page_id)], 10303)
    await areRefused([reply(alice, thread, 'x')], 10101)
    await alice.api.recycle.recover({ item_id: to, page_id })
    expect((await list(alice, page_id)).threads).toHaveLength(1)
  })

  it('S144: are found below their own page alone: another page, a deleted one, a closed item and a reply as parent give no way in', async () => {
    const [page_id, other] = [await page(), await page()]
    const closed = await anItem(alice, { password: 'sesame' })
    const hidden = await begin(alice, await aPage(alice, closed), 'canary')
    const thread = await begin(alice, page_id)
    const first = thread.comments[0]?.comment_id ?? ''
    const { thread_id, comments } = hidden
    const comment_id = comments[0]?.comment_id ?? ''
    // A thread of another page, and one of an item that the caller cannot read: both as if they were not there.
    await areRefused([reply(bob, { thread_id: thread.thread_id, page_id: other }, 'x'), reply(bob, { thread_id, page_id }, 'x')], 10101)
    await areRefused(
      [
        bob.api.comment.resolve({ thread_id }),
        bob.api.comment.reopen({ thread_id }),
        bob.api.comment.attach({ thread_id }),
        bob.api.comment.save({ comment_id, content: 'x' }),
        bob.api.comment.delete({ comment_id }),
        bob.api.pageComment.delete({ comment_id }),
        bob.api.comment.resolve({ thread_id: '999999' }),
      ],
      10101,
    )
    // ShowDoc's parent: of another page, of a closed item, missing, deleted.
    const gone = await begin(alice, page_id, 'gone')
    await alice.api.comment.delete({ comment_id: gone.comments[0]?.comment_id ?? '' })
    for (const parent_id of [comment_id, '999999', gone.comments[0]?.comment_id ?? ''])
      await areRefused([bob.api.pageComment.add({ page_id, parent_id, content: 'x' })], 10101)
    await areRefused([bob.api.pageComment.add({ page_id: other, parent_id: first, content: 'x' })], 10101)
    const answered = await bob.api.pageComment.add({ page_id, parent_id: first, content: 'Yes' })
    await bob.api.pageComment.add({ page_id, parent_id: String(answered.comment_id), content: 'And again' })
    const kept = db().selectFrom('page_comment').select('parent_id').where('page_id', '=', Number(page_id))
    const rows = await kept.orderBy('comment_id').execute()
    expect(rows.map(({ parent_id }) => String(parent_id))).toEqual(['0', first, first])
    expect(await db().selectFrom('thread').select('replies').where('thread_id', '=', Number(thread_id)).execute()).toEqual([{ replies: 0 }])
  })

  it('are read and not written in an archived item', async () => {
    const own = await anItem(alice)
    const page_id = await aPage(alice, own)
    const thread = await begin(alice, page_id)
    await archive(product, own)
    expect(await list(alice, page_id)).toMatchObject({ refused: 'archived', threads: [{ may_resolve: false }] })
    const { thread_id, comments } = thread
    const comment_id = comments[0]?.comment_id ?? ''
    await areRefused(
      [
        begin(alice, page_id),
        reply(alice, thread, 'x'),
        alice.api.comment.resolve({ thread_id }),
        alice.api.comment.delete({ comment_id }),
        alice.api.comment.save({ comment_id, content: 'x' }),
      ],
      10103,
    )
  })

  it('are listed with whole signs, also where their text is cut', async () => {
    const { thread_id } = await begin(carol, await page(), `x${'🙂'.repeat(150)}`)
    const { list: mine } = await carol.api.comment.mine({ state: 'begun' })
    expect(mine.find((one) => one.thread_id === thread_id)?.last_text).toBe(`x${'🙂'.repeat(99)}`)
  })

  it('are refused without text, and above the limits of a page, a thread and a day', async () => {
    const page_id = await page()
    await areRefused([begin(alice, page_id, ' \n ')], 10100)
    await areRefused([begin(alice, page_id, 'x'.repeat(4001))], 10101)
    const thread = await begin(alice, page_id)
    await db().updateTable('thread').set({ replies: 200 }).where('thread_id', '=', Number(thread.thread_id)).execute()
    await areRefused([reply(alice, thread, 'x')], 10101)
    const row = await db()
      .selectFrom('page_comment')
      .selectAll()
      .where('thread_id', '=', Number(thread.thread_id))
      .executeTakeFirstOrThrow()
    const { comment_id: _, ...copy } = row
    const eve = await product.user('eve')
    await aMember(product, item_id, eve)
    await db()
      .insertInto('page_comment')
      .values(Array.from({ length: 300 }, () => ({ ...copy, page_id: 0, thread_id: 0, uid: Number(eve.uid) })))
      .execute()
    await areRefused([begin(eve, page_id)], 429)
  })

  it('of a page have a million characters together', async () => {
    const page_id = await page()
    const thread = await begin(alice, page_id)
    const other = await begin(bob, page_id)
    const content = 'x'.repeat(1_000_000 - 'Since when?'.length - 20)
    await db().updateTable('page_comment').set({ content }).where('thread_id', '=', Number(other.thread_id)).execute()
    await reply(alice, thread, 'y'.repeat(20))
    const comment_id = thread.comments[0]?.comment_id ?? ''
    await areRefused([begin(alice, page_id, 'x'), reply(alice, thread, 'x')], 10101, '1000000 characters')
    await areRefused([alice.api.comment.save({ comment_id, content: 'Since when??' })], 10101, '1000000 characters')
    await alice.api.comment.save({ comment_id, content: 'Since?' })
    await reply(alice, thread, 'z'.repeat(5))
  })

  it('R24: of a page have a million characters together, also when many people write at the same time', async () => {
    const page_id = await page()
    const threads = await Promise.all([alice, bob, carol, alice, bob, carol].map((who) => begin(who, page_id)))
    const filled = await begin(alice, page_id)
    const content = 'x'.repeat(1_000_000 - 'Since when?'.length * threads.length - 30)
    await db().updateTable('page_comment').set({ content }).where('thread_id', '=', Number(filled.thread_id)).execute()
    const ends = await Promise.allSettled([
      ...threads.slice(0, 4).map((thread) => reply(bob, thread, 'y'.repeat(20))),
      alice.api.comment.save({ comment_id: threads[0]?.comments[0]?.comment_id ?? '', content: 'z'.repeat(31) }),
      begin(carol, page_id, 'w'.repeat(20)),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('of a page have five hundred open threads; a resolved one is opened again when there is room', async () => {
    const page_id = await page()
    const thread = await begin(alice, page_id)
    const { thread_id } = thread
    await alice.api.comment.resolve({ thread_id })
    const row = await db().selectFrom('thread').selectAll().where('thread_id', '=', Number(thread_id)).executeTakeFirstOrThrow()
    const { thread_id: _, ...copy } = { ...row, state: 'open' as const }
    await db()
      .insertInto('thread')
      .values(Array.from({ length: 500 }, () => copy))
      .execute()
    const words = '500 open threads'
    await areRefused([begin(alice, page_id), reply(alice, thread, 'x', '1'), alice.api.comment.reopen({ thread_id })], 10101, words)
    await areRefused([alice.api.pageComment.add({ page_id, parent_id: thread.comments[0]?.comment_id ?? '', content: 'x' })], 10101, words)
    await reply(alice, thread, 'It stays resolved')
    const others = db().selectFrom('thread').select('thread_id').where('page_id', '=', Number(page_id)).where('state', '=', 'open')
    const [one] = await others.limit(1).execute()
    await alice.api.comment.resolve({ thread_id: String(one?.thread_id) })
    expect(await alice.api.comment.reopen({ thread_id })).toMatchObject({ state: 'open' })
  })

  it('R24: are resolved once by two people at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { thread_id } = await begin(alice, await page())
      await Promise.all([alice, bob].map((who) => who.api.comment.resolve({ thread_id })))
      const news = db().selectFrom('news_event').select('event_id').where('thread_id', '=', Number(thread_id))
      expect(await news.where('kind', '=', 'comment.resolved').execute()).toHaveLength(1)
    }
  })

  it.each([
    ['the name of that day', '0'],
    ['no name', '1'],
  ] as const)('of a deleted account stay, with %s', async (_what, hide_name) => {
    const gone = await product.user('gone')
    await aMember(product, item_id, gone)
    const page_id = await page()
    const { thread_id } = await begin(gone, page_id, 'Since when?')
    await begin(bob, page_id, `${at(gone)} knows, ${at(carol)} too`)
    await gone.api.comment.resolve({ thread_id })
    await product.admin.api.adminUser.deleteUser({ uid: gone.uid, hide_name })
    const seen = await list(carol, page_id)
    const name = hide_name === '1' ? 'Former member' : gone.username
    expect(seen.threads.flatMap(({ comments }) => comments.map((one) => one.name)).toSorted()).toEqual([bob.username, name].toSorted())
    expect(seen.threads.find((one) => one.thread_id === thread_id)).toMatchObject({ resolved_name: name })
    const mention = seen.threads.flatMap(({ comments }) => comments).find((one) => one.uid === bob.uid)
    expect(mention?.content).toBe(`@[${name}](user:${gone.uid}) knows, ${at(carol)} too`)
    expect(mention?.html).toContain(`@${name}</span> knows, <span class="mention" data-user="${carol.uid}">@${carol.username}</span>`)
    expect(JSON.stringify(seen).includes(gone.username)).toBe(hide_name === '0')
  })
})
