import { createHash, randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { randomHex } from '../auth/secrets.ts'
import type { S3Place } from './s3-place.ts'
import {
  type ByteRange,
  type ContentHeaders,
  type Files,
  isStoredName,
  mustBeName,
  problemInReply,
  problemOfConnection,
  StoreProblem,
} from './storage.ts'

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** The object name in the bucket; '' for the bucket itself. */
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Bytes or a file, with size and hash. */
  body?: { from: Buffer | { path: string }; size: number; hash: string }
}

/** Timeouts in milliseconds: without a byte in either direction, until a response begins (R21), and for retries. */
const IDLE_TIMEOUT_MS = 5000
const RESPONSE_TIMEOUT_MS = 9000
const RETRY_WINDOW_MS = 4000
const ATTEMPTS_MAX = 3
/** The slowest accepted upload rate, in bytes per millisecond. */
const UPLOAD_RATE_MIN = 64
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Without a limit of connections: slow readers hold their connection, and other requests must not wait for them. */
const agentOptions = { keepAlive: true, maxFreeSockets: 64 }
const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) }

/** The host and bucket, for messages to administrators. */
export const shownPlace = ({ origin, root, bucket }: S3Place) => `${new URL(origin).host}${root === '/' ? '' : `/${bucket}`}`

/**
 * All requests to a store use this function: it goes only to the configured address, follows no redirects, verifies certificates and
 * signs every request with the hash of its body. All requests are idempotent, so temporary errors are retried.
 */
async function sendRequest(place: S3Place, request: S3Request): Promise<http.IncomingMessage> {
  const began = Date.now()
  const until = began + RESPONSE_TIMEOUT_MS + (request.body?.size ?? 0) / UPLOAD_RATE_MIN
  for (let attempt = 1; ; attempt++) {
    const isLast = () => attempt >= ATTEMPTS_MAX || Date.now() - began > RETRY_WINDOW_MS
    try {
      const reply = await sendOnce(place, request, until - Date.now())
      const status = reply.statusCode ?? 0
      if (!isLast() && status !== 507 && (status >= 500 || status === 429)) reply.resume()
      else return reply
    } catch (error) {
      if (isLast() || !['ECONNRESET', 'EPIPE', 'EAI_AGAIN'].includes(String((error as { code?: unknown }).code)))
        throw problemOfConnection(shownPlace(place), error)
    }
    await pause(2 ** attempt * randomInt(50, 100))
  }
}

const timeoutError = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })

async function sendOnce(place: S3Place, { method, name, query = {}, headers = {}, body }: S3Request, wait: number) {
  const address = new URL(`${place.origin}${place.root}${name}`)
  for (const [field, value] of Object.entries(query)) address.searchParams.set(field, value)
  const { key: accessKeyId, secret: secretAccessKey, region } = place
  const given = { ...headers, 'x-amz-content-sha256': body?.hash ?? EMPTY }
  const signed = await new AwsV4Signer({
    method,
    url: address.href,
    headers: given,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  }).sign()
  const sent = { ...Object.fromEntries(signed.headers), 'user-agent': 'Sheaf', ...(body ? { 'content-length': String(body.size) } : {}) }
  const { request } = address.protocol === 'http:' ? http : https
  const agent = agents[address.protocol as keyof typeof agents]
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const out = request(signed.url, { method, headers: sent, agent })
  const end = setTimeout(() => out.destroy(timeoutError()), Math.max(wait, 1))
  let reply: http.IncomingMessage | undefined
  out.once('response', (message) => {
    reply = message
    clearTimeout(end)
    resolve(message)
  })
  // While received bytes wait for the reader, the store is not the slow side.
  out.setTimeout(IDLE_TIMEOUT_MS, () => {
    if (!reply) out.destroy(timeoutError())
    else if (reply.readableLength === 0) reply.destroy(timeoutError())
  })
  out.on('error', (error) => {
    clearTimeout(end)
    reject(error)
  })
  if (body && !Buffer.isBuffer(body.from)) pipeline(createReadStream(body.from.path), out).catch((error) => reply ?? reject(error))
  else out.end(body?.from)
  return promise
}

const TEXT_BYTES_MAX = 1024 * 1024

