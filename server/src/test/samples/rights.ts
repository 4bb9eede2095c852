import { aCatalog, aFile, anItem, aPage } from '../given.ts'
import type { Product, TestUser } from '../product.ts'

/*
 * The expected results of some calls; test/matrix/rules.ts has the complete permission matrix. The columns are roles, in this order.
 * V and Vk: visitor without and with the password. U: user without a right. R: reader. CR and CE: reader and editor of one catalog.
 * E: editor. T0, T1 and Tc: reader, editor and editor of one catalog through a team. W: a narrow and a wide right together.
 * O: owner. A: administrator. Y: allowed. L: needs a login. P: password screen. N: no right. M: missing.
 */
export const roles = ['V', 'Vk', 'U', 'R', 'CR', 'CE', 'E', 'T0', 'T1', 'Tc', 'W', 'O', 'A'] as const
export type Name = (typeof roles)[number]
export const codes: Record<string, number> = { L: 10102, P: 10303, N: 10103, M: 10101 }

export interface Place {
  item_id: string
  /** The catalog of the scoped roles, one below it, and another one. */
  own: string
  below: string
  other: string
  pages: Record<'own' | 'below' | 'other' | 'root', string>
  files: Record<'own' | 'other', string>
}
/** Creates what a row changes, as the owner, so that every role finds it unchanged. */
export interface Fresh {
  page: (cat_id: string) => Promise<string>
  /** A catalog at the root with a page of the owner. */
  catalog: () => Promise<string>
}
export type RightsCall = (api: TestUser['api'], place: Place, fresh: Fresh) => Promise<unknown>

const text = { page_title: 'T', page_content: 'C' }
export const rows: [name: string, allowed: string, ask: RightsCall][] = [
  ['item/info', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.item.info({ item_id })],
  ['page/info below the scope', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { pages }) => api.page.info({ page_id: pages.below })],
  ['page/info outside the scope', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.info({ page_id: pages.other })],
  ['page/info at the root', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.info({ page_id: pages.root })],
  ['page/view in the scope', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { pages }) => api.page.view({ page_id: pages.own })],
  ['page/view outside the scope', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.view({ page_id: pages.other })],
  ['page/uploadList in the scope', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { pages }) => api.page.uploadList({ page_id: pages.own })],
  ['page/uploadList outside the scope', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.uploadList({ page_id: pages.other })],
  ['item/search', 'L L P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.item.search({ item_id, keyword: 'C' })],
  ['catalog/catListName', 'L L P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.catalog.catListName({ item_id })],
  ['catalog/catListGroup', 'L L P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.catalog.catListGroup({ item_id })],
  [
    'getPagesBycat in the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, own }) => api.catalog.getPagesBycat({ item_id, cat_id: own }),
  ],
  [
    'getPagesBycat outside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.catalog.getPagesBycat({ item_id, cat_id: other }),
  ],
  ['getPagesBycat of the root', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.catalog.getPagesBycat({ item_id })],
  [
    'a new page below the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, below }) => api.page.save({ item_id, cat_id: below, ...text }),
  ],
  [
    'a new page outside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.page.save({ item_id, cat_id: other, ...text }),
  ],
  ['a new page at the root', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.page.save({ item_id, ...text })],
  ['a page saved in the scope', 'L L N N N Y Y N Y Y Y Y Y', (api, { pages }) => api.page.save({ page_id: pages.own, ...text })],
  ['a page saved outside the scope', 'L L N N N N Y N Y N Y Y Y', (api, { pages }) => api.page.save({ page_id: pages.other, ...text })],
  [
    'a page moved out',
    'L L N N N N Y N Y N Y Y Y',
    async (api, { own, other }, fresh) => api.page.save({ page_id: await fresh.page(own), cat_id: other, ...text }),
  ],
  [
    'a page moved in',
    'L L N N N N Y N Y N Y Y Y',
    async (api, { own, other }, fresh) => api.page.save({ page_id: await fresh.page(other), cat_id: own, ...text }),
  ],
  [
    'a page moved below',
    'L L N N N Y Y N Y Y Y Y Y',
    async (api, { own, below }, fresh) => api.page.save({ page_id: await fresh.page(own), cat_id: below, ...text }),
  ],
  [
    'a page of others deleted',
    'L L P P P P P P P P P Y Y',
    async (api, { own }, fresh) => api.page.delete({ page_id: await fresh.page(own) }),
  ],
  [
    'a link in the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { pages }) => api.page.createSinglePage({ page_id: pages.own, isCreateSiglePage: '1' }),
  ],
  [
    'a link outside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { pages }) => api.page.createSinglePage({ page_id: pages.other, isCreateSiglePage: '1' }),
  ],
  [
    'a new catalog in the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, own }) => api.catalog.save({ item_id, parent_cat_id: own, cat_name: 'N' }),
  ],
  ['a new catalog at the root', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.catalog.save({ item_id, cat_name: 'N' })],
  [
    'a new catalog outside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.catalog.save({ item_id, parent_cat_id: other, cat_name: 'N' }),
  ],
  [
    'a catalog renamed below',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, own, below }) => api.catalog.save({ item_id, cat_id: below, parent_cat_id: own, cat_name: 'R' }),
  ],
  [
    'a catalog renamed outside',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.catalog.save({ item_id, cat_id: other, cat_name: 'R' }),
  ],
  [
    'a catalog deleted outside',
    'L L N N N N N N N N N Y Y',
    async (api, { item_id }, fresh) => api.catalog.delete({ item_id, cat_id: await fresh.catalog() }),
  ],
  ['item/detail', 'L L P P P P P P P P P Y Y', (api, { item_id }) => api.item.detail({ item_id })],
  ['item/update', 'L L P P P P P P P P P Y Y', (api, { item_id }) => api.item.update({ item_id, item_name: 'CNRY-item' })],
  ['a copy', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.item.add({ copy_item_id: item_id, item_name: 'Copy' })],
]
export const files: [keyof Place['files'], string][] = [
  ['own', 'M Y M Y Y Y Y Y Y Y Y Y Y'],
  ['other', 'M Y M Y M M Y Y Y M Y Y Y'],
]

/** A private item with everything that the rows name. Its secret texts begin with CNRY. */
export async function aPlace(product: Product, owner: TestUser): Promise<Place> {
  const item_id = await anItem(owner, { item_name: 'CNRY-item', item_description: 'CNRY-text', password: 'sesame' })
  const [own, other] = [await aCatalog(owner, item_id, 'CNRY-own'), await aCatalog(owner, item_id, 'CNRY-other')]
  const below = await aCatalog(owner, item_id, 'CNRY-below', own)
  const page = (cat_id: string) => aPage(owner, item_id, { cat_id, page_title: 'CNRY-page', page_content: 'CNRY-content C' })
  const pages = { own: await page(own), below: await page(below), other: await page(other), root: await page('0') }
  const file = (page_id: string) => aFile(product, item_id, Buffer.from('CNRY-file'), { owner, page_id, name: 'CNRY-name' })
  return { item_id, own, other, below, pages, files: { own: await file(pages.own), other: await file(pages.other) } }
}
