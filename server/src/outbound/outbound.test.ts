import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, connect, createServer as createPlain, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aCertificate, type Certificate } from '../test/servers/certificate.ts'
import { allowedBy, judgeBy, type Verdict } from './address.ts'
import { makeOutbound } from './outbound.ts'

const site = { OUTBOUND: 'on' as const, OUTBOUND_ALLOW: '', OUTBOUND_PROXY: undefined, PUBLIC_URL: undefined as string | undefined }
const ends: (() => void)[] = []
let folder: string
let certificate: Certificate
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-outbound-'))
  certificate = aCertificate(folder, 'DNS:hooks.test')
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function portOf(server: Server, host = '127.0.0.1') {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((done) => void server.listen(0, host, done))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A receiver on this machine with the certificate of hooks.test. */
const aReceiver = (listener: RequestListener) =>
  portOf(createSecure({ cert: readFileSync(certificate.file), key: readFileSync(certificate.keyFile) }, listener))

/** Names lead to loopback, which these tests treat as the internet. */
const local = (more: object = {}) => ({
  resolve: async () => ['127.0.0.1'],
  judge: (): Verdict => 'outside',
  ca: certificate.text,
  ...more,
})

describe('S125: addresses that are refused', () => {
  const metadata = [
    'http://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
  ]
  const loopback = [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.255.255.254/',
    'https://0.0.0.0/',
    'https://0/',
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
  ]
  const inside = [
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://0xa.1/',
    'https://012.0.0.1/',
    'https://167772161/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://3232235777/',
    'https://100.64.0.1/',
    'https://192.0.0.1/',
    'https://192.0.2.2/',
    'https://198.18.0.1/',
    'https://198.51.100.7/',
    'https://203.0.113.7/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[2001:db8::1]/',
    'https://[100::1]/',
  ]
  const wrong = [
    'gopher://hooks.test:70/',
    'file:///etc/passwd',
    'ftp://hooks.test/',
    'javascript:alert(1)',
    'hooks.test',
    '',
    'https://',
    'https://user:pass@hooks.test/',
    'https://hooks.test:22/',
    'https://hooks.test:25/',
    'https://hooks.test:993/',
    'https://hooks.test:0/',
    'http://hooks.test/',
    'http://8.8.8.8/',
    `https://hooks.test/${'a'.repeat(2000)}`,
  ]

  it('in sixty forms and more, none of which opens a connection', async () => {
    let connections = 0
    const sinks = await Promise.all(
      ['127.0.0.1', '::1'].map((host) =>
        portOf(
          createPlain((socket) => {
            connections++
            socket.destroy()
          }),
          host,
        ),
      ),
    )
    const outbound = makeOutbound(site)
    const forms = [...loopback, ...inside, ...metadata.filter((one) => one.startsWith('https'))]
    expect(forms.length + wrong.length).toBeGreaterThanOrEqual(60)
    for (const form of forms)
      for (const port of ['', ...sinks.map((port) => `:${port}`)]) {
        const address = form.replace(/\/$/, `${port}/`)
        const refusal = await outbound.send(address, { method: 'POST', body: '{}' }).catch((error) => error)
        expect([address, refusal.error]).toEqual([address, 'outboundForbidden'])
        expect(await outbound.mustBeAllowed(address).catch(({ error }) => error)).toBe('outboundForbidden')
      }
    for (const address of [...wrong.filter((one) => !one.includes('//hooks.test/') || one.length > 100), ...metadata.slice(0, 1)])
      expect([address, await outbound.send(address, {}).catch(({ error }) => error)]).toEqual([
        address,
        address.includes('169.254') ? 'outboundForbidden' : 'outboundAddress',
      ])
    expect(connections).toBe(0)
  })

  it('by a name that leads inside, to both sides, or elsewhere at the second lookup', async () => {
    let connections = 0
    const sink = await portOf(createPlain(() => void connections++))
    const refused = async (name: string, answers: string[][]) => {
      let lookups = 0
      const outbound = makeOutbound(site, { resolve: async () => answers[Math.min(lookups++, answers.length - 1)] ?? [] })
      const refusal = await outbound.send(`https://${name}:${sink}/`, {}).catch((error) => error)
      expect([name, refusal.error]).toEqual([name, 'outboundForbidden'])
      expect(lookups).toBe(1)
    }
    await refused('inside.test', [['10.0.0.1']])
    await refused('localhost', [['127.0.0.1']])
    await refused('localhost.', [['127.0.0.1']])
    await refused('both.test', [['8.8.8.8', '127.0.0.1']])
    await refused('both6.test', [['2606:4700::1', '::1']])
    await refused('mapped.test', [['::ffff:127.0.0.1']])
    await refused('zone.test', [['fe80::1%lo']])
    await refused('none.test', [[]])
    await refused('many.test', [Array.from({ length: 33 }, (_, n) => `8.8.8.${n}`)])
    await refused('strange.test', [['no address']])
    expect(connections).toBe(0)
  })

  it('with the same words for a name inside and a name that does not exist', async () => {
    const unknown = Object.assign(new Error(), { code: 'ENOTFOUND' })
    const gone = makeOutbound(site, { resolve: () => Promise.reject(unknown) })
    const inside = makeOutbound(site, { resolve: async () => ['10.0.0.1'] })
    const words = (outbound: ReturnType<typeof makeOutbound>) => outbound.mustBeAllowed('https://db.corp/').catch((error) => error)
    expect((await words(gone)).message).toBe((await words(inside)).message)
    const away = makeOutbound(site, { resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' })) })
    await expect(away.mustBeAllowed('https://hooks.test/')).rejects.toMatchObject({ fault: 'name' })
  })

  it('that lead to this machine or this site, unless the operator names them', () => {
    const judge = judgeBy(allowedBy(''), () => ['8.8.4.4'])
    expect([judge('8.8.4.4', 'a.test'), judge('8.8.8.8', 'a.test')]).toEqual(['forbidden', 'outside'])
    expect(judgeBy(allowedBy('8.8.4.4'), () => ['8.8.4.4'])('8.8.4.4', 'a.test')).toBe('allowed')
    const outbound = makeOutbound({ ...site, PUBLIC_URL: 'https://docs.test' }, { resolve: async () => ['8.8.8.8'] })
    return expect(outbound.mustBeAllowed('https://docs.test/api/')).rejects.toMatchObject({ error: 'outboundForbidden' })
  })

  it('of the same machine in the same list for both families, and the internet passes', () => {
    const judge = judgeBy(allowedBy(''), () => [])
    for (const address of ['8.8.8.8', '1.1.1.1', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1'])
      expect([address, judge(address, 'a.test')]).toEqual([address, 'outside'])
  })
})

describe('OUTBOUND_ALLOW', () => {
  it('allows the networks and hosts that it names, and no others', () => {
    const judge = judgeBy(allowedBy('10.1.0.0/16, CI.corp, fd12::/16'), () => [])
    expect(['10.1.2.3', '10.2.0.1', 'fd12::5', 'fd13::5'].map((address) => judge(address, 'x.test'))).toEqual([
      'allowed',
      'forbidden',
      'allowed',
      'forbidden',
    ])
    expect([judge('192.168.7.7', 'ci.corp'), judge('192.168.7.7', 'x.ci.corp')]).toEqual(['allowed', 'forbidden'])
  })

  it('never allows loopback and link-local addresses', () => {
    const judge = judgeBy(allowedBy('0.0.0.0/0, ::/0, localhost'), () => [])
    for (const address of ['127.0.0.1', '::1', '169.254.169.254', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '0.0.0.0'])
      expect([address, judge(address, 'localhost')]).toEqual([address, 'forbidden'])
    expect(judge('10.0.0.1', 'x.test')).toBe('allowed')
  })

  it('allows http:// to what it names', async () => {
    const port = await portOf(createServer((_request, reply) => void reply.end('plain')))
    const means = { resolve: async () => ['127.0.0.1'], judge: (): Verdict => 'allowed' }
    const outbound = makeOutbound(site, means)
    expect(await outbound.send(`http://ci.corp:${port}/`, {})).toMatchObject({ status: 200, body: 'plain', isInside: true })
    const outside = makeOutbound(site, local())
    await expect(outside.send(`http://ci.corp:${port}/`, {})).rejects.toMatchObject({ error: 'outboundAddress' })
  })
})

describe('a request', () => {
  it('goes to the checked address with the name in Host and in TLS, and with nothing that was not given', async () => {
    const seen: unknown[] = []
    const port = await aReceiver((request, reply) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body })
        reply.end('{"ok":true}')
      })
    })
    const outbound = makeOutbound(site, local())
    const answer = await outbound.send(`https://hooks.test:${port}/a?b=1#c`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"名":1}',
    })
    expect(answer).toMatchObject({ status: 200, body: '{"ok":true}', isWhole: true, isInside: false })
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/a?b=1',
        headers: {
          host: `hooks.test:${port}`,
          'user-agent': 'Sheaf',
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': '9',
          connection: 'close',
        },
        body: '{"名":1}',
      },
    ])
  })

  it('needs a certificate for the name', async () => {
    const port = await aReceiver((_request, reply) => void reply.end())
    await expect(makeOutbound(site, local({ ca: undefined })).send(`https://hooks.test:${port}/`, {})).rejects.toMatchObject({
      fault: 'certificate',
    })
    await expect(makeOutbound(site, local()).send(`https://other.test:${port}/`, {})).rejects.toMatchObject({ fault: 'certificate' })
  })

  it('follows no redirect', async () => {
    let requests = 0
    const sink = await aReceiver((_request, reply) => {
      requests++
      reply.end()
    })
    for (const status of [301, 302, 303, 307, 308]) {
      const port = await aReceiver((_request, reply) => void reply.writeHead(status, { location: `https://hooks.test:${sink}/` }).end())
      expect((await makeOutbound(site, local()).send(`https://hooks.test:${port}/`, {})).status).toBe(status)
    }
    expect(requests).toBe(0)
  })

  it('reads 64 KB of an endless response', async () => {
    const port = await aReceiver((_request, reply) => {
      const more = () => {
        while (reply.write(Buffer.alloc(65_536, 'a')));
      }
      reply.on('drain', more)
      more()
    })
    const answer = await makeOutbound(site, local()).send(`https://hooks.test:${port}/`, {})
    expect([answer.body.length, answer.isWhole]).toEqual([65_536, false])
    const small = await makeOutbound(site, local()).send(`https://hooks.test:${port}/`, { bytesMax: 10_240 })
    expect(small.body.length).toBe(10_240)
  })

  it('ends the connection of a receiver that sends chunks of one byte, and reads chunks of any larger size', async () => {
    const answering = (chunk: string, count: number) =>
      portOf(
        createPlain((socket) => {
          socket.on('error', () => {})
          socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(count)}0\r\n\r\n`))
        }),
      )
    const outbound = makeOutbound(site, local({ judge: (): Verdict => 'allowed' }))
    const download = (port: number) => outbound.download(`http://hooks.test:${port}/`, { bytesMax: 1_000_000, totalMs: 10_000 })
    expect((await download(await answering('14\r\n12345678901234567890\r\n', 5000))).bytes.length).toBe(100_000)
    expect((await download(await answering('1\r\nx\r\n', 900))).bytes.length).toBe(900)
    await expect(download(await answering('1\r\nx\r\n', 100_000))).rejects.toMatchObject({ fault: 'brokenOff' })
  })

  it('ends in time if the receiver does not accept, does not answer, drips or breaks off', async () => {
    const limits = { connectMs: 300, totalMs: 600 }
    const outbound = makeOutbound(site, local({ limits }))
    const silent = await portOf(createPlain(() => {}))
    const mute = await aReceiver(() => {})
    const dripping = await aReceiver((_request, reply) => {
      const drip = setInterval(() => reply.write(' '), 20)
      reply.on('close', () => clearInterval(drip))
    })
    const breaking = await aReceiver((request) => void request.socket.destroy())
    const closed = await portOf(createPlain())
    ends.pop()?.()
    for (const [port, fault] of [
      [silent, 'timeout'],
      [mute, 'timeout'],
      [dripping, 'timeout'],
      [breaking, 'brokenOff'],
      [closed, 'unreachable'],
    ] as const)
      expect([fault, await outbound.send(`https://hooks.test:${port}/`, {}).catch((error) => error.fault)]).toEqual([fault, fault])
  })

  it('tries the next checked address if the first one is not there', async () => {
    const port = await aReceiver((_request, reply) => void reply.end('second'))
    const outbound = makeOutbound(site, local({ resolve: async () => ['127.0.0.2', '127.0.0.1'] }))
    expect(await outbound.send(`https://hooks.test:${port}/`, {})).toMatchObject({ body: 'second' })
  })

  it('is not sent with OUTBOUND=off', async () => {
    let connections = 0
    const port = await portOf(createPlain(() => void connections++))
    const outbound = makeOutbound({ ...site, OUTBOUND: 'off' }, local())
    expect(outbound.isOn).toBe(false)
    await expect(outbound.send(`https://hooks.test:${port}/`, {})).rejects.toMatchObject({ error: 'outboundOff' })
    expect(connections).toBe(0)
  })
})

