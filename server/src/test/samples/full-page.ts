import { aFile, aPage } from '../given.ts'
import type { Product, TestUser } from '../product.ts'

/** A page with two revisions, a file, a single-page link, a lock and a mock: everything a page can have. */
export async function aFullPage(product: Product, owner: TestUser, item_id: string, more: { cat_id?: string; word?: string } = {}) {
  const { cat_id = '0', word = 'unmistakable' } = more
  const page_id = await aPage(owner, item_id, { cat_id, page_title: 'First', page_content: 'one' })
  await owner.api.page.save({ page_id, page_title: 'Second', page_content: 'two' })
  const sign = await aFile(product, item_id, Buffer.from('0123456789'), { owner, page_id })
  await owner.api.page.save({ page_id, page_title: 'Full', page_content: `three ${word}` })
  const link = await owner.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  const { unique_key: mock_key } = await owner.api.mock.add({ page_id, template: '{"answered":1}', path: `/${page_id}` })
  await owner.api.page.setLock({ page_id, item_id })
  return { page_id, sign, unique_key: 'unique_key' in link ? link.unique_key : '', mock_key }
}
export type FullPage = Awaited<ReturnType<typeof aFullPage>>

/** Whether an anonymous visitor can open the three addresses that need no right. */
export async function seenByAddress({ send, visitor }: Product, { sign, unique_key, mock_key }: FullPage) {
  const bodies = await Promise.all(
    [`/api/attachment/visitFile?sign=${sign}`, `/mock-data/${mock_key}`].map(async (url) => (await send({ url })).body),
  )
  const shared = await visitor()
    .api.page.infoByKey({ unique_key })
    .then(
      ({ page_content }) => page_content,
      () => '',
    )
  return { file: bodies[0] === '0123456789', mock: bodies[1] === '{"answered":1}', link: shared.startsWith('three') }
}
