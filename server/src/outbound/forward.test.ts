import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forwardJudge } from './address.ts'
import { makeOutbound } from './outbound.ts'

const site = { OUTBOUND: 'on' as const, OUTBOUND_ALLOW: 'api.test', TRY_PROXY: 'on' as const, PORT: 4999 }
const limits = { bytesMax: 1000, totalMs: 1000 }

describe('requests of readers', () => {
  let connections = 0
  const sinks = ['127.0.0.1', '::1'].map((host) => ({ host, server: createServer((_request, reply) => void reply.end('reached')) }))
  beforeAll(async () => {
    for (const { host, server } of sinks) {
      server.on('connection', () => connections++)
      await new Promise<void>((done) => void server.listen(0, host, done))
    }
  })
  afterAll(() => {
    for (const { server } of sinks) server.close()
  })
  const refused = (outbound: ReturnType<typeof makeOutbound>, address: string) =>
    Promise.all([
      outbound.forward(address, limits).catch((error) => error.error),
      outbound.mustBeForwardable(address).catch((error) => error.error),
    ])

  it('reach nothing inside, in forty spellings, even if everything is allowed that can be (S198)', async () => {
    const hosts = [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.0.0.1', '127.0.0.1.', '①②⑦.⓪.⓪.①', '127。0。0。1'],
      ...['0.0.0.0', '0', '127.255.255.254', '169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.1.1', '100.100.100.200'],
      ...['[::]', '[::1]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
      ...['[2001:0:7f00:1::]', '[fe80::1]', '[ff02::1]', '[fd00:ec2::254]', '[fec0::1]', '[::ffff:a9fe:a9fe]'],
      ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16', '192.0.0.192', 'localhost', 'LOCALHOST.', 'a.localhost'],
      ...['[fd20:ce::254]', '[0:0:0:0:0:0:0:1]'],
    ]
    expect(hosts.length).toBeGreaterThanOrEqual(40)
    const resolve = async () => ['127.0.0.1', '::1']
    const outbound = makeOutbound({ ...site, OUTBOUND_ALLOW: '0.0.0.0/0, ::/0, *.localhost, localhost, public' }, { resolve })
    const ports = sinks.map(({ server }) => (server.address() as AddressInfo).port)
    for (const host of hosts)
      for (const port of ports) {
        const address = `http://${host}:${port}/`
        expect([address, ...(await refused(outbound, address))]).toEqual([address, 'outboundHost', 'outboundHost'])
      }
    expect(connections).toBe(0)
  })

  it('have an address as others do (S201)', async () => {
    const outbound = makeOutbound(site, { resolve: () => Promise.reject(new Error('looked up')) })
    for (const address of [
      ...['ftp://api.test/', 'file:///etc/passwd', 'javascript:1', 'api.test', '', 'https://user@api.test/', 'https://u:p@api.test/'],
      ...['https://api.test:22/', 'https://api.test:25/', `https://api.test/${'a'.repeat(2000)}`],
    ])
      expect([address, ...(await refused(outbound, address))]).toEqual([address, 'outboundAddress', 'outboundAddress'])
  })

  it('need the name of a host on the internet, or the word public', async () => {
    const judge = forwardJudge('api.test, *.corp.test, 9.9.9.0/24', () => [])
    expect([judge('8.8.8.8', 'api.test'), judge('8.8.8.8', 'a.b.corp.test'), judge('9.9.9.9', 'x.test')]).toEqual(Array(3).fill('allowed'))
    for (const host of ['other.test', 'corp.test', 'xcorp.test', 'api.test.evil', 'sub.api.test'])
      expect([host, judge('8.8.8.8', host)]).toEqual([host, 'forbidden'])
    expect(forwardJudge('public', () => [])('8.8.8.8', 'other.test')).toBe('outside')
    // Without encryption only to what is named.
    const open = makeOutbound({ ...site, OUTBOUND_ALLOW: 'public, api.test' }, { resolve: async () => ['8.8.8.8'] })
    await expect(open.mustBeForwardable('http://other.test/')).rejects.toMatchObject({ error: 'outboundAddress' })
    expect(await open.mustBeForwardable('https://other.test/')).toMatchObject({ verdict: 'outside' })
    expect(await open.mustBeForwardable('http://api.test/')).toMatchObject({ verdict: 'allowed' })
  })

  it('need the network of a host inside: its name is not enough, because its owner could lead it there (S199)', () => {
    const named = forwardJudge('api.test, public', () => [])
    for (const address of ['10.0.0.5', '192.168.1.1', '172.16.0.1', '100.64.0.1', 'fc00::1', '198.18.0.1'])
      expect([address, named(address, 'api.test')]).toEqual([address, 'forbidden'])
    expect(forwardJudge('10.0.0.0/16', () => [])('10.0.0.5', 'api.test')).toBe('allowed')
  })

  it('never reach this server, and this machine only by an address that is named itself (S203)', async () => {
    const own = ['10.0.0.7', '8.8.4.4']
    const judge = (allow: string) => own.map((address) => forwardJudge(allow, () => own)(address, 'api.test'))
    expect(judge('10.0.0.0/8, 8.0.0.0/8, api.test, public')).toEqual(['forbidden', 'forbidden'])
    expect(judge('10.0.0.7, 8.8.4.4/32')).toEqual(['allowed', 'allowed'])
    const here = Object.values(networkInterfaces())
      .flat()
      .flatMap((one) => (one && !one.internal && one.family === 'IPv4' ? [one.address] : []))
    for (const address of here) {
      const outbound = makeOutbound({ ...site, OUTBOUND_ALLOW: address })
      expect(await refused(outbound, `http://${address}:4999/`)).toEqual(['outboundHost', 'outboundHost'])
      expect(await outbound.mustBeForwardable(`http://${address}:4998/`)).toMatchObject({ verdict: 'allowed' })
    }
    const docs = { ...site, PUBLIC_URL: 'https://docs.test', OUTBOUND_ALLOW: 'docs.test, public' }
    expect(await refused(makeOutbound(docs, { resolve: async () => ['8.8.8.8'] }), 'https://docs.test/')).toEqual([
      'outboundHost',
      'outboundHost',
    ])
  })

  it('are off by default, also for their check (S203)', async () => {
    for (const settings of [
      { ...site, TRY_PROXY: 'off' as const },
      { ...site, TRY_PROXY: undefined },
      { ...site, OUTBOUND: 'off' as const },
      { ...site, OUTBOUND_ALLOW: ' ' },
    ]) {
      const outbound = makeOutbound(settings as typeof site, { resolve: () => Promise.reject(new Error('looked up')) })
      expect([outbound.isForwardOn, ...(await refused(outbound, 'https://api.test/'))]).toEqual([false, 'proxyOff', 'proxyOff'])
    }
  })
})
