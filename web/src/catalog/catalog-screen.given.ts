import type { Info } from '../tree/item-tree.ts'

const page = (page_id: string, page_title: string, cat_id = '0') => ({ page_id, page_title, author_uid: '1', cat_id, addtime: '1' })
type Catalog = Info['menu']['catalogs'][number]
const catalog = (
  cat_id: string,
  cat_name: string,
  level: number,
  pages: Catalog['pages'],
  catalogs: Catalog[] = [],
  parent_cat_id = '0',
): Catalog => ({
  cat_id,
  cat_name,
  item_id: '7',
  s_number: '1',
  addtime: '1',
  parent_cat_id,
  level: String(level),
  pages,
  catalogs,
})

export const info: Info = {
  item_id: '7',
  item_domain: '',
  is_archived: '0',
  item_name: 'Order API',
  default_page_id: '',
  item_type: '1',
  unread_count: '0',
  default_cat_id2: '0',
  default_cat_id3: '0',
  default_cat_id4: '0',
  current_page_id: '',
  global_param: [],
  is_private: 0,
  edit_cats: null,
  owner_name: '',
  can_suggest: false,
  is_login: true,
  item_edit: true,
  item_manage: true,
  ItemPermn: true,
  ItemCreator: true,
  menu: {
    pages: [page('1', 'Overview'), page('2', 'Authentication')],
    catalogs: [
      catalog(
        '30',
        'Orders',
        2,
        [page('3', 'Create', '30')],
        [catalog('31', 'Lines', 3, [page('4', 'Add a line', '31')], [catalog('32', 'Discounts', 4, [], [], '31')], '30')],
      ),
      catalog('40', 'Stock', 2, [page('5', 'Reserve', '40')]),
    ],
  },
}

/** An item with the given number of pages, spread evenly over the given number of catalogs. */
export const large = (pages: number, catalogs: number): Info => ({
  ...info,
  menu: {
    pages: [],
    catalogs: Array.from({ length: catalogs }, (_, n) =>
      catalog(
        String(1000 + n),
        `Catalog ${n}`,
        2,
        Array.from({ length: pages / catalogs }, (_, k) => page(`${n}00${k}`, `Page ${n}.${k}`, String(1000 + n))),
      ),
    ),
  },
})
