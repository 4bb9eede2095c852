import { contract } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { encoderOf } from './encode.ts'

it('writes ids as digit strings, dates in the site’s time zone, and only declared fields', () => {
  const write = encoderOf(contract.user.info.output, 'UTC')
  const row = {
    uid: 7,
    username: 'a"b',
    name: '',
    email: '',
    email_verify: 0,
    groupid: 2,
    avatar: '',
    avatar_small: '',
    password_hash: 'secret',
  }
  expect(JSON.parse(write(row as never))).toEqual({
    uid: '7',
    username: 'a"b',
    name: '',
    email: '',
    email_verify: '0',
    groupid: '2',
    avatar: '',
    avatar_small: '',
  })
  const list = encoderOf(contract.catalog.catListGroup.output, 'Asia/Shanghai')
  const node = { cat_id: 1, cat_name: 'A', item_id: 2, s_number: 99, parent_cat_id: 0, level: 2, addtime: 0, sub: [] as unknown[] }
  const tree = [{ ...node, addtime: 1_700_000_000, sub: [{ ...node, cat_id: 3, addtime: 1 }] }]
  expect(JSON.parse(list(tree as never))).toMatchObject([{ cat_id: '1', addtime: '2023-11-15 06:13:20', sub: [{ cat_id: '3', sub: [] }] }])
})

it('omits optional fields without a value', () => {
  const { menu } = contract.item.info.output.shape
  const page = { page_id: 1, author_uid: null, cat_id: 0, page_title: 'A', addtime: 2 }
  const pages = [page, { ...page, method: null }, { ...page, method: 'GET' }]
  const keys = '{"page_id":"1","author_uid":null,"cat_id":"0","page_title":"A","addtime":"2"'
  expect(encoderOf(menu, 'UTC')({ pages, catalogs: [] } as never)).toBe(
    `{"pages":[${keys}},${keys}},${keys},"method":"GET"}],"catalogs":[]}`,
  )
})

it('writes both alternatives of a union', () => {
  const write = encoderOf(contract.page.createSinglePage.output, 'UTC')
  expect(write([] as never)).toBe('[]')
  expect(write({ unique_key: 'k', page_id: 5 } as never)).toBe('{"unique_key":"k","page_id":5}')
})
