import type { Rooms } from '../context.ts'
import { attachments } from './open.attachment.ts'
import { catalogs, insertCatalogByKeys as insertCatalog } from './open.catalog.ts'
import { fromComments as generate } from './open.comments.ts'
import { editPage, pages } from './open.page.ts'
import { updateDbItem } from './open.tables.ts'

/** What programs do with the key and the token of an item. */
export const open: Rooms['open'] = { ...pages, ...catalogs, ...attachments, updateDbItem, fromComments: generate }
export const fromComments: Rooms['fromComments'] = { generate }
/** What they do under the name of the item. */
export const itemByKeys: Pick<Rooms['item'], 'updateByApi' | 'insertCatalog' | 'editPage'> = {
  updateByApi: pages.updateItem,
  insertCatalog,
  editPage,
}
