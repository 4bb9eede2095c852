import { errors } from '@sheaf/contract'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../digest.ts'
import { isForAll, onEachDatabase, onOneDatabase, type Product } from '../product.ts'
import { requestOf } from '../request.ts'
import { type EverySample, everySample } from '../samples/samples.ts'
import { makeWorld, type World, worldFor } from '../samples/samples.world.ts'

/** What a browser says of a request that another site makes it send. */
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://localhost:81' },
  { origin: 'https://localhost:80' },
  { referer: 'https://evil.test/?http://localhost:80/' },
  { referer: 'http://localhost:80.evil.test/' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' },
]
const own: Record<string, string>[] = [
  { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' },
  { origin: 'http://localhost:80' },
  { referer: 'http://localhost:80/item/index' },
  {},
]
const reads = everySample.filter(({ call }) => call.kind === 'read')
const writes = everySample.filter(({ call }) => call.kind === 'write')
const refusal = (code: number) => ({ error_code: code, error_message: expect.any(String), data: null, error_name: expect.any(String) })

const parts = ['error_code', 'error_message', 'data']
/** Their editors read the address of what was uploaded beside `success`. */
const uploads = ['page/uploadImg', 'page/upload', 'attachment/attachmentUpload', 'attachment/uploadImg']
/** The parts of an answer; files and what a mock answers are no envelope. */
function partsOf({ path, call }: EverySample, reply: LightMyRequestResponse) {
  if (call.open || !String(reply.headers['content-type']).startsWith('application/json')) return parts
  const answer = reply.json<{ error_code: number }>()
  // A refusal has its name as well.
  const keys = Object.keys(answer).filter((key) => answer.error_code === 0 || key !== 'error_name')
  return uploads.includes(path) && keys.join() === 'url,success,message,file_id' ? parts : keys
}

/** A world on this server, and the requests that are made in it. */
function asking(product: Product) {
  const place = {} as { world: World; cookie: string }
  beforeAll(async () => {
    place.world = await makeWorld(product)
    place.cookie = place.world.alice.headers['cookie'] as string
  })
  /** After one that changed nothing is before the next. */
  let last: Record<string, string> | undefined
  return {
    place,
    ask: (sample: EverySample, headers: Record<string, string>, more: Record<string, string> = {}) =>
      product.send(requestOf(sample, { ...sample.fields(place.world), ...more }, headers)),
    query: ({ path, fields }: EverySample) => `/api/${path}?${new URLSearchParams(fields(place.world))}`,
    /** Nothing is different after this, but what looks are counted by. */
    async changesNothing(work: () => Promise<void>, without: string[] = []) {
      const before = last ?? (await digestOf(product))
      last = undefined
      await work()
      const after = await digestOf(product)
      const others = ([table]: [string, string]) => !without.includes(table)
      expect(Object.entries(after).filter(others)).toEqual(Object.entries(before).filter(others))
      last = after
    },
  }
}

/** Method, origin, session and access are looked at before any database is asked for more than the session. */
onOneDatabase('every call at the door', (product) => {
  const { place, ask, query, changesNothing } = asking(product)

  it.each(everySample.filter(({ call }) => call.access !== 'visitor'))('S30: $path needs the login', async (sample) => {
    await changesNothing(async () => {
      for (const headers of [{}, { cookie: 'sheaf_session=x' }] as Record<string, string>[])
        expect((await ask(sample, headers, { redirect_login: 'false' })).json()).toEqual(refusal(10102))
    })
  })

  it('S30: calls for administrators refuse everybody else', async () => {
    for (const sample of everySample.filter(({ call }) => call.access === 'admin'))
      expect((await ask(sample, { cookie: place.cookie })).json()).toEqual(refusal(10103))
  })

  it.each(writes)('S25: $path does nothing for another site', async (sample) => {
    await changesNothing(async () => {
      for (const headers of foreign)
        expect((await ask(sample, { cookie: place.cookie, ...headers })).json()).toEqual({
          ...refusal(10103),
          error_message: errors.crossSite.en,
          error_name: 'crossSite',
        })
    })
  })

  it.each(writes)('S27: $path does nothing for another site with an unusual body', async ({ path, fields }) => {
    const form = new URLSearchParams(fields(place.world)).toString()
    const json = JSON.stringify(fields(place.world))
    await changesNothing(async () => {
      for (const [type, payload] of [
        ['text/plain', form],
        ['text/plain', json],
        ['', form],
        ['application/xml', form],
        ['application/json', json],
        ['application/json', form],
        ['application/x-www-form-urlencoded', json],
        ['multipart/form-data', form],
      ] as const) {
        const headers = { cookie: place.cookie, origin: 'https://evil.test', ...(type ? { 'content-type': type } : {}) }
        const reply = await product.send({ method: 'POST', url: `/api/${path}`, payload, headers })
        expect(reply.json()).toEqual(refusal(10103))
      }
    })
  })

  it.each(writes)('W2: $path changes nothing by GET', async (sample) => {
    const { byLink } = sample.call
    await changesNothing(async () => {
      const headers = { cookie: place.cookie, ...(byLink ? { 'sec-fetch-site': 'cross-site' } : {}) }
      const reply = await product.send({ url: query(sample), headers })
      expect([reply.statusCode, reply.json()]).toEqual(byLink ? [200, refusal(10103)] : [405, refusal(405)])
    })
  })

  it.each(everySample)('S72: $path has the headers that keep it where it belongs, whoever asks', async (sample) => {
    const shown = new Set<string>()
    for (const more of [foreign[0], foreign[1], { 'user-agent': 'Html5Plus/1.0', origin: 'null' }]) {
      const { headers } = await ask(sample, { cookie: place.cookie, ...more })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': expect.stringMatching(/^no-store$|^private, (no-cache|max-age=300)$/),
        'content-type': expect.stringMatching(
          /^application\/json; charset=utf-8$|^image\/png$|^text\/plain; charset=utf-8$|^application\/octet-stream$|^application\/(?:zip|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/,
        ),
      })
      const names = Object.keys(headers).sort()
      expect(names.filter((name) => /^access-control-|^x-powered-by$|^server$/.test(name))).toEqual(
        sample.call.open ? ['access-control-allow-origin'] : [],
      )
      shown.add(names.join())
    }
    expect(shown.size).toBe(1)
  })
})

