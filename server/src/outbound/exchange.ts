import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, isIPv4, isIPv6, type LookupFunction, type Socket, type TcpSocketConnectOpts } from 'node:net'
import { type Duplex, PassThrough, pipeline, type Readable, type Transform } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { endsTinyChunks } from '../http/limits/tiny-chunks.ts'
import { type Fault, OutboundFailure, type Place } from './place.ts'

const credentialsOf = ({ username, password }: URL) =>
  username === ''
    ? {}
    : {
        'proxy-authorization': `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }

/**
 * Opens a tunnel through the proxy of the operator. It leads to a checked address and not to a name, because the proxy would resolve the
 * name again.
 */
function tunnelTo(proxy: URL, { addresses: [address = ''], port }: Place, signal: AbortSignal): Promise<Duplex> {
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  return new Promise((resolve, reject) => {
    const asked = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({
      method: 'CONNECT',
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      path: target,
      headers: { host: target, ...credentialsOf(proxy) },
      agent: false,
      signal,
    })
    asked.on('connect', (reply: IncomingMessage, socket: Duplex) => {
      if (reply.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new OutboundFailure('unreachable'))
    })
    asked.on('response', (reply) => {
      reply.destroy()
      reject(new OutboundFailure('unreachable'))
    })
    asked.on('error', () => reject(signal.aborted ? signal.reason : new OutboundFailure('unreachable')))
    asked.end()
  })
}

export interface OutboundRequest {
  method?: string
  /** Names in lower case. */
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
  /** The body of the answer is decompressed; the limit in bytes counts after that. */
  isDecoded?: boolean
  /** Ends the request. */
  signal?: AbortSignal | undefined
  /** Limits of this request, if they are lower than those of the product. */
  bytesMax?: number
  totalMs?: number
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** At most the limit in bytes; `isWhole` is false when the body continues after it. */
  bytes: Buffer
  isWhole: boolean
}

interface Limits {
  connectMs: number
  totalMs: number
  bytesMax: number
}

export interface Connection {
  /** Trusted instead of the authorities of the system. */
  ca: string | undefined
  proxy: URL | undefined
}

/** The lookup of a connection: it returns the checked addresses for every name. */
const checkedOnly =
  (addresses: string[]): LookupFunction =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 })),
    )

/** Time for one address before the next one is tried. */
const NEXT_ADDRESS_MS = 1500

type Options = RequestOptions & Pick<TcpSocketConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>

function optionsOf({ url, host, port, addresses }: Place, { method = 'GET', headers = {}, body }: OutboundRequest): Options {
  return {
    method,
    path: `${url.pathname}${url.search}`,
    host,
    port,
    lookup: checkedOnly(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    // A new connection per request, and no proxy of the environment.
    agent: false,
    headers: {
      host: url.host,
      'user-agent': 'Sheaf',
      accept: 'application/json',
      connection: 'close',
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  }
}

const faultOf = (error: NodeJS.ErrnoException): Fault => {
  const code = error.code ?? ''
  if (/CERT|SIGNED|VERIFY|ALTNAME|SSL|TLS|EPROTO/.test(code)) return 'certificate'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES/.test(code)) return 'unreachable'
  return code === 'ETIMEDOUT' ? 'timeout' : 'brokenOff'
}

/** Sends one request to a checked place within the limits. Redirects are not followed; their response is returned as it is. */
export async function exchange(place: Place, wanted: OutboundRequest, limits: Limits, { ca, proxy }: Connection): Promise<Answer> {
  const end = new AbortController()
  const stop = () => end.abort(new OutboundFailure('timeout'))
  const total = setTimeout(stop, limits.totalMs)
  const connecting = setTimeout(stop, limits.connectMs)
  const leave = () => end.abort(new OutboundFailure('brokenOff'))
  wanted.signal?.addEventListener('abort', leave, { once: true })
  try {
    if (wanted.signal?.aborted) throw new OutboundFailure('brokenOff')
    const tunnel = proxy && place.verdict === 'outside' ? await tunnelTo(proxy, place, end.signal) : undefined
    return await new Promise<Answer>((resolve, reject) => {
      end.signal.addEventListener('abort', () => reject(end.signal.reason), { once: true })
      const isTls = place.url.protocol === 'https:'
      const tls = { servername: isIP(place.host) ? '' : place.host, host: place.host, ...(ca ? { ca } : {}) }
      const options = { ...optionsOf(place, wanted), signal: end.signal, ...(isTls ? tls : {}) }
      const over = tunnel && {
        agent: undefined,
        createConnection: () => (isTls ? connectTls({ ...tls, socket: tunnel }) : tunnel) as Duplex,
      }
      const sent = (isTls ? requestHttps : requestHttp)({ ...options, ...over }, (reply) =>
        bodyOf(streamOf(reply, wanted), limits.bytesMax).then(
          (read) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, ...read }),
          reject,
        ),
      )
      sent.on('socket', (socket: Socket) => {
        socket.once(isTls ? 'secureConnect' : 'connect', () => {
          clearTimeout(connecting)
          // The addresses were checked before; this also holds if a future version of the platform ignores `lookup`.
          if (!tunnel && !place.addresses.includes(plainAddress(socket.remoteAddress))) sent.destroy(new OutboundFailure('brokenOff'))
        })
        if (tunnel && !isTls) clearTimeout(connecting)
      })
      sent.on('error', reject)
      sent.end(wanted.body)
    })
  } catch (error) {
    const { reason } = end.signal
    if (reason instanceof OutboundFailure) throw reason
    throw error instanceof OutboundFailure ? error : new OutboundFailure(faultOf(error as NodeJS.ErrnoException))
  } finally {
    clearTimeout(total)
    clearTimeout(connecting)
    wanted.signal?.removeEventListener('abort', leave)
    // Ends the connection, also that of a response that was not read to its end.
    end.abort()
  }
}

const plainAddress = (address = '') => address.replace(/^::ffff:(?=\d+\.)/i, '')

const decoders: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
}

/** The body as it arrives, without its compression if that is wanted. A body in another form stays as it is. */
function streamOf(reply: IncomingMessage, { isDecoded, method }: OutboundRequest): Readable {
  const encoding = (reply.headers['content-encoding'] ?? '').trim().toLowerCase()
  const decoder = isDecoded && Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  const isEmpty = method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304 || reply.headers['content-length'] === '0'
  const body = decoder && !isEmpty ? decoder : new PassThrough()
  reply.on('data', endsTinyChunks({ raw: reply, headers: reply.headers }))
  // A failure destroys the body, whose reader then fails.
  pipeline(reply, body, () => {})
  return body
}

async function bodyOf(reply: Readable, bytesMax: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), isWhole: bytes <= bytesMax }
}
