import { expect, it } from 'vitest'
import { servedAt } from './address.ts'

it.each([
  ['/api/item/info?item_id=7', '/api/item/info?item_id=7'],
  ['/API/Item/INFO?item_id=7', '/api/item/info?item_id=7'],
  ['/server/api/item/info?item_id=7', '/api/item/info?item_id=7'],
  ['/server/index.php?s=/api/item/info&item_id=7', '/api/item/info?item_id=7'],
  ['/server/?s=/api/item/info&item_id=7', '/api/item/info?item_id=7'],
  ['/index.php?s=%2Fapi%2Fitem%2Finfo&item_id=7', '/api/item/info?item_id=7'],
  ['/server/index.php?item_id=7&s=/api/item/info', '/api/item/info?item_id=7'],
  ['/server/index.php?s=/api/attachment/visitFile/sign/ab12&showdoc=.jpg', '/api/attachment/visitfile?showdoc=.jpg&sign=ab12'],
])('%s', (given, served) => {
  expect(servedAt(given, '')).toBe(served)
})

it('leaves the rest alone and takes the base path off', () => {
  expect(servedAt('/12/34?x=1', '')).toBe('/12/34?x=1')
  expect(servedAt('/docs/api/item/info', '/docs')).toBe('/api/item/info')
  expect(servedAt('/docs', '/docs')).toBe('/')
  expect(servedAt('/docsy/api/item/info', '/docs')).toBe('/outside')
})

it.each(['/api//item/info', '/api/item/info/', '/api/item/info;x', '/api/item%2finfo', '/api/item\\info'])('%s is no call', (url) => {
  expect(servedAt(url, '')).toBe(url)
})
