import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aCertificate } from './certificate.ts'

interface Received {
  host: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** Hosts that a receiver answers for: programs of these tests, one with documents of clients, and the chats. */
const NAMES = [
  'hooks.test',
  'app.test',
  'other.test',
  'slow.test',
  'qyapi.weixin.qq.com',
  'oapi.dingtalk.com',
  'open.feishu.cn',
  'hooks.slack.com',
]

export interface Receiver {
  port: number
  /** The certificate as PEM, which a client has to trust. */
  ca: string
  received: Received[]
  /** The address of a path on one of the names. */
  at: (host: string, path?: string) => string
  /** The reply to the next requests; undefined keeps the connection open without a reply. */
  reply: (request: Received) => Reply | undefined
  close: () => void
}

/** A server for webhooks on this machine. It answers 200 until a test sets another reply. */
export async function aReceiver(): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-receiver-'))
  const certificate = aCertificate(folder, NAMES.map((name) => `DNS:${name}`).join(','))
  const sockets = new Set<Socket>()
  const receiver: Receiver = {
    port: 0,
    ca: certificate.text,
    received: [],
    at: (host, path = '/hook') => `https://${host}:${receiver.port}${path}`,
    reply: () => ({}),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const server = createServer({ cert: readFileSync(certificate.file), key: readFileSync(certificate.keyFile) }, (request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { headers, url = '' } = request
      const one = { host: (headers.host ?? '').replace(/:\d+$/, ''), url, headers, body }
      receiver.received.push(one)
      const reply = receiver.reply(one)
      if (reply) response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '')
    })
  })
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}
