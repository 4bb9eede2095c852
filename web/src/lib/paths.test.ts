import { expect, it } from 'vitest'
import { pathInHash, paths, safeRedirect } from './paths.ts'

it('builds addresses', () => {
  expect(paths.item({ item_id: '7', item_domain: '' })).toBe('/7')
  expect(paths.page({ item_id: '7', item_domain: 'orders' }, 42)).toBe('/orders/42')
  expect(paths.login('/7/42?a=1')).toBe('/user/login?redirect=%2F7%2F42%3Fa%3D1')
  expect(paths.edit(7, 0, { cat_id: 3 })).toBe('/page/edit/7/0?cat_id=3')
})

it.each(['/7/42', '/7/42?x=1#top', '/item/index'])('goes back to %s', (target) => {
  expect(safeRedirect(target)).toBe(target)
})

it.each([
  '//evil.test',
  '/\\evil.test',
  'https:evil.test',
  'https://evil.test/7',
  'javascript:alert(1)',
  '/\t/evil.test',
  '/\n/evil.test',
  '/%09/evil.test/..//x'.replace('%09', '\t'),
  '',
  null,
  undefined,
])('never follows %j', (target) => {
  expect(safeRedirect(target)).toBe('/item/index')
})

it.each([
  ['#/p/k1', '/p/k1'],
  ['#/page/diff/12/3', '/page/diff/12/3'],
  ['#/7/42?x=1', '/7/42?x=1'],
  ['#/7?page_id=42', '/7/42'],
  ['#/shop/?lang=zh&page_id=42', '/shop/42'],
  ['#/7?page_id=0', '/7?page_id=0'],
  ['#/item/password/7?page_id=42', '/item/password/7?page_id=42'],
  ['#heading', undefined],
  ['#//evil.test/7', undefined],
  ['', undefined],
])('an address of before, %s, leads to %s', (hash, path) => {
  expect(pathInHash(hash)).toBe(path)
})
