import { gzipSync } from 'node:zlib'
import { everyCall } from '@sheaf/contract'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { anItem } from '../given.ts'
import { onOneDatabase, type TestUser } from '../product.ts'
import { families } from '../samples/hostile-bodies.ts'

const SMALL = 2048
/** Larger than the size above which a thread parses the body. */
const LARGE = 200 * 1024
const calls = everyCall().map(([group, action, call]) => ({ path: `${group}/${action}`, call }))
/** Anonymous requests differ only in when they are refused, which depends on the kind of call. One call of each kind is enough. */
const seen = new Set<string>()
const forVisitors = new Set(
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

onOneDatabase('hostile request bodies', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })
  const small = Object.values(families).map(({ type, make }) => ({ type, body: make(SMALL), headers: {} }))
  const post = (path: string, { type, body, headers = {} }: (typeof others)[string], who?: TestUser) =>
    product.send({
      method: 'POST',
      url: `/api/${path}`,
      payload: body,
      headers: { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...headers, 'content-type': type },
    })

  /** Expects no server error and no internals in the answer. */
  function isClean({ statusCode, body }: LightMyRequestResponse, what: string) {
    expect(statusCode, what).toBeLessThan(500)
    expect(body, what).not.toMatch(/\bat .+:\d+:\d+|node_modules|SQLITE|syntax error|ENOENT|heap/)
  }

  const all = [...small, ...Object.values(others)]
  const answers = async (path: string, bodies: typeof all, sender?: TestUser) => {
    for (const one of bodies) isClean(await post(path, one, sender), `${one.type} ${String(one.body).slice(0, 60)}`)
  }

  it.each(calls)('$path answers each of them without an internal error', async ({ path }) => {
    await answers(path, all, path === 'user/logout' ? await product.user('leaver') : alice)
  })

  it.each([...forVisitors])('$path answers each of them without a session and without an internal error', ({ path }) => answers(path, all))

  it.each(Object.entries(families))('%s is refused or accepted when a thread parses it', async (_name, { type, make }) => {
    for (const path of ['page/save', 'open/updatePage', 'open/fromComments', 'catalog/batUpdate'])
      isClean(await post(path, { type, body: make(LARGE) }, alice), path)
  })

  it('leave the data unchanged and the server running', async () => {
    expect((await product.send({ url: '/healthz' })).json()).toEqual({ ok: true })
    expect((await alice.api.item.info({ item_id })).menu.pages).toEqual([])
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})
