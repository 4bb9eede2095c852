import { paths } from '../lib/paths.ts'
import type { View } from './article-view.tsx'
import type { Info } from './item-tree.ts'

/** Where whoever reads a page may go to write; what they may not has no address. */
export function waysOf(info: Info, view: View | undefined) {
  const regular = info.item_type !== '2' && info.item_type !== '4'
  const mayEdit = info.item_edit && info.is_archived !== '1'
  const place = view?.cat_id && view.cat_id !== '0' ? { cat_id: view.cat_id } : {}
  const mayAdd = mayEdit && regular
  return {
    regular,
    mayEdit,
    newPage: mayAdd ? paths.edit(info.item_id, 0, place) : undefined,
    copyPage: mayAdd && view ? paths.edit(info.item_id, 0, { copy_page_id: view.page_id, ...place }) : undefined,
    edit: mayEdit && view && info.item_type !== '4' ? paths.edit(info.item_id, view.page_id) : undefined,
  }
}
