import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { checkDiscovery } from './discovery.ts'

let close = () => {}
afterEach(() => close())

/** A proxy in front of the site that passes these paths on. */
async function proxyOf(paths: string[]) {
  const server = createServer((request, response) => {
    const base = `http://${request.headers.host}`
    const isPassed = paths.some((path) => request.url === path)
    response.statusCode = isPassed ? 200 : 404
    response.end(isPassed ? JSON.stringify({ issuer: `${base}/docs`, resource: `${base}/docs/mcp` }) : 'Not found')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  close = () => void server.close()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const SERVER = '/.well-known/oauth-authorization-server/docs'
const RESOURCE = '/.well-known/oauth-protected-resource/docs/mcp'

it('W27: finds paths at the root of the host that the proxy does not pass on', async () => {
  const all = await proxyOf([SERVER, RESOURCE])
  expect((await checkDiscovery({ PUBLIC_URL: `${all}/docs` })).map(({ state }) => state)).toEqual(['good'])
  close()
  const some = await proxyOf([SERVER])
  const found = await checkDiscovery({ PUBLIC_URL: `${some}/docs` })
  expect(found.map(({ state, what }) => [state, what])).toEqual([
    ['bad', expect.objectContaining({ en: expect.stringContaining(RESOURCE) })],
  ])
})

it('asks for nothing without a base path or without https', async () => {
  for (const PUBLIC_URL of [undefined, 'http://docs.example.test/docs', 'https://docs.example.test'])
    expect(await checkDiscovery({ PUBLIC_URL })).toEqual([])
})
