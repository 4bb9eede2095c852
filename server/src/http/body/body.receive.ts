import { Refusal } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { endsTinyChunks } from '../limits/tiny-chunks.ts'
import { type Fields, type Reading, readWholeBody } from './body.ts'
import type { LargeBody, ReadBody } from './body.worker.ts'

/** Limits for reading the rest of a refused body: most clients read a response only after they have sent their whole request. */
const DISCARD_MAX_BYTES = 8 * 1024 * 1024
const DISCARD_TIMEOUT_MS = 10_000
/** How long a connection with a larger body stays open, so that the response can arrive. */
const CLOSE_DELAY_MS = 1000

/** Handles the rest of a refused body: it is discarded, or not read at all when it is large, and the connection is ended (S60). */
export function discardBody({ raw, headers }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  const isLarge = Number(headers['content-length']) > 2 * DISCARD_MAX_BYTES
  const end = setTimeout(() => raw.destroy(), isLarge ? CLOSE_DELAY_MS : DISCARD_TIMEOUT_MS).unref()
  raw.once('close', () => clearTimeout(end))
  if (isLarge) {
    // Node would otherwise read a body to its end if no code has started to read it.
    raw.read(0)
    raw.pause()
    return
  }
  let bytes = 0
  raw.on('data', endsTinyChunks({ raw, headers })).on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARD_MAX_BYTES) raw.destroy()
  })
  raw.resume()
}

/** Bytes up to which a body is parsed on the event loop; a larger one would block all other requests, so a thread parses it. */
const SYNC_PARSE_MAX_BYTES = 128 * 1024
/** Maximum bytes of a block, unless one chunk of the connection is larger. */
const BLOCK_MAX = 1024 * 1024
const bounds = {
  threads: 2,
  megabytes: 512,
  milliseconds: 10_000,
  waiting: 100,
  waitingPerOwner: 10,
  keepIdleThread: true,
} satisfies Bounds

/** The announced size of a body in bytes: `most` when the size is not announced, 0 when there is no body. */
export function announcedBytes({ method, headers }: FastifyRequest, most: number): number {
  if (method === 'GET' || method === 'HEAD') return 0
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : most
}

/** The client disconnected before its whole body arrived, so it cannot receive a response. */
export class RequestAborted extends Error {
  constructor() {
    super('the client broke off its request')
  }
}

/** The bytes of a body in blocks. Refuses more than `most` bytes, before reading if the announced size is larger. */
export function receive(request: FastifyRequest, most: number): Promise<Buffer[]> {
  const { raw } = request
  return new Promise((resolve, reject) => {
    if (announcedBytes(request, 0) > most) return reject(new Refusal('tooLarge'))
    if (raw.destroyed && !raw.complete) return reject(new RequestAborted())
    const body = blocksOf()
    const count = endsTinyChunks(request)
    const end = (finish: () => void) => {
      raw.off('data', take).off('end', onEnd).off('close', onClose).off('error', onClose)
      finish()
    }
    const take = (chunk: Buffer) => {
      count(chunk)
      if (body.bytes() + chunk.length > most) end(() => reject(new Refusal('tooLarge')))
      else body.add(chunk)
    }
    const onEnd = () => end(() => resolve(body.all()))
    const onClose = () => end(() => reject(new RequestAborted()))
    raw.on('data', take).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

const EMPTY = Buffer.alloc(0)

/**
 * Collects the bytes of a body in blocks. Each block has its own memory, so that it can be transferred to a thread. Blocks are never
 * joined or moved, because copying 32 MB blocks the event loop. A block is allocated when its bytes arrive, not when they are announced.
 * Most bodies are one chunk, which is small and stays where it is.
 */
function blocksOf() {
  const full: Buffer[] = []
  let [bytes, place, used] = [0, EMPTY, 0]
  let only: Buffer | undefined
  const put = (chunk: Buffer) => {
    const fits = chunk.copy(place, used)
    used += fits
    if (fits < chunk.length) {
      if (used > 0) full.push(place)
      // Each block is as large as all previous blocks, so a small body uses little memory and a large body has few blocks.
      place = Buffer.allocUnsafeSlow(Math.max(chunk.length - fits, Math.min(bytes, BLOCK_MAX)))
      used = chunk.copy(place, 0, fits)
    }
    bytes += chunk.length
  }
  return {
    bytes: () => (only ? only.length : bytes),
    add(chunk: Buffer) {
      if (bytes === 0 && !only && chunk.length <= SYNC_PARSE_MAX_BYTES) {
        only = chunk
        return
      }
      if (only) put(only)
      only = undefined
      put(chunk)
    },
    all: () => (only ? [only] : used > 0 ? [...full, place.subarray(0, used)] : full),
  }
}

/** The fields of a received body; a promise if they are not read at once. A large body is parsed in a thread, where addresses take turns. */
export function fieldsOf(type: string, blocks: Buffer[], reading: Reading, owner: string): Fields | Promise<Fields> {
  const [only] = blocks
  if (only && blocks.length === 1 && only.length <= SYNC_PARSE_MAX_BYTES) return readWholeBody(type, only, reading)
  const bytes = blocks.reduce((sum, block) => sum + block.length, 0)
  if (bytes <= SYNC_PARSE_MAX_BYTES) return readWholeBody(type, Buffer.concat(blocks), reading)
  return largeFieldsOf(type, blocks, reading, owner)
}

async function largeFieldsOf(type: string, blocks: Buffer[], reading: Reading, owner: string): Promise<Fields> {
  const memory = blocks.map((block) => block.buffer as ArrayBuffer)
  const read = await inBounds<LargeBody, ReadBody>(import.meta.url, 'body', { type, blocks, reading }, { ...bounds, owner }, memory).catch(
    () => {
      // The queue of the threads is full, or parsing exceeded its time limit.
      throw new Refusal('tooMany', { seconds: '5' })
    },
  )
  if ('refused' in read) throw new Refusal(...read.refused)
  return read.fields
}
