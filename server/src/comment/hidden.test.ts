import { expect, it } from 'vitest'
import { aMember, anItem, aPage } from '../test/given.ts'
import { onOneDatabase } from '../test/product.ts'

const CANARY = 'cnrycomment'

onOneDatabase('a comment', (product) => {
  it('S141: is in no page, file, list, export or search, for its members either, and in no answer to others', async () => {
    const alice = await product.user('alice')
    const bob = await product.user('bob')
    const dave = await product.user('dave')
    const item_id = await anItem(alice)
    await aMember(product, item_id, bob)
    const page_id = await aPage(alice, item_id, { page_title: 'Orders', page_content: 'The stock is reserved.' })
    const anchor = JSON.stringify({ kind: 'passage', version: 1, quote: 'reserved' })
    await alice.api.comment.add({ page_id, content: `${CANARY} why?`, anchor })
    await alice.api.page.save({ page_id, page_title: 'Orders', page_content: 'The stock is reserved for an hour.' })
    const { unique_key = '' } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })) as { unique_key?: string }
    const visitor = product.visitor()
    const html = { accept: 'text/html' }
    const bodies: [string, string][] = []
    for (const [name, { headers }] of Object.entries({ alice, bob, dave, visitor }))
      for (const url of [
        `/${item_id}/${page_id}`,
        `/p/${unique_key}`,
        `/${item_id}/${page_id}.md`,
        `/${item_id}/llms.txt`,
        `/${item_id}/llms-full.txt`,
        `/${item_id}/changes.atom`,
        `/api/item/info?item_id=${item_id}&keyword=${CANARY}`,
        `/api/page/info?page_id=${page_id}`,
        `/api/page/view?page_id=${page_id}`,
        `/api/page/history?page_id=${page_id}`,
        `/api/search/all?keyword=${CANARY}`,
        `/api/change/getList?item_id=${item_id}`,
        `/api/export/pages?item_id=${item_id}&page_ids=[${page_id}]`,
        `/api/notice/getList?notice_type=all`,
      ]) {
        const { body } = await product.send({ url, headers: { ...headers, ...(url.startsWith('/api') ? {} : html) } })
        bodies.push([`${name} ${url}`, body])
      }
    expect(bodies.filter(([, body]) => body.includes(CANARY)).map(([where]) => where)).toEqual([])
    expect(bodies.filter(([, body]) => body.includes('reserved')).length).toBeGreaterThan(20)
    for (const { api } of [dave, visitor]) {
      expect(JSON.stringify(await api.comment.getList({ page_id, state: '' }))).not.toContain(CANARY)
      expect(JSON.stringify(await api.pageComment.getList({ page_id }))).not.toContain(CANARY)
    }
    expect(JSON.stringify(await bob.api.comment.getList({ page_id, state: '' }))).toContain(CANARY)
  })
})
