import { readingRoutes, screenSegments } from '@sheaf/contract/routes'
import { expect, it } from 'vitest'
import { currentItemAt } from './here.ts'

it.each([
  ['/12', { item: '12' }],
  ['/orders/48', { item: 'orders', page_id: '48' }],
  ['/page/edit/12/48', { item: '12', page_id: '48' }],
  ['/page/edit/12/0', { item: '12' }],
  ['/item/setting/12', { item: '12' }],
  ['/catalog/12', { item: '12' }],
  ['/', undefined],
  ['/item/index', undefined],
  ['/item/password/12', undefined],
  ['/team/member/3', undefined],
  ['/p/abcdef', undefined],
  ['/page/48', undefined],
  ['/some/where/else', undefined],
])('%s', (path, here) => {
  expect(currentItemAt(path)).toEqual(here && { page_id: undefined, ...here })
})

it('does not treat a screen as an item', () => {
  expect([...screenSegments].filter((first) => currentItemAt(`/${first}`) || currentItemAt(`/${first}/12`)?.item === first)).toEqual([])
  expect([...screenSegments]).toEqual(expect.arrayContaining(['user', 'admin', 'attachment', 'p']))
  expect(readingRoutes).toContain('/:item')
})
