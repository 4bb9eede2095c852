import { expect, it } from 'vitest'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { placeOf } from './html.ts'

it.each<[url: string, place: string | undefined]>([
  ['/index.php', '/'],
  ['/server/index.php?lang=en', '/'],
  ['/index.php?s=/1', '/1'],
  ['/index.php?s=%2Fhandbook&page_id=4', '/handbook/4'],
  ['/index.php?s=/1&page_id=', '/1'],
  ['/index.php?s=/page/4', '/page/4'],
  ['/index.php?s=/home/item/show&item_id=1&page_id=4', '/1/4'],
  ['/index.php?s=/Home/Item/show&item_id=handbook', '/handbook'],
  ['/index.php?s=/uid/2', '/item/index'],
  ...['/uid/x', '/api', '/api/user', '//evil.test', '/evil.test', '/a%5cb', '/page/x', '/home/item/show'].map((s): [string, undefined] => [
    `/index.php?s=${s}`,
    undefined,
  ]),
])('%s redirects to %s', (url, place) => {
  expect(placeOf(url)).toBe(place)
})

onEachDatabase('a ShowDoc link', (product) => {
  const follow = (url: string) => product.send({ url, headers: { accept: 'text/html' } })

  it('redirects to the item and its page', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    const page_id = await aPage(alice, item_id)
    for (const entry of ['/index.php', '/server/index.php', '/server/']) {
      const reply = await follow(`${entry}?s=/home/item/show&item_id=${item_id}&page_id=${page_id}`)
      expect([reply.statusCode, reply.headers.location]).toEqual([302, `/${item_id}/${page_id}`])
    }
    expect((await follow(`/${item_id}/${page_id}`)).statusCode).toBe(200)
  })

  it('without a known target is not found, and an API call is still an API call', async () => {
    expect((await follow('/index.php?s=/uid/x')).statusCode).toBe(404)
    const call = await product.send({ url: '/index.php?s=/api/user', headers: { accept: 'application/json' } })
    expect([call.statusCode, call.json().error_code]).toEqual([404, 404])
    expect((await product.send({ url: '/server/index.php?s=/api/common/version' })).json().error_code).toBe(0)
  })
})
