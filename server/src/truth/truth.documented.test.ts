import { expect, it } from 'vitest'
import { isRequestOf } from './truth.documented.rules.ts'

it.each([
  ['GET', '{{host}}/orders/7', true],
  ['GET', '{{host}}/v2/orders/7?full=1#x', true],
  ['GET', 'https://api.example.com/orders/{{id}}/', true],
  ['GET', '/orders/7', true],
  ['POST', '{{host}}/orders/7', false],
  ['GET', '{{host}}/orders', false],
  ['GET', '{{host}}/orders/7/lines', false],
  ['GET', '{{host}}/users/7', false],
  ['GET', '{{host}}/orders//', false],
  ['GET', 'https://orders/7', false],
  ['GET', '', false],
])('%s %s is a request of GET /orders/{id}: %s', (method, address, isOne) => {
  expect(isRequestOf({ method, address }, { method: 'GET', path: '/orders/{id}' })).toBe(isOne)
})

it('takes any text for a step with a variable, and ends with hostile addresses', () => {
  expect(isRequestOf({ method: 'GET', address: '{{h}}/a/b.json' }, { method: 'GET', path: '/a/{id}.json' })).toBe(true)
  for (const address of ['/'.repeat(100_000), '{{'.repeat(50_000), `https://${'?'.repeat(100_000)}`, '#'.repeat(100_000)])
    expect(isRequestOf({ method: 'GET', address }, { method: 'GET', path: '/a' })).toBe(false)
})
