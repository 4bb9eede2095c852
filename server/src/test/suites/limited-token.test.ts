import { expect, it } from 'vitest'
import { anItem, aPage } from '../given.ts'
import { addGrant } from '../grants.ts'
import { onOneDatabase } from '../product.ts'

/* W21: in an item outside its list, a token has the rights of an anonymous visitor, also where the item asks every signed-in reader. */
onOneDatabase('a token that is limited to other items', (product) => {
  it('W21: suggests, comments and answers nothing in a public item that takes all that of every signed-in reader', async () => {
    const [alice, dave] = [await product.user('alice'), await product.user('dave')]
    const item_id = await anItem(alice)
    const page_id = await aPage(alice, item_id)
    const own = await anItem(dave)
    await alice.api.publish.save({ item_id, suggest_from: '2' })
    await alice.api.comment.saveSettings({ item_id, comment_from: '2', comment_see: '2' })
    await alice.api.feedback.saveSettings({ item_id, feedback_from: '1' })
    await alice.api.comment.add({ page_id, content: 'For readers' })
    const { services } = product.server
    const callWith = async (items?: number[]) => {
      const options = { uid: Number(dave.uid), level: 2, at: services.now(), ...(items && { items }) }
      const { token } = await addGrant(services.store.db, options)
      return async (path: string, fields: Record<string, string>) => {
        const reply = await product.send({
          method: 'POST',
          url: `/api/${path}`,
          payload: new URLSearchParams(fields).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
        })
        return reply.json<{ error_code: number; error_name?: string; data: Record<string, unknown> }>()
      }
    }
    const writes: [string, Record<string, string>][] = [
      ['suggestion/save', { page_id, base_version: '1', page_content: 'Better' }],
      ['suggestion/save', { item_id, page_title: 'New', page_content: 'New' }],
      ['comment/add', { page_id, content: 'Why?' }],
      ['pageComment/add', { page_id, content: 'Why?' }],
      ['feedback/give', { page_id, feedback_type: '1', client_id: 'a'.repeat(32), shown_ms: '9000' }],
      ['pageFeedback/submit', { page_id, feedback_type: '1', client_id: 'a'.repeat(32) }],
    ]
    const namesOf = async (call: Awaited<ReturnType<typeof callWith>>) =>
      Promise.all(writes.map(async ([path, fields]) => (await call(path, fields)).error_name ?? ''))
    const limited = await callWith([Number(own)])
    expect(await namesOf(limited)).toEqual(['suggestionOff', 'suggestionOff', 'commentOff', 'commentOff', 'feedbackOff', 'feedbackOff'])
    expect((await limited('comment/getList', { page_id })).data).toMatchObject({ threads: [], may: { see: false, write: false } })
    expect((await limited('feedback/info', { page_id })).data).toMatchObject({ asked: false })
    const info = (await limited('item/info', { item_id })).data
    expect([info['can_suggest'], info['allow_comment'], info['allow_feedback']]).toEqual([false, undefined, undefined])
    expect(await namesOf(await callWith())).toEqual(writes.map(() => ''))
  })
})
