// @vitest-environment jsdom
import '../../test/browser.ts'
import { expect, it } from 'vitest'
import { applicationPath } from './links.ts'

const here = 'https://docs.example.com/orders/7'

it.each([
  ['/12/34', '/12/34'],
  ['/12/34?q=x#part', '/12/34?q=x#part'],
  ['https://docs.example.com/web/#/12/34', '/12/34'],
  ['/web/#/orders', '/orders'],
  ['#/12/34', '/12/34'],
  ['#/12?page_id=34', '/12/34'],
  ['#/p/k1', '/p/k1'],
  ['#/item/index', undefined],
  ['#//evil.test/1', undefined],
  ['https://other.example.com/web/#/12/34', undefined],
  ['/server/index.php?s=/api/attachment/visitFile/sign/ab', undefined],
])('resolves %s to %s', (href, path) => {
  expect(applicationPath(href, '', here)).toBe(path)
})
