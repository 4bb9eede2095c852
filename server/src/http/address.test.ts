import { expect, it } from 'vitest'
import { servedAt } from './address.ts'

it.each([
  ['/api/item/info?item_id=7', '/api/item/info?item_id=7'],
  ['/API/Item/INFO?item_id=7', '/api/item/info?item_id=7'],
  ['/api/page_feedback/getStat', '/api/pagefeedback/getstat'],
  ['/server/index.php?s=/api/page_feedback/submit', '/api/pagefeedback/submit'],
  ['/server/api/item/info?item_id=7', '/api/item/info?item_id=7'],
  ['/server/index.php?s=/api/item/info&item_id=7', '/api/item/info?item_id=7'],
  ['/server/?s=/api/item/info&item_id=7', '/api/item/info?item_id=7'],
  ['/index.php?s=%2Fapi%2Fitem%2Finfo&item_id=7', '/api/item/info?item_id=7'],
  ['/server/index.php?item_id=7&s=/api/item/info', '/api/item/info?item_id=7'],
  ['/server/index.php?s=/api/attachment/visitFile/sign/ab12&showdoc=.jpg', '/api/attachment/visitfile?showdoc=.jpg&sign=ab12'],
  ['/server/?s=/api/attachment/visitFile&sign=ab12', '/api/attachment/visitfile?sign=ab12'],
  ['/server/index.php/api/attachment/visitFile/sign/ab12', '/api/attachment/visitfile?sign=ab12'],
  ['/server/index.php/Api/Item/info?item_id=7', '/api/item/info?item_id=7'],
  ['/Public/Uploads/2026-11-20/6b00.png', '/api/attachment/visitfile?uploaded=2026-11-20%2F6b00.png'],
  ['/server/../Public/Uploads/2026-11-20/6b00.png?x=1', '/api/attachment/visitfile?uploaded=2026-11-20%2F6b00.png'],
  ['/Public/Uploads/a%20b/%E5%9B%BE.png', '/api/attachment/visitfile?uploaded=a+b%2F%E5%9B%BE.png'],
  ['/Public/Uploads/', '/Public/Uploads/'],
  ['//server/index.php?s=/api/item/info&item_id=7', '/api/item/info?item_id=7'],
  ['/server//index.php?s=/api/item/info&item_id=7', '/api/item/info?item_id=7'],
  ['//server//api/item/info', '/api/item/info'],
  ['//api/item/info?item_id=7', '/api/item/info?item_id=7'],
  ['/server/index.php?s=//api/item/info/&item_id=7', '/api/item/info?item_id=7'],
  ['//evil.test/api/item/info', '//evil.test/api/item/info'],
  ['/api/item/page/edit?x=1', '/api/item/editpage?x=1'],
  ['/server/api/Item/Page/Edit', '/api/item/editpage'],
  ['/server/index.php?s=/api/item/page/edit&x=1', '/api/item/editpage?x=1'],
  ['/server/?s=/Api/Item/page/edit/x/1', '/api/item/editpage?x=1'],
  ['/api/item/page/other', '/api/item/page/other'],
])('%s', (given, served) => {
  expect(servedAt(given, '')).toBe(served)
})

it('removes the base path and changes no other address', () => {
  expect(servedAt('/12/34?x=1', '')).toBe('/12/34?x=1')
  expect(servedAt('/docs/api/item/info', '/docs')).toBe('/api/item/info')
  expect(servedAt('/docs', '/docs')).toBe('/')
  expect(servedAt('/docs//server/index.php?s=/api/item/info', '/docs')).toBe('/api/item/info')
  expect(servedAt('//docs/api/item/info', '/docs')).toBe('/outside')
  expect(servedAt('/docsy/api/item/info', '/docs')).toBe('/outside')
})

it.each(['/api//item/info', '/api/item/info/', '/api/item/info;x', '/api/item%2finfo', '/api/item\\info'])(
  'does not treat %s as a call',
  (url) => {
    expect(servedAt(url, '')).toBe(url)
  },
)

it.each([
  ['/mock-data/ab12', '/api/mock/infobykey?unique_key=ab12'],
  ['/mock-data/ab12?unique_key=x', '/api/mock/infobykey?unique_key=ab12'],
  ['/server/index.php?s=/mock-data/ab12', '/api/mock/infobykey?unique_key=ab12'],
  ['/mock-path/7&path=/orders/list', '/api/mock/infobypath?item_id=7&path=%2Forders%2Flist'],
  ['/mock-path/7/orders/list?path=/x&item_id=8', '/api/mock/infobypath?item_id=7&path=%2Forders%2Flist'],
  ['/mock-path/7/a%20b%2', '/api/mock/infobypath?item_id=7&path=%2Fa%2520b%252'],
  ['/mock-path/7/a%20b', '/api/mock/infobypath?item_id=7&path=%2Fa+b'],
  ['/mock-path/7', '/api/mock/infobypath?item_id=7&path=%2F'],
  ['/server/index.php?s=/mock-path/7&path=/orders/list', '/api/mock/infobypath?item_id=7&path=%2Forders%2Flist'],
  ['/server/index.php?s=%2Fmock-path%2F7%2Fa%252520', '/api/mock/infobypath?item_id=7&path=%2Fa%252520'],
  ['/server/mock-data/ab12', '/api/mock/infobykey?unique_key=ab12'],
  ['/server/index.php/mock-data/ab12', '/api/mock/infobykey?unique_key=ab12'],
  ['/mock-data/', '/mock-data/'],
  ['/mock-data/ab12/x', '/mock-data/ab12/x'],
  ['/mock-other/7', '/mock-other/7'],
])('serves the mock address %s as %s', (given, served) => {
  expect(servedAt(given, '')).toBe(served)
})

it('serves mocks below a base path', () => {
  expect(servedAt('/docs/mock-path/7/x', '/docs')).toBe('/api/mock/infobypath?item_id=7&path=%2Fx')
  expect(servedAt('/mock-data/ab12', '/docs')).toBe('/outside')
})
