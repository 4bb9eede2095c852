import { appRoutes, readingRoutes } from '@sheaf/contract/routes'
import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { pathInHash, paths, safeRedirect } from './paths.ts'

it('builds addresses', () => {
  expect(paths.item({ item_id: '7', item_domain: '' })).toBe('/7')
  expect(paths.page({ item_id: '7', item_domain: 'orders' }, 42)).toBe('/orders/42')
  expect(paths.login('/7/42?a=1')).toBe('/user/login?redirect=%2F7%2F42%3Fa%3D1')
  expect(paths.edit(7, 0, { cat_id: 3 })).toBe('/page/edit/7/0?cat_id=3')
})

const routes = [...appRoutes, ...readingRoutes].map((path) => ({ path }))
const item = { item_id: '7', item_domain: 'orders' }
const { home, login, register, resetPassword, linkAccount, setting, items, addItem, page, found, sheet, pageByKey, pageById } = paths
const { itemPassword, itemSetting, exportItem, exportPrint, catalog, itemGroups, edit, diff, notices, teams, teamMembers, teamItems } =
  paths

it.each([
  home(),
  login('/7'),
  register(),
  resetPassword(),
  linkAccount(),
  setting(),
  items(),
  addItem('copy'),
  paths.item(item),
  page(item, 42),
  found('/7/42', { q: 'a' }),
  sheet(item, 42, { history_id: 3 }),
  pageByKey('k1'),
  pageById(42),
  itemPassword(7),
  itemSetting(7, 'api'),
  exportItem(7),
  exportPrint(7, { cat_id: 3 }),
  catalog(7),
  itemGroups(2),
  edit(7, 0),
  diff(42, 3),
  notices('unread'),
  teams(),
  teamMembers(4),
  teamItems(4),
  paths.attachments(),
  paths.admin('users'),
])('%s is the route of a screen', (address) => {
  const [found] = matchRoutes(routes, address.split('?')[0] as string) ?? []
  expect(found?.route.path).toBeDefined()
  // A mistyped address would match the route of an item.
  const isItems = /^\/(7|orders)(\/|$|\?)/.test(address)
  expect(found?.route.path.startsWith('/:item')).toBe(isItems)
})

it.each(['/7/42', '/7/42?x=1#top', '/item/index'])('accepts the redirect target %s', (target) => {
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
])('rejects the redirect target %j', (target) => {
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
])('the old address %s leads to %s', (hash, path) => {
  expect(pathInHash(hash)).toBe(path)
})
