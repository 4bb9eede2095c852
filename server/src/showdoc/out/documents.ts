import { deflateSync } from 'node:zlib'
import { SHARED_LISTS, SHARED_SCRIPTS } from '@sheaf/contract'
import { sharedIn } from '../../item/item.rules.ts'
import { type Copy, copy } from './copy.ts'
import { chinaTime, escaped } from './escaped.ts'

/** Items and what is in them. */
export const documents: Copy[] = [
  copy(
    'item',
    'item',
    [
      'item_id',
      'item_name',
      'item_description',
      'item_domain',
      'item_type',
      'uid',
      'password_hash',
      'is_archived',
      'is_del',
      'del_time',
      'addtime',
      'last_update_time',
    ],
    ({ password_hash, del_time, ...item }, known) =>
      known.isItem(item.item_id)
        ? [
            {
              ...item,
              item_name: escaped(item.item_name),
              item_description: escaped(item.item_description),
              username: known.username(item.uid),
              password: password_hash === '' ? '' : known.newVisitPassword(),
              // ShowDoc counts the days of a deleted item from its last change.
              last_update_time: item.is_del ? del_time : item.last_update_time,
            },
          ]
        : [],
  ),
  copy('item', 'runapi_global_param', ['item_id', 'global_param', 'addtime'], ({ item_id, global_param, addtime }, known) => {
    if (!known.isItem(item_id) || global_param === '') return []
    const [shared, made] = [sharedIn(global_param), chinaTime(addtime)]
    return [...SHARED_LISTS, ...SHARED_SCRIPTS].map((param_type) => {
      const value = shared[param_type]
      const content_json_str = typeof value === 'string' ? value : JSON.stringify(value)
      return { item_id, param_type, content_json_str: escaped(content_json_str), addtime: made, last_update_time: made }
    })
  }),
  copy(
    'catalog',
    'catalog',
    ['cat_id', 'cat_name', 'item_id', 's_number', 'addtime', 'parent_cat_id', 'level'],
    ({ cat_name, ...catalog }, known) => (known.isItem(catalog.item_id) ? [{ ...catalog, cat_name: escaped(cat_name) }] : []),
  ),
  copy(
    'page',
    'page',
    [
      'page_id',
      'author_uid',
      'author_username',
      'item_id',
      'cat_id',
      'page_title',
      'page_content',
      's_number',
      'addtime',
      'page_comments',
      'is_del',
    ],
    ({ author_username, page_title, page_content, page_comments, ...page }, known) =>
      known.isItem(page.item_id)
        ? [
            {
              ...page,
              author_username: escaped(author_username),
              page_title: escaped(page_title),
              page_content: escaped(page_content),
              page_comments: escaped(page_comments),
            },
          ]
        : [],
  ),
  copy(
    'page_history',
    'page_history',
    [
      'page_history_id',
      'page_id',
      'author_uid',
      'author_username',
      'item_id',
      'cat_id',
      'page_title',
      'page_content',
      'base_id',
      's_number',
      'addtime',
      'page_comments',
    ],
    async ({ page_content, base_id, ...row }, known) => {
      if (!known.isItem(row.item_id)) return []
      const text = escaped(await known.state({ base_id, page_content }))
      return [
        {
          ...row,
          author_username: escaped(row.author_username),
          page_title: escaped(row.page_title),
          page_content: deflateSync(text).toString('base64'),
          page_comments: escaped(row.page_comments),
        },
      ]
    },
  ),
  // 2.9 knows no end of a link: what has ended stays closed, and of what will end the operator is told.
  copy('page_link', 'single_page', ['page_id', 'unique_key', 'until'], ({ until, ...link }, known) =>
    until === 0 || known.willEnd(link.page_id, until) ? [link] : [],
  ),
  copy(
    'mock',
    'mock',
    ['id', 'unique_key', 'uid', 'page_id', 'item_id', 'view_times', 'template', 'path', 'addtime', 'last_update_time'],
    (mock) => [
      {
        ...mock,
        template: escaped(mock.template),
        path: escaped(mock.path),
        addtime: chinaTime(mock.addtime),
        last_update_time: chinaTime(mock.last_update_time),
      },
    ],
  ),
  copy('recycle', 'recycle', ['id', 'item_id', 'page_id', 'page_title', 'del_by_uid', 'del_by_username', 'del_time'], (row) => [
    { ...row, page_title: escaped(row.page_title), del_by_username: escaped(row.del_by_username) },
  ]),
  copy('item_key', 'item_token', ['id', 'item_id', 'api_key', 'api_token', 'addtime', 'last_check_time'], (key) => [key]),
]