onEachDatabase('every call', (product, kind) => {
  const { place, ask, query, changesNothing } = asking(product)

  it.each(reads)('S28: $path changes nothing but counters, and answers GET and POST alike', async (sample) => {
    await changesNothing(async () => {
      const [get, post] = [
        await product.send({ url: query(sample), headers: { cookie: place.cookie } }),
        await ask(sample, { cookie: place.cookie }),
      ]
      expect([get.statusCode, post.statusCode]).toEqual([200, 200])
      for (const reply of [get, post]) expect(partsOf(sample, reply)).toEqual(parts)
      if (!sample.writes.length) expect(get.rawPayload.equals(post.rawPayload)).toBe(true)
      await product.send({ url: query(sample), headers: { cookie: place.cookie, origin: 'https://evil.test' } })
    }, sample.writes)
  })

  // On the others the matrix has each of them go through.
  if (!isForAll(kind)) return

  it.each(writes)('S25: $path works from our own pages and without a browser', async (sample) => {
    const fresh = await worldFor(product, sample, place.world)
    for (const headers of own) {
      const reply = await product.send(requestOf(sample, sample.fields(fresh), { ...fresh.alice.headers, ...headers }))
      expect(reply.body).not.toContain(errors.crossSite.en)
      expect(reply.statusCode).toBe(200)
      expect(partsOf(sample, reply)).toEqual(parts)
    }
  })
})
