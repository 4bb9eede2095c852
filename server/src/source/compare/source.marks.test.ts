import { beforeAll, expect, it } from 'vitest'
import { marksOf } from '../../content/mark.store.ts'
import { anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { description, orders } from '../test/orders.ts'

onEachDatabase('fields that are new or changed lately', (product) => {
  let alice: TestUser
  let item_id: string
  let source_id: string
  let page_id: string
  const file = (maximum?: number, name = 'quantity') => {
    const text = description(orders.map((one) => (one.id === 'createOrder' && maximum ? { ...one, maximum } : one))).toString()
    return {
      name: 'o.json',
      bytes: Buffer.from(text.replace('"properties":{"quantity"', `"properties":{"${name}":{"type":"string"},"quantity"`)),
    }
  }
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    const { data } = (await product.upload(alice, 'source/add', { item_id, name: 'orders' }, file(9, 'zone'))).json()
    source_id = data.source_id
    page_id = (await alice.api.item.search({ item_id, keyword: 'pieces' })).pages?.[0]?.page_id ?? ''
  })
  const marks = async (language = 'en') => {
    const { html } = await alice.api.page.view({ page_id, language })
    return [...html.matchAll(/id="([^"]+)"[^>]*>\n<div class="phead">(?:(?!<div).)*<span class="lately" title="([^"]+)">([^<]+)/gs)].map(
      ([, ...found]) => found.join(' | '),
    )
  }

  it('have a mark with the date and the version in both languages for 14 days, on the screen only', async () => {
    expect(await marks()).toEqual([])
    await product.upload(alice, 'source/push', { source_id, label: '2.0' }, file(5, 'area'))
    const today = new Date(product.server.services.now() * 1000).toISOString().slice(0, 10)
    expect(await marks()).toEqual([
      `body.area | New since ${today}, version 2.0 | new`,
      `body.quantity | Changed since ${today}, version 2.0 | changed`,
    ])
    expect(await marks('zh')).toEqual([
      `body.area | 自 ${today} 的版本 2.0 起新增 | 新增`,
      `body.quantity | 自 ${today} 的版本 2.0 起有变更 | 有变更`,
    ])
    const { page_content } = await alice.api.page.info({ page_id })
    expect(page_content).not.toContain('2.0')
    const { store, now } = product.server.services
    const after = (days: number) => marksOf(store, { item_id: Number(item_id), page_id: Number(page_id) }, now() + days * 86_400, 'UTC')
    expect(await after(13)).toHaveLength(2)
    expect(await after(15)).toBeUndefined()
  })
})
