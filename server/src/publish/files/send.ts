import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, squeezeOnce } from '../../http/body/gzip.ts'

interface FileHead {
  type: string
  /** The same for every client. A cache in front can keep it, but asks each time (W24). Other files are kept by no cache. */
  isPublic: boolean
  /** The request headers that the file depends on. */
  vary?: string
  headers?: Record<string, string>
}

const PUBLIC = 'no-cache'
const PRIVATE = 'private, no-store'

function setHead(reply: FastifyReply, { type, isPublic, vary, headers = {} }: FileHead) {
  reply.headers({
    'content-type': type,
    'cache-control': isPublic ? PUBLIC : PRIVATE,
    vary: ['accept-encoding', ...(vary ? [vary] : [])].join(', '),
    ...headers,
  })
}

/** Weak, because a compressed body has the same tag. */
const tagOf = (text: string) => `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** Whether the client has this version already. */
const isKnown = ({ headers }: FastifyRequest, tag: string) => {
  const known = headers['if-none-match']
  return known !== undefined && (known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2)))
}

/** Tags a public file with its version; true when the client has it, and 304 is the whole response. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, { isPublic }: FileHead, version: string): boolean {
  // A private file has no tag: it would tell whether a guess at its content is right.
  if (!isPublic) return false
  const tag = tagOf(version)
  reply.header('etag', tag)
  return isKnown(request, tag)
}

/** Sends a text with its tag, compressed if the client accepts it. Permissions must be checked before. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, text: string, head: FileHead) {
  setHead(reply, head)
  if (isUnchanged(request, reply, head, text)) return reply.code(304).send()
  const { body, encoding } = await squeezeOnce(text, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}

/** Sends parts as they are made. `version` changes whenever the content does. A client that has it gets nothing made. */
export function streamFile(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => AsyncIterable<string>,
  { version, ...head }: FileHead & { version: string },
) {
  setHead(reply, head)
  if (isUnchanged(request, reply, head, version)) return reply.code(304).send()
  if (request.method === 'HEAD') return reply.send('')
  const source = Readable.from(make(), { objectMode: false, highWaterMark: 64 * 1024 })
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(source)
  reply.header('content-encoding', 'gzip')
  // The error reaches the reply through the compressed stream.
  return reply.send(pipeline(source, createGzip({ level: 5 }), () => {}))
}
