import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { StoreProblem } from './problem.ts'
import type { S3Place } from './s3-place.ts'
import { refusalIn, type S3Request, sendRequest, textOf } from './s3-request.ts'
import { type ByteRange, type ContentHeaders, type Files, isStoredName, mustBeName } from './storage.ts'

/** Seconds that an address given to a browser is good for. */
const LINK_LIFE = 300

async function bodyFrom(from: Buffer | { path: string }): Promise<NonNullable<S3Request['body']>> {
  const hash = createHash('sha256')
  if (Buffer.isBuffer(from)) return { from, size: from.length, hash: hash.update(from).digest('hex') }
  const { size } = await stat(from.path)
  await pipeline(createReadStream(from.path), hash)
  return { from, size, hash: hash.digest('hex') }
}

/** Whether these are the bytes that were asked for, of a file of this size. */
function isAsAsked({ statusCode, headers }: IncomingMessage, range: ByteRange | undefined, whole: number | undefined) {
  if (!range) return statusCode === 200 && (whole === undefined || Number(headers['content-length']) === whole)
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  return statusCode === 206 && Number(start) === range.start && Number(end) === range.end && [undefined, Number(size)].includes(whole)
}

/** Files in a bucket of a store that speaks S3. `tell` hears of every problem with it. */
export function s3Files(kind: string, place: S3Place, tell: (problem: StoreProblem) => void = () => {}): Files {
  const request = (asked: S3Request) =>
    sendRequest(place, asked).catch((problem: StoreProblem) => {
      tell(problem)
      throw problem
    })

  /** One of the answers hoped for, or what it means instead; undefined when the file is not there. */
  async function found(asked: S3Request, ...hoped: number[]): Promise<IncomingMessage | undefined> {
    const reply = await request(asked)
    if (hoped.includes(reply.statusCode ?? 0)) return reply
    const problem = await refusalIn(place, reply)
    if (reply.statusCode === 404 && problem.reason !== 'storeBucket' && asked.method !== 'PUT') return undefined
    tell(problem)
    throw problem
  }

  const missing = () => new Error('there is no such stored file')

  return {
    kind,
    async put(name, from) {
      mustBeName(name)
      const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
      const reply = await found({ method: 'PUT', name, headers, body: await bodyFrom(from) }, 200, 201)
      reply?.resume()
    },
    async read(name, range, whole) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const reply = await found({ method: 'GET', name: mustBeName(name), headers }, 200, 206, 416)
      if (!reply) throw missing()
      if (isAsAsked(reply, range, whole)) return reply
      reply.destroy()
      throw new Error('the stored file has another size')
    },
    async size(name) {
      const reply = await found({ method: 'HEAD', name: mustBeName(name) }, 200)
      reply?.resume()
      if (!reply) throw missing()
      return Number(reply.headers['content-length'])
    },
    async remove(name) {
      const reply = await found({ method: 'DELETE', name: mustBeName(name) }, 200, 202, 204)
      reply?.resume()
    },
    async *list() {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query: Record<string, string> = { 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) }
        const reply = await found({ method: 'GET', name: '', query }, 200)
        const page = reply ? await textOf(place, reply) : ''
        for (const [, name = '', size] of page.matchAll(/<Contents>.*?<Key>([^<]*)<\/Key>.*?<Size>(\d+)<\/Size>/gs))
          if (isStoredName(name)) yield { name, size: Number(size) }
        token = plain(/<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1])
      }
    },
    ...(place.publicOrigin ? { link: (name: string, shown: ContentHeaders) => linkTo(place, mustBeName(name), shown) } : {}),
    // A file comes there whole or not at all.
    sweep: async () => {},
  }
}

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text: string | undefined) => text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => signs[name] as string)

/** What the browser makes of the file is part of what is signed: nobody can ask for the same bytes as something that runs. */
async function linkTo(
  { publicOrigin, root, key: accessKeyId, secret: secretAccessKey, region }: S3Place,
  name: string,
  shown: ContentHeaders,
) {
  const address = new URL(`${publicOrigin}${root}${name}`)
  const fields = {
    'X-Amz-Expires': String(LINK_LIFE),
    'response-content-type': shown.type,
    'response-content-disposition': shown.disposition,
    'response-cache-control': `private, max-age=${LINK_LIFE}`,
  }
  for (const [field, value] of Object.entries(fields)) address.searchParams.set(field, value)
  const given = { method: 'GET', url: address.href, accessKeyId, secretAccessKey, region, service: 's3', signQuery: true }
  const { url } = await new AwsV4Signer(given).sign()
  // As it was signed; not every store takes a plus for a space.
  return url.href.replace(/\?.*/, (query) => query.replaceAll('+', '%20').replaceAll('*', '%2A'))
}
