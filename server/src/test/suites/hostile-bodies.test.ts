import { gzipSync } from 'node:zlib'
import { everyCall } from '@sheaf/contract'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { anItem } from '../given.ts'
import { onOneDatabase, type Person } from '../product.ts'
import { families } from '../samples/hostile-bodies.ts'

const SMALL = 2048
/** Above this a body is read in a thread. */
const LARGE = 200 * 1024
const calls = everyCall().map(([group, action, call]) => ({ path: `${group}/${action}`, call }))
/** Of a stranger a body is read as that of a user; what differs is when they are refused, and that is the same for calls of one kind. */
const seen = new Set<string>()
const forStrangers = new Set(
  calls.filter(({ call }) => {
    const kind = [call.access, call.files, call.open, call.body].join()
    return !seen.has(kind) && seen.add(kind)
  }),
)

const others: Record<string, { type: string; body: Buffer | string; headers?: Record<string, string> }> = {
  'a compressed body': {
    type: 'application/json',
    body: gzipSync(Buffer.alloc(1024 * 1024, '{"a":')),
    headers: { 'content-encoding': 'gzip' },
  },
  'multipart without an end': { type: 'multipart/form-data; boundary=b', body: '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx' },
  'multipart without a boundary': { type: 'multipart/form-data', body: '--b\r\n' },
  'multipart with __proto__': {
    type: 'multipart/form-data; boundary=b',
    body: '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
  },
  'a form with NULs': { type: 'application/x-www-form-urlencoded', body: '%00=%00&item_id=%00&page_title=\0&username=%ED%A0%80' },
  'an unknown type': { type: 'x/y; charset=utf-7', body: '\0\x01\xff' },
}

onOneDatabase('bodies that were made to do harm', (product) => {
  let alice: Person
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })
  const small = Object.values(families).map(({ type, make }) => ({ type, body: make(SMALL), headers: {} }))
  const post = (path: string, { type, body, headers = {} }: (typeof others)[string], who?: Person) =>
    product.send({
      method: 'POST',
      url: `/api/${path}`,
      payload: body,
      headers: { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...headers, 'content-type': type },
    })

  /** An answer in our words: no fault of ours, and nothing of what is inside. */
  function isClean({ statusCode, body }: LightMyRequestResponse, what: string) {
    expect(statusCode, what).toBeLessThan(500)
    expect(body, what).not.toMatch(/\bat .+:\d+:\d+|node_modules|SQLITE|syntax error|ENOENT|heap/)
  }

  const all = [...small, ...Object.values(others)]
  const answers = async (path: string, bodies: typeof all, sender?: Person) => {
    for (const one of bodies) isClean(await post(path, one, sender), `${one.type} ${String(one.body).slice(0, 60)}`)
  }

  it.each(calls)('$path answers each of them in its own words', async ({ path }) => {
    await answers(path, all, path === 'user/logout' ? await product.user('leaver') : alice)
  })

  it.each([...forStrangers])('$path answers each of them a stranger in its own words', ({ path }) => answers(path, all))

  it.each(Object.entries(families))('%s is refused or taken in a thread, too', async (_name, { type, make }) => {
    for (const path of ['page/save', 'open/updatePage', 'open/fromComments', 'catalog/batUpdate'])
      isClean(await post(path, { type, body: make(LARGE) }, alice), path)
  })

  it('leave everything as it was, and the server at work', async () => {
    expect((await product.send({ url: '/healthz' })).json()).toEqual({ ok: true })
    expect((await alice.api.item.info({ item_id })).menu.pages).toEqual([])
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})
