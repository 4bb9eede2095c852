import { expect, it } from 'vitest'
import { describedIn, sourceNameOf } from './description-file.ts'

it.each([
  ['JSON', '\uFEFF {"info": {"version": "1.4.0", "title": "Order\\n Service"}, "paths": {}}', 'Order Service', '1.4.0'],
  ['JSON of an API', '{"openapi": "3.1.0", "info": {"title": "Orders"}}', 'Orders', '', { isApi: true }],
  ['JSON with a key of that name', '{"swagger": {"a": 1}}', '', ''],
  ['a long JSON file of an API', `{ "swagger": "2.0", "x": "${'x'.repeat(4 * 1024 * 1024)}" }`, '', '', { isApi: true }],
  ['JSON without them', '{"info": {"title": 3}}', '', ''],
  ['broken JSON', '{"info": {"title": "x"', '', ''],
  [
    'YAML',
    'openapi: 3.1.0\r\ninfo: # about\r\n  version: "2"\r\n  title: \'Order Service\'\r\npaths:\r\n  title: other\r\n',
    'Order Service',
    '2',
    { isApi: true },
  ],
  ['YAML with a folded title', 'info:\n  title: >\n    Order\n  version: 2.1\n', '', '2.1'],
  ['other text', 'Hello', '', ''],
])('reads title and version of %s', async (_, text, title, version, more?: { isApi: boolean }) => {
  expect(await describedIn(new File([text], 'a'))).toEqual({ title, version, ...more })
})

it('reads a title in the encoding of Chinese programs, and one of UTF-8 whose start ends within a character', async () => {
  const gbk = new Uint8Array([
    ...new TextEncoder().encode('{"info": {"title": "'),
    0xb6,
    0xa9,
    0xb5,
    0xa5,
    ...new TextEncoder().encode('"}}'),
  ])
  expect(await describedIn(new File([gbk], 'a.json'))).toEqual({ title: '订单', version: '' })
  for (const pad of ['', 'x', 'xx'])
    expect((await describedIn(new File([`info:\n  title: 订单\nx: ${pad}${'说'.repeat(40_000)}`], 'a.yaml'))).title).toBe('订单')
})

it.each([
  ['Order Service API', 'openapi.json', 'order-service'],
  ['API', 'orders v2.yaml', 'orders-v2'],
  ['订单', 'orders.yaml.gz', 'orders'],
  ['订单', '订单.json', 'api'],
  [`${'long '.repeat(20)}`, 'a.json', 'long-long-long-long-long-long-long-long'],
])('makes a name of %s', (title, file, name) => {
  expect(sourceNameOf(title, file)).toBe(name)
})
