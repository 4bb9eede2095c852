import { expect, it } from 'vitest'
import { aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

/* W40: comments as clients of ShowDoc 3.9 send and read them. */
onEachDatabase("comments in ShowDoc's form", (product) => {
  const send = async (who: { headers: object }, call: string, fields: Record<string, string>) => {
    const reply = await product.send({
      method: 'POST',
      url: `/server/index.php?s=/api/${call}`,
      payload: new URLSearchParams(fields).toString(),
      headers: { ...who.headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    return reply.json<{ error_code: number; data: Record<string, unknown> }>()
  }
  const people = async () => {
    const [alice, bob]: TestUser[] = [await product.user('alice'), await product.user('bob')]
    const item_id = await anItem(alice as TestUser)
    await aMember(product, item_id, bob as TestUser)
    return { alice: alice as TestUser, bob: bob as TestUser, item_id, page_id: await aPage(alice as TestUser, item_id) }
  }

  it('are first comments with their replies, with numbers and booleans, under each name of the call', async () => {
    const { alice, bob, page_id } = await people()
    const first = await send(alice, 'page_comment/add', { page_id, content: 'a < b & "c"' })
    expect(first).toMatchObject({ error_code: 0, data: { comment_id: expect.any(Number), message: 'ok' } })
    const parent_id = String(first.data['comment_id'])
    const answer = await send(bob, 'PageComment/add', { page_id, content: 'Yes', parent_id })
    // An answer to a reply goes to its thread.
    await send(alice, 'pageComment/add', { page_id, content: 'Thanks', parent_id: String(answer.data['comment_id']) })
    const { data } = await send(bob, 'page_comment/getList', { page_id, page: '1', count: '20' })
    expect(data).toEqual({
      total: 1,
      page: 1,
      comments: [
        {
          comment_id: Number(parent_id),
          parent_id: 0,
          uid: Number(alice.uid),
          username: alice.username,
          content: 'a < b & "c"',
          addtime: expect.any(Number),
          addtime_text: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
          is_owner: false,
          can_delete: false,
          replies: [
            expect.objectContaining({ parent_id: Number(parent_id), content: 'Yes', is_owner: true, can_delete: true }),
            expect.objectContaining({ parent_id: Number(parent_id), content: 'Thanks', is_owner: false }),
          ],
        },
      ],
    })
    const threads = await alice.api.comment.getList({ page_id, state: '' })
    expect(threads.threads).toMatchObject([{ kind: 'page', comments: [{}, { content: 'Yes' }, { content: 'Thanks' }] }])
    expect(await send(alice, 'page_comment/delete', { comment_id: parent_id })).toMatchObject({ error_code: 0, data: { message: 'ok' } })
    expect((await send(bob, 'page_comment/getList', { page_id })).data).toEqual({ total: 0, page: 1, comments: [] })
  })

  it('show visitors initials in place of names, also where a comment mentions a person', async () => {
    const { alice, bob, item_id, page_id } = await people()
    await alice.api.comment.saveSettings({ item_id, comment_see: '3' })
    const first = await send(alice, 'page_comment/add', { page_id, content: `@[${bob.username}](user:${bob.uid}) when?` })
    await send(bob, 'page_comment/add', { page_id, content: 'Now', parent_id: String(first.data['comment_id']) })
    const seen = await send({ headers: {} }, 'page_comment/getList', { page_id })
    expect(seen.data).toMatchObject({ comments: [{ uid: 0, username: 'A', content: '@B when?', replies: [{ username: 'B' }] }] })
    await alice.api.comment.saveSettings({ item_id, comment_names: '1' })
    const named = await send({ headers: {} }, 'page_comment/getList', { page_id })
    expect(named.data).toMatchObject({ comments: [{ username: alice.username, content: `@[${bob.username}](user:${bob.uid}) when?` }] })
  })

  it('come in parts, newest first, and are empty for readers who see none', async () => {
    const { alice, page_id } = await people()
    for (const content of ['one', 'two', 'three']) await send(alice, 'page_comment/add', { page_id, content })
    const part = async (page: string) => (await send(alice, 'page_comment/getList', { page_id, page, count: '2' })).data
    expect(await part('1')).toMatchObject({ total: 3, page: 1, comments: [{ content: 'three' }, { content: 'two' }] })
    expect(await part('2')).toMatchObject({ total: 3, page: 2, comments: [{ content: 'one' }] })
    expect((await send({ headers: {} }, 'page_comment/getList', { page_id })).data).toEqual({ total: 0, page: 1, comments: [] })
    const errors = await Promise.all([
      send(alice, 'page_comment/add', { page_id, content: '' }),
      send(alice, 'page_comment/add', { page_id, content: 'x', parent_id: '999999' }),
      send({ headers: {} }, 'page_comment/add', { page_id, content: 'x' }),
      send(alice, 'page_comment/getList', { page_id: '999999' }),
    ])
    expect(errors.map(({ error_code }) => error_code)).toEqual([10100, 10101, 10102, 10303])
  })
})
