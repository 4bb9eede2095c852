import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createCaller, Refused, retryDelay, SiteUnavailable, siteAddress } from './call.ts'

type Respond = (request: IncomingMessage, reply: ServerResponse) => void

let server: Server | undefined
afterEach(() => void server?.close())

/** A site that returns these responses in order, then always the last one. */
async function site(...responses: Respond[]) {
  let at = 0
  const requests: { url: string; body: string; language: string | undefined }[] = []
  server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += part
    requests.push({ url: request.url ?? '', body, language: request.headers['accept-language'] })
    responses[Math.min(at++, responses.length - 1)]!(request, reply)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const waited: number[] = []
  const messages: string[] = []
  const wait = async (seconds: number) => void waited.push(seconds)
  const { port } = server.address() as AddressInfo
  const call = createCaller(
    { url: `http://127.0.0.1:${port}/docs`, key: 'k', token: 't' },
    { language: 'en', wait, notify: (text) => messages.push(text) },
  )
  return { call, requests, waited, messages }
}

const respondWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_, reply) =>
    void reply.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
const success = respondWith(200, { error_code: 0, error_message: '', data: { page_id: '1' } })

describe('a call', () => {
  it('sends the keys and the fields as JSON', async () => {
    const { call, requests } = await site(success)
    expect(await call('open/getPage', { page_id: '1' })).toEqual({ page_id: '1' })
    expect(requests).toEqual([{ url: '/docs/api/open/getPage', body: '{"api_key":"k","api_token":"t","page_id":"1"}', language: 'en' }])
  })

  it('sends a file as a form, after the keys and the fields, and again in the next attempt', async () => {
    const { call, requests } = await site(respondWith(503, ''), success)
    const upload = { name: 'o.json', bytes: Buffer.from('{"a":1.10}'), language: 'zh' as const }
    expect(await call('open/pushSource', { name: 'orders' }, upload)).toEqual({ page_id: '1' })
    const forms = requests.map(({ body }) => [...body.matchAll(/name="(\w+)"(?:; filename="([^"]*)")?.*?\r\n\r\n(.*?)\r\n--/gs)])
    for (const form of forms)
      expect(form.map(([, ...parts]) => parts)).toEqual([
        ['api_key', undefined, 'k'],
        ['api_token', undefined, 't'],
        ['name', undefined, 'orders'],
        ['file', 'o.json', '{"a":1.10}'],
      ])
    expect(requests.map(({ language }) => language)).toEqual(['zh', 'zh'])
  })

  it('waits while another push changes the source, and fails with the error of the site', async () => {
    const busy = respondWith(200, { error_code: 10109, error_name: 'sourceBusy', error_message: 'in a moment' })
    const { call, waited, messages } = await site(busy, success)
    expect(await call('x')).toEqual({ page_id: '1' })
    expect([waited.length, messages[0]]).toEqual([1, expect.stringMatching(/^in a moment; trying again in/)])
    server?.close()
    const always = await site(busy)
    await expect(always.call('x')).rejects.toThrow('in a moment')
    expect(always.requests).toHaveLength(6)
  })

  it('waits for the time in Retry-After after too many requests', async () => {
    const { call, waited, messages } = await site(respondWith(429, '', { 'retry-after': '7' }), success)
    await call('x')
    expect(waited).toEqual([7])
    expect(messages).toEqual(['The site asks for a pause; trying again in 7 s'])
  })

  it('waits longer after each server error and gives up', async () => {
    const { call, waited, requests } = await site(respondWith(503, ''))
    await expect(call('x')).rejects.toThrow(SiteUnavailable)
    expect(requests).toHaveLength(6)
    for (const [n, seconds] of waited.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(2 ** n / 2)
      expect(seconds).toBeLessThanOrEqual(2 ** n)
    }
  })

  it('retries after a broken connection', async () => {
    const { call, waited } = await site((request) => request.socket.destroy(), success)
    expect(await call('x')).toEqual({ page_id: '1' })
    expect(waited).toHaveLength(1)
  })

  it.each([
    ['wrong keys', respondWith(200, { error_code: 10306, error_message: '' }), SiteUnavailable, 'does not accept this key'],
    ['a refusal', respondWith(200, { error_code: 10101, error_message: 'no such page' }), Refused, 'no such page'],
    ['a response that is not JSON', respondWith(200, '<html>'), SiteUnavailable, 'is no open API'],
    ['a site without the call', respondWith(404, { error_code: 10001, error_message: '' }), SiteUnavailable, 'is no open API'],
    [
      'a redirect, which it does not follow',
      respondWith(302, '', { location: 'https://other.test/' }),
      SiteUnavailable,
      'sends on to https://other.test/',
    ],
  ])('does not retry after %s', async (_, answer, kind, words) => {
    const { call, requests } = await site(answer)
    const error = (await call('x').catch((thrown: Error) => thrown)) as Error
    expect(error).toBeInstanceOf(kind)
    expect(error.message).toContain(words)
    expect(requests).toHaveLength(1)
  })
})

it('keeps delays within the limits', () => {
  expect([retryDelay(1, '0'), retryDelay(1, '9999'), retryDelay(1, 'soon', () => 0), retryDelay(20, null, () => 1)]).toEqual([
    1, 120, 0.5, 30,
  ])
})

it.each([
  ['https://docs.example.com/', 'https://docs.example.com'],
  ['docs.example.com/base/', 'https://docs.example.com/base'],
  ['http://10.0.0.1:4999/server/index.php?s=/api/item/updateByApi', 'http://10.0.0.1:4999'],
  ['https://docs.example.com/base/api/open/updatePage', 'https://docs.example.com/base'],
  ['ftp://docs.example.com', undefined],
  ['https://me:secret@docs.example.com', undefined],
  ['http://', undefined],
])('the site of %s', (text, address) => expect(siteAddress(text)).toBe(address))
