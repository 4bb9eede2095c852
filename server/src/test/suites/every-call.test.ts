import { errors } from '@sheaf/contract'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { stopped } from '../clock.ts'
import { digestOf } from '../digest.ts'
import { isForAll, onEachDatabase, onOneDatabase, type Product } from '../product.ts'
import { requestOf } from '../request.ts'
import { type EverySample, everySample } from '../samples/samples.ts'
import { makeWorld, type World, worldFor } from '../samples/samples.world.ts'

/** The headers of a browser for requests that another site triggers. */
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
/** Their editors read `success` and the URL of the upload at the top level. */
const uploads = ['page/uploadImg', 'page/upload', 'attachment/attachmentUpload', 'attachment/uploadImg']
/** The top-level keys of an answer. Files and mocks have no envelope and count as complete. */
function partsOf({ path, call }: EverySample, reply: LightMyRequestResponse) {
  if (call.open || !String(reply.headers['content-type']).startsWith('application/json')) return parts
  const answer = reply.json<{ error_code: number }>()
  // A refusal also has an error_name.
  const keys = Object.keys(answer).filter((key) => answer.error_code === 0 || key !== 'error_name')
  return uploads.includes(path) && keys.join() === 'url,success,message,file_id' ? parts : keys
}

/** A world on this server, and functions that send requests in it. */
function requestsIn(product: Product) {
  const place = {} as { world: World; cookie: string }
  beforeAll(async () => {
    place.world = await makeWorld(product)
    place.cookie = place.world.alice.headers['cookie'] as string
  })
  /** The digest after a call without changes, reused as the digest before the next one. */
  let last: Record<string, string> | undefined
  return {
    place,
    request: (sample: EverySample, headers: Record<string, string>, more: Record<string, string> = {}) =>
      product.send(requestOf(sample, { ...sample.fields(place.world), ...more }, headers)),
    query: ({ path, fields }: EverySample) => `/api/${path}?${new URLSearchParams(fields(place.world))}`,
    /** Expects that `work` changes nothing, except counters of reads. */
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

/** The server checks method, origin, session and access with no other query than that for the session. */
onOneDatabase('access checks of every call', (product) => {
  const { place, request, query, changesNothing } = requestsIn(product)

  it.each(everySample.filter(({ call }) => call.access !== 'visitor'))('S30: $path needs a login', async (sample) => {
    await changesNothing(async () => {
      for (const headers of [{}, { cookie: 'sheaf_session=x' }] as Record<string, string>[])
        expect((await request(sample, headers, { redirect_login: 'false' })).json()).toEqual(refusal(10102))
    })
  })

  it('S30: calls for administrators refuse all other users', async () => {
    for (const sample of everySample.filter(({ call }) => call.access === 'admin'))
      expect((await request(sample, { cookie: place.cookie })).json()).toEqual(refusal(10103))
  })

  it.each(writes)('S25: $path refuses requests from another site', async (sample) => {
    await changesNothing(async () => {
      for (const headers of foreign)
        expect((await request(sample, { cookie: place.cookie, ...headers })).json()).toEqual({
          ...refusal(10103),
          error_message: errors.crossSite.en,
          error_name: 'crossSite',
        })
    })
  })

  it.each(writes)('S27: $path refuses requests from another site with an unusual body', async ({ path, fields }) => {
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

  it.each(everySample)('S72: $path has the security headers for every origin', async (sample) => {
    const shown = new Set<string>()
    for (const more of [foreign[0], foreign[1], { 'user-agent': 'Html5Plus/1.0', origin: 'null' }]) {
      const { headers } = await request(sample, { cookie: place.cookie, ...more })
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
  const { place, request, query, changesNothing } = requestsIn(product)

  it.each(reads)('S28: $path changes nothing but counters and answers GET and POST equally', async (sample) => {
    await changesNothing(async () => {
      // Some answers have a time that is counted from now.
      const resume = stopped(product)
      const get = await product.send({ url: query(sample), headers: { cookie: place.cookie } })
      const post = await request(sample, { cookie: place.cookie })
      resume()
      expect([get.statusCode, post.statusCode]).toEqual([200, 200])
      for (const reply of [get, post]) expect(partsOf(sample, reply)).toEqual(parts)
      // What only leaves a trace in the log answers equally too.
      if (sample.writes.every((table) => table === 'audit')) expect(get.rawPayload.equals(post.rawPayload)).toBe(true)
      await product.send({ url: query(sample), headers: { cookie: place.cookie, origin: 'https://evil.test' } })
    }, sample.writes)
  })

  // On the other databases, the matrix runs every write.
  if (!isForAll(kind)) return

  it.each(writes)('S25: $path works from pages of this site and without a browser', async (sample) => {
    const fresh = await worldFor(product, sample, place.world)
    for (const headers of own) {
      const reply = await product.send(requestOf(sample, sample.fields(fresh), { ...fresh.alice.headers, ...headers }))
      expect(reply.body).not.toContain(errors.crossSite.en)
      expect(reply.statusCode).toBe(200)
      expect(partsOf(sample, reply)).toEqual(parts)
    }
  })
})