describe('OUTBOUND_PROXY', () => {
  /** A proxy that records where tunnels lead. */
  async function aProxy(status = 200) {
    const tunnels: unknown[] = []
    const server = createServer()
    server.on('connect', (request, socket: Socket) => {
      tunnels.push([request.url, request.headers['proxy-authorization']])
      socket.write(`HTTP/1.1 ${status} -\r\n\r\n`)
      if (status !== 200) return void socket.end()
      const [, port] = /:(\d+)$/.exec(request.url ?? '') ?? []
      const target = connect(Number(port), '127.0.0.1')
      target.on('error', () => socket.destroy())
      socket.on('error', () => target.destroy())
      socket.pipe(target).pipe(socket)
    })
    return { tunnels, url: `http://us%20er:pass@127.0.0.1:${await portOf(server)}` }
  }

  it('gets a tunnel to the checked address, in which TLS checks the name', async () => {
    const port = await aReceiver((request, reply) => void reply.end(request.headers.host))
    const { tunnels, url } = await aProxy()
    const means = local({ resolve: async () => ['8.8.8.8'] })
    const outbound = makeOutbound({ ...site, OUTBOUND_PROXY: url }, means)
    expect(await outbound.send(`https://hooks.test:${port}/`, {})).toMatchObject({ status: 200, body: `hooks.test:${port}` })
    expect(tunnels).toEqual([[`8.8.8.8:${port}`, `Basic ${btoa('us er:pass')}`]])
    await expect(outbound.send(`https://other.test:${port}/`, {})).rejects.toMatchObject({ fault: 'certificate' })
  })

  it('is not asked for addresses inside, and cannot allow them', async () => {
    const port = await aReceiver((_request, reply) => void reply.end('direct'))
    const { tunnels, url } = await aProxy()
    const direct = makeOutbound({ ...site, OUTBOUND_PROXY: url }, local({ judge: (): Verdict => 'allowed' }))
    expect(await direct.send(`https://hooks.test:${port}/`, {})).toMatchObject({ body: 'direct' })
    const strict = makeOutbound({ ...site, OUTBOUND_PROXY: url }, { resolve: async () => ['10.0.0.1'] })
    await expect(strict.send('https://hooks.test/', {})).rejects.toMatchObject({ error: 'outboundForbidden' })
    expect(tunnels).toEqual([])
  })

  it('can refuse, which is a failure to connect', async () => {
    const { url } = await aProxy(403)
    const outbound = makeOutbound({ ...site, OUTBOUND_PROXY: url }, local())
    await expect(outbound.send('https://hooks.test/', {})).rejects.toMatchObject({ fault: 'unreachable' })
  })

  it('of the environment has no effect', async () => {
    const port = await aReceiver((_request, reply) => void reply.end('direct'))
    const { tunnels, url } = await aProxy()
    const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : url
    ends.push(() => {
      for (const name of names) delete process.env[name]
    })
    expect(await makeOutbound(site, local()).send(`https://hooks.test:${port}/`, {})).toMatchObject({ body: 'direct' })
    expect(tunnels).toEqual([])
  })
})