/** Reads a short response as text. */
async function textOf(place: S3Place, reply: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > TEXT_BYTES_MAX) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw problemOfConnection(shownPlace(place), error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Converts an error response to a problem. */
const refusalIn = async (place: S3Place, reply: http.IncomingMessage) =>
  problemInReply(shownPlace(place), reply.statusCode ?? 0, await textOf(place, reply).catch(() => ''))

/** Validity in seconds of a URL for browsers. */
const LINK_SECONDS = 300

async function bodyFrom(from: Buffer | { path: string }): Promise<NonNullable<S3Request['body']>> {
  const hash = createHash('sha256')
  if (Buffer.isBuffer(from)) return { from, size: from.length, hash: hash.update(from).digest('hex') }
  const { size } = await stat(from.path)
  await pipeline(createReadStream(from.path), hash)
  return { from, size, hash: hash.digest('hex') }
}

/** Whether the response has the requested range, of a file of the expected size. */
function isRequestedRange({ statusCode, headers }: IncomingMessage, range: ByteRange | undefined, whole: number | undefined) {
  if (!range) return statusCode === 200 && (whole === undefined || Number(headers['content-length']) === whole)
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  return statusCode === 206 && Number(start) === range.start && Number(end) === range.end && [undefined, Number(size)].includes(whole)
}

/** Files in an S3 bucket; calls `report` for every problem. */
export function s3Files(kind: string, place: S3Place, report: (problem: StoreProblem) => void = () => {}): Files {
  const request = (options: S3Request) =>
    sendRequest(place, options).catch((problem: StoreProblem) => {
      report(problem)
      throw problem
    })

  /** Returns a response with an expected status; undefined when the file does not exist; throws other errors. */
  async function expectStatus(options: S3Request, ...expected: number[]): Promise<IncomingMessage | undefined> {
    const reply = await request(options)
    if (expected.includes(reply.statusCode ?? 0)) return reply
    const problem = await refusalIn(place, reply)
    if (reply.statusCode === 404 && problem.reason !== 'storeBucket' && options.method !== 'PUT') return undefined
    report(problem)
    throw problem
  }

  const missing = () => new Error('there is no such stored file')

  return {
    kind,
    async put(name, from) {
      mustBeName(name)
      const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
      const reply = await expectStatus({ method: 'PUT', name, headers, body: await bodyFrom(from) }, 200, 201)
      reply?.resume()
    },
    async read(name, range, whole) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const reply = await expectStatus({ method: 'GET', name: mustBeName(name), headers }, 200, 206, 416)
      if (!reply) throw missing()
      if (isRequestedRange(reply, range, whole)) return reply
      reply.destroy()
      throw new Error('the stored file has another size')
    },
    async size(name) {
      const reply = await expectStatus({ method: 'HEAD', name: mustBeName(name) }, 200)
      reply?.resume()
      if (!reply) throw missing()
      return Number(reply.headers['content-length'])
    },
    async remove(name) {
      const reply = await expectStatus({ method: 'DELETE', name: mustBeName(name) }, 200, 202, 204)
      reply?.resume()
    },
    async *list() {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query: Record<string, string> = { 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) }
        const reply = await expectStatus({ method: 'GET', name: '', query }, 200)
        const page = reply ? await textOf(place, reply) : ''
        for (const [, name = '', size] of page.matchAll(/<Contents>.*?<Key>([^<]*)<\/Key>.*?<Size>(\d+)<\/Size>/gs))
          if (isStoredName(name)) yield { name, size: Number(size) }
        token = plain(/<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1])
      }
    },
    ...(place.publicOrigin ? { link: (name: string, shown: ContentHeaders) => linkTo(place, mustBeName(name), shown) } : {}),
    // S3 writes objects atomically.
    sweep: async () => {},
  }
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text: string | undefined) => text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] as string)

/** The signature covers the content headers, so that a client cannot request the same bytes with an executable type. */
async function linkTo(
  { publicOrigin, root, key: accessKeyId, secret: secretAccessKey, region }: S3Place,
  name: string,
  shown: ContentHeaders,
) {
  const address = new URL(`${publicOrigin}${root}${name}`)
  const fields = {
    'X-Amz-Expires': String(LINK_SECONDS),
    'response-content-type': shown.type,
    'response-content-disposition': shown.disposition,
    'response-cache-control': `private, max-age=${LINK_SECONDS}`,
  }
  for (const [field, value] of Object.entries(fields)) address.searchParams.set(field, value)
  const given = { method: 'GET', url: address.href, accessKeyId, secretAccessKey, region, service: 's3', signQuery: true }
  const { url } = await new AwsV4Signer(given).sign()
  // Keeps the signed encoding; not every store accepts a plus for a space.
  return url.href.replace(/\?.*/, (query) => query.replaceAll('+', '%20').replaceAll('*', '%2A'))
}

const PUBLIC_CHECK_TIMEOUT_MS = 5000

/** Writes a small file, reads it, checks its public URL and deletes it. Throws a StoreProblem that names the failure. */
export async function tryStore(place: S3Place): Promise<void> {
  const files = s3Files('trial', place)
  const [name, bytes] = [`${randomHex(1)}/${randomHex(20)}`, Buffer.from(`sheaf ${randomHex(8)}`)]
  /** Maps a generic "access denied" to the operation that failed. */
  const within = <T>(denied: 'storeNoWrite' | 'storeNoRead' | 'storeNoDelete', work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof StoreProblem))
        throw new StoreProblem('storeFault', { place: shownPlace(place), problem: (error as Error).message })
      throw error.reason === 'storeDenied' ? new StoreProblem(denied, error.about) : error
    })
  await within('storeNoWrite', files.put(name, bytes))
  try {
    const read = await within('storeNoRead', files.read(name, { start: 1, end: bytes.length - 1 }, bytes.length).then(buffer))
    if (!read.equals(bytes.subarray(1))) throw new StoreProblem('storeOther', { place: shownPlace(place) })
    if (files.link) await mustBePublic(await files.link(name, { type: 'application/octet-stream', disposition: 'attachment' }), bytes)
  } catch (error) {
    await files.remove(name).catch(() => {})
    throw error
  }
  await within('storeNoDelete', files.remove(name))
}

/** Requests the URL as a browser would: it must return the same bytes as a download. */
async function mustBePublic(address: string, bytes: Buffer) {
  const problem = await publicProblem(address, bytes).catch(
    (error: { name?: string; cause?: { code?: string } }) => error.cause?.code ?? error.name ?? 'unknown',
  )
  if (problem) throw new StoreProblem('storePublic', { place: new URL(address).host, problem })
}

async function publicProblem(address: string, bytes: Buffer): Promise<string | undefined> {
  const reply = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PUBLIC_CHECK_TIMEOUT_MS) })
  const chunks: Uint8Array[] = []
  for await (const chunk of reply.body ?? []) if (chunks.push(chunk) > 10) break
  if (reply.status !== 200) return `HTTP ${reply.status}`
  if (!/^attachment/.test(reply.headers.get('content-disposition') ?? '')) return 'content-disposition'
  return Buffer.concat(chunks).equals(bytes) ? undefined : 'content'
}
