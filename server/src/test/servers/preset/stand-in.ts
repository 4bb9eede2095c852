import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProviderForm } from '@sheaf/contract'
import type { Services } from '../../../context.ts'
import { makeOutbound, type Outbound } from '../../../outbound/outbound.ts'
import { aCertificate } from '../certificate.ts'

export interface Asked {
  method: string
  host: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  json: Record<string, unknown>
}

export interface Answered {
  status?: number
  headers?: Record<string, string>
  /** A text is sent as it is, everything else as JSON. */
  body: unknown
}

/** Instead of the answer of the provider; `silent` keeps the connection open. */
export type Fault = (asked: Asked) => Answered | 'silent' | undefined

/** What the tests need of each of the three providers. */
export interface PresetServer extends StandIn {
  kind: 'feishu' | 'dingtalk' | 'wecom'
  form: (more?: Partial<ProviderForm>) => ProviderForm
  /** A member of the company that may use the app. Returns what the provider knows them by. */
  hire: (name: string, more?: Record<string, unknown>) => string
  /** Signs a person in at the address of the sign-in, as their browser does, and returns the address that they come back to. */
  enter: (address: string, id: string) => URL
  /** The person declines there. */
  decline: (address: string) => URL
  /** How often a token of the app was requested. */
  tokens: () => number
  /** The tokens that were given end now. */
  endTokens: () => void
  /** All texts that no log and no answer of ours may have. */
  secrets: () => string[]
  reset: () => void
}

interface StandIn {
  asked: Asked[]
  fault: { now: Fault | undefined }
  /** Leads the public names of the provider to this machine. `limits` has the milliseconds that each request was given. */
  outbound: (config: Services['config']) => Outbound
  limits: number[]
  /** Milliseconds after which requests end here, so that tests do not wait for the limit of the product. */
  soon: { ms: number }
  close: () => void
}

/** An https server for the names of one provider. */
export async function startStandIn(names: string[], answer: (asked: Asked) => Answered): Promise<StandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-preset-'))
  const certificate = aCertificate(folder, names.map((name) => `DNS:${name}`).join(','))
  const sockets = new Set<Socket>()
  const standIn: StandIn = {
    asked: [],
    fault: { now: undefined },
    limits: [],
    soon: { ms: 4500 },
    outbound(config) {
      const direct = makeOutbound(config, { resolve: async () => ['127.0.0.1'], judge: () => 'outside', ca: certificate.text })
      return {
        ...direct,
        download(address, request) {
          const url = new URL(address)
          if (!url.port) url.port = String((server.address() as AddressInfo).port)
          standIn.limits.push(request.totalMs)
          return direct.download(url.href, { ...request, totalMs: Math.min(request.totalMs, standIn.soon.ms) })
        },
      }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const server = createServer({ cert: readFileSync(certificate.file), key: readFileSync(certificate.keyFile) }, (request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'https://x')
      const { headers, method = '' } = request
      const host = (headers.host ?? '').replace(/:\d+$/, '')
      const asked = { method, host, path: pathname, query: searchParams, headers, text, json: jsonOf(text) }
      standIn.asked.push(asked)
      const reply = standIn.fault.now?.(asked) ?? answer(asked)
      if (reply === 'silent') return
      const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json; charset=utf-8', ...reply.headers }).end(body)
    })
  })
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return standIn
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** The tokens of the app that a stand-in gives: those that hold, those that have ended, and how many were requested. */
export const appTokens = () => ({ tokens: new Set<string>(), count: 0, old: [] as string[] })

/** What the three do alike. `more` are further texts that no log may have. */
export const commonOf = (standIn: StandIn, given: ReturnType<typeof appTokens>, secret: string, more: Map<string, unknown>) => ({
  ...standIn,
  tokens: () => given.count,
  endTokens() {
    given.old.push(...given.tokens)
    given.tokens.clear()
  },
  secrets: () => [secret, ...given.tokens, ...given.old, ...more.keys()],
  reset() {
    given.count = 0
    standIn.fault.now = undefined
    standIn.soon.ms = 4500
    standIn.asked.length = 0
    standIn.limits.length = 0
  },
})

/** The query of a sign-in address, which must begin as the provider documents it. */
export function queryOf(address: string, expected: string): URLSearchParams {
  if (!address.startsWith(`${expected}?`)) throw new Error(`the browser was sent to ${address}`)
  return new URL(address).searchParams
}

/** The address that a browser comes back to. */
export function backAt(redirect: string, query: Record<string, string>): URL {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
