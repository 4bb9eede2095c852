import { beforeAll, expect, it } from 'vitest'
import { anItem, aPage } from '../given.ts'
import { onEachDatabase, type TestUser } from '../product.ts'
import { aShowdocClient } from './client.given.ts'

/* A step of a build that pushes pages as JSON, with the key and the token of one item. */
onEachDatabase('a build that pushes pages', (product) => {
  let alice: TestUser
  let item_id: string
  let keys: { api_key: string; api_token: string }
  const { json, upload, url } = aShowdocClient(product)
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'sesame' })
    const { api_key, api_token } = await alice.api.item.getKey({ item_id })
    keys = { api_key, api_token }
  })
  type Row = { data: Record<string, string> }
  const push = (fields: object) => json('item/updateByApi', { ...keys, ...fields }) as Promise<{ error_code: number } & Row>

  it('creates pages at the given place, and a second run changes nothing', async () => {
    const page = { cat_name: 'v2/Orders', page_title: 'Create', page_content: '# Create\n\n`a+b` & 100% <b>', s_number: 3 }
    const { data: made } = await push(page)
    expect(made).toMatchObject({ item_id, page_title: 'Create', page_content: page.page_content, s_number: '3', author_username: 'API' })
    const { data: again } = await push(page)
    expect([again['page_id'], again['version']]).toEqual([made['page_id'], made['version']])
    const { data: changed } = await push({ ...page, page_content: 'new', s_number: undefined })
    expect(changed).toMatchObject({ page_id: made['page_id'], page_content: 'new', s_number: '3' })
    expect(await alice.api.page.history({ page_id: made['page_id'] as string, brief: '0' })).toMatchObject([
      { page_content: page.page_content },
    ])
    const { menu } = await alice.api.item.info({ item_id })
    expect(menu.catalogs).toMatchObject([{ cat_name: 'v2', catalogs: [{ cat_name: 'Orders', pages: [{ page_title: 'Create' }] }] }])
  })

  it('reads the tree, creates a catalog, uploads a file, and deletes a page', async () => {
    const { data: catalog } = (await json('open/createCatalog', { ...keys, cat_name: 'Assets' })) as Row
    const { data: page } = await push({ cat_name: 'Assets', page_title: 'Logo', page_content: 'x' })
    expect(page['cat_id']).toBe(catalog['cat_id'])
    const sent = await upload('open/uploadAttachment', { ...keys, page_id: page['page_id'] as string }, 'notes.txt', 'text')
    expect(sent).toMatchObject({ error_code: 0, data: { sign: expect.any(String), file_id: expect.stringMatching(/^\d+$/) } })
    const { data: menu } = (await json('open/getCatalogTree', keys)) as unknown as { data: { catalogs: { cat_name: string }[] } }
    expect(menu.catalogs.map((one) => one.cat_name).sort()).toEqual(['Assets', 'v2'])
    expect(await json('open/deletePage', { ...keys, page_id: page['page_id'] as string })).toMatchObject({ error_code: 0 })
    expect(await alice.api.recycle.getList({ item_id })).toMatchObject([{ page_title: 'Logo' }])
  })

  it('is refused outside its item and without the right pair', async () => {
    const elsewhere = await aPage(alice, await anItem(alice))
    expect(await json('open/getPage', { ...keys, page_id: elsewhere })).toMatchObject({ error_code: 10101, data: null })
    for (const wrong of [{ api_token: 'x' }, { api_key: 'x' }, { api_token: '' }, { api_token: ['x'] }, { api_token: { $ne: 'x' } }])
      expect((await json('item/updateByApi', { ...keys, page_title: 'x', page_content: 'x', ...wrong })).error_code).toBeGreaterThan(0)
    const byLink = await fetch(`${await url('item/updateByApi')}&${new URLSearchParams({ ...keys, page_title: 'x', page_content: 'x' })}`)
    expect(byLink.status).toBe(405)
    await alice.api.item.resetKey({ item_id })
    expect(await push({ page_title: 'late', page_content: 'x' })).toMatchObject({ error_code: 10306 })
  })
})
