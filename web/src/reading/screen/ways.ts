import { paths } from '../../lib/paths.ts'
import type { Info, Menu } from '../../tree/item-tree.ts'
import { placeFor, writesIn } from '../../tree/rights.ts'

/** What is known of the page in the address: from itself, or before it is here from the menu. */
type Known = Pick<Menu['pages'][number], 'page_id' | 'cat_id'>

/** Where whoever reads a page may go to write; what they may not has no address. */
export function waysOf(info: Info, page: Known | undefined) {
  const regular = info.item_type !== '2' && info.item_type !== '4'
  const mayEdit = page !== undefined && writesIn(info, page.cat_id)
  const place = placeFor(info, page?.cat_id ?? '0')
  const mayAdd = regular && place !== undefined
  const inside = place && place !== '0' ? { cat_id: place } : {}
  return {
    regular,
    /** This page. */
    mayEdit,
    newPage: mayAdd ? paths.edit(info.item_id, 0, inside) : undefined,
    copyPage: mayAdd && page ? paths.edit(info.item_id, 0, { copy_page_id: page.page_id, ...inside }) : undefined,
    edit: mayEdit && info.item_type !== '4' ? paths.edit(info.item_id, page.page_id) : undefined,
  }
}
