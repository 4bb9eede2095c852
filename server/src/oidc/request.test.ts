import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { aCertificate, trust } from '../test/servers/certificate.ts'
import { objectOf, requestProvider } from './plain.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function listening(listener: RequestListener, options?: { cert: Buffer; key: Buffer }) {
  const server = options ? createSecure(options, listener) : createServer(listener)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${options ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('S85: does not follow redirects', async () => {
  let requests = 0
  const sink = await listening((_request, response) => {
    requests += 1
    response.end('{}')
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await listening((_request, response) => void response.writeHead(status, { location: sink }).end())
    await expect(requestProvider(url)).rejects.toMatchObject({ error: 'providerAnswer', fill: { problem: `HTTP ${status}` } })
  }
  expect(requests).toBe(0)
})

it('S85: aborts an endless response at one megabyte', async () => {
  const url = await listening((_request, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  })
  await expect(requestProvider(url)).rejects.toMatchObject({ error: 'providerAnswer', fill: { problem: '> 1 MB' } })
})

it('R22: times out if a response does not start or does not end', async () => {
  const [silent, slow] = [
    await listening(() => {}),
    await listening((_request, response) => {
      const drip = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(drip))
    }),
  ]
  const both = [silent, slow].map((url) =>
    expect(requestProvider(url)).rejects.toMatchObject({ error: 'providerSilent', fill: { problem: 'ETIMEDOUT' } }),
  )
  await Promise.all(both)
})

it('S85: refuses an untrusted certificate and a certificate for another name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-tls-'))
  ends.push(
    () => rmSync(folder, { recursive: true }),
    () => trust(),
  )
  const certificate = aCertificate(folder, 'IP:127.0.0.1,DNS:elsewhere.test')
  const options = { cert: readFileSync(certificate.file), key: readFileSync(certificate.keyFile) }
  const url = await listening((_request, response) => void response.end('{"a":1}'), options)
  await expect(requestProvider(url)).rejects.toMatchObject({ error: 'providerTls', fill: { problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
  trust(certificate)
  expect(await objectOf(await requestProvider(url), 'x')).toEqual({ a: 1 })
  await expect(requestProvider(url.replace('127.0.0.1', 'localhost'))).rejects.toMatchObject({
    fill: { problem: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  })
})

it('accepts only objects, as JSON or as a form', async () => {
  const read = (text: string, type = 'application/json') => objectOf(new Response(text, { headers: { 'content-type': type } }), 'x')
  expect(await read('{"a":1}')).toEqual({ a: 1 })
  expect(await read('access_token=t&scope=a', 'text/plain')).toEqual({ access_token: 't', scope: 'a' })
  for (const text of ['<html>', '[]', '1', 'null', '']) await expect(read(text)).rejects.toMatchObject({ error: 'providerAnswer' })
})
