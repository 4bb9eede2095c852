import { expect } from 'vitest'
import type { Site, TestUser } from './site.ts'

interface Menu {
  pages: { page_id: string; page_title: string }[]
  catalogs: Menu[]
}

/** An item of the user with the pages of an API description, which is a source named `orders`. */
export async function describedItem(site: Site, owner: TestUser, document: string) {
  const { item_id } = await owner.call<{ item_id: string }>('item/add', { item_name: 'Orders', password: '' })
  const file = { name: 'orders.json', mimeType: 'application/json', buffer: Buffer.from(document) }
  const added = await owner.context.request.post(`${site.url}/api/source/add`, {
    multipart: { item_id, name: 'orders', title: 'Orders', file },
  })
  expect(await added.json()).toMatchObject({ error_code: 0 })
  const { menu } = await owner.call<{ menu: Menu }>('item/info', { item_id })
  const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  return { item_id, idOf: (title: string) => pages.find((page) => page.page_title === title)?.page_id ?? '' }
}
