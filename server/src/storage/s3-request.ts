import { randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { problemInReply, problemOfConnection } from './problem.ts'
import type { S3Place } from './s3-place.ts'

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** The name in the bucket; '' for the bucket itself. */
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Bytes, or a file, with their length and hash. */
  body?: { from: Buffer | { path: string }; size: number; hash: string }
}

/** Milliseconds without a byte either way; until an answer begins, in all (R21); and after which nothing is tried again. */
const IDLE_TIMEOUT_MS = 5000
const RESPONSE_TIMEOUT_MS = 9000
const RETRY_WINDOW_MS = 4000
const TIMES = 3
/** Bytes that go up in a millisecond at least. */
const SLOWEST = 64
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Without a limit: whoever reads slowly holds a connection, and nobody waits for theirs. */
const kept = { keepAlive: true, maxFreeSockets: 64 }
const agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) }

/** The host and bucket, as administrators are told of them. */
export const shownPlace = ({ origin, root, bucket }: S3Place) => `${new URL(origin).host}${root === '/' ? '' : `/${bucket}`}`

/**
 * The only way out to a store: to its own address and nowhere it points to, certificates checked, every request signed with the hash
 * of what it carries. Everything asked may be asked twice, so a passing fault is.
 */
export async function sendRequest(place: S3Place, asked: S3Request): Promise<http.IncomingMessage> {
  const began = Date.now()
  const until = began + RESPONSE_TIMEOUT_MS + (asked.body?.size ?? 0) / SLOWEST
  for (let time = 1; ; time++) {
    const isLast = () => time >= TIMES || Date.now() - began > RETRY_WINDOW_MS
    try {
      const reply = await sendOnce(place, asked, until - Date.now())
      const status = reply.statusCode ?? 0
      if (!isLast() && status !== 507 && (status >= 500 || status === 429)) reply.resume()
      else return reply
    } catch (error) {
      if (isLast() || !['ECONNRESET', 'EPIPE', 'EAI_AGAIN'].includes(String((error as { code?: unknown }).code)))
        throw problemOfConnection(shownPlace(place), error)
    }
    await pause(2 ** time * randomInt(50, 100))
  }
}

const late = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })

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
  const end = setTimeout(() => out.destroy(late()), Math.max(wait, 1))
  let reply: http.IncomingMessage | undefined
  out.once('response', (message) => {
    reply = message
    clearTimeout(end)
    resolve(message)
  })
  // With bytes in hand that nobody took yet, it is not the store that is slow.
  out.setTimeout(IDLE_TIMEOUT_MS, () => {
    if (!reply) out.destroy(late())
    else if (reply.readableLength === 0) reply.destroy(late())
  })
  out.on('error', (error) => {
    clearTimeout(end)
    reject(error)
  })
  if (body && !Buffer.isBuffer(body.from)) pipeline(createReadStream(body.from.path), out).catch((error) => reply ?? reject(error))
  else out.end(body?.from)
  return promise
}

const LONGEST = 1024 * 1024

/** The whole of a short answer. */
export async function textOf(place: S3Place, reply: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > LONGEST) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw problemOfConnection(shownPlace(place), error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The refusal that an answer is. */
export const refusalIn = async (place: S3Place, reply: http.IncomingMessage) =>
  problemInReply(shownPlace(place), reply.statusCode ?? 0, await textOf(place, reply).catch(() => ''))
