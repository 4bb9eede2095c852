import { Refusal } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import { inBounds } from '../../runtime/workers.ts'
import { type Fields, type Reading, readWholeBody } from './body.ts'
import type { LargeBody, ReadBody } from './body.worker.ts'

/** So much is still read of a body that nobody wants, and for so long: most clients hear an answer only once they have sent theirs. */
const DISCARD_MAX_BYTES = 8 * 1024 * 1024
const DISCARD_TIMEOUT_MS = 10_000
/** How long the answer to a larger one may take to arrive before the connection ends. */
const CLOSE_DELAY_MS = 1000

/** After a refusal in the middle of a body: the rest is thrown away, or not read at all when it is large, and the connection ended (S60). */
export function discardBody({ raw, headers }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  const isLarge = Number(headers['content-length']) > 2 * DISCARD_MAX_BYTES
  const end = setTimeout(() => raw.destroy(), isLarge ? CLOSE_DELAY_MS : DISCARD_TIMEOUT_MS).unref()
  raw.once('close', () => clearTimeout(end))
  if (isLarge) {
    // Node would read to its end what nobody has begun to read.
    raw.read(0)
    raw.pause()
    return
  }
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARD_MAX_BYTES) raw.destroy()
  })
  raw.resume()
}

/** Bytes up to which a body is read at once; reading a larger one would hold up all others, so a thread does it. */
const SYNC_PARSE_MAX_BYTES = 128 * 1024
/** Bytes of a block at most, unless one piece of the connection is larger. */
const BLOCK_MAX = 1024 * 1024
const bounds = { threads: 2, megabytes: 512, milliseconds: 10_000, waiting: 100, waitingOfOne: 10, stays: true }

/** Bytes that a request says it brings; `most` when it brings some and does not say how many, 0 when it brings none. */
export function announced({ method, headers }: FastifyRequest, most: number): number {
  if (method === 'GET' || method === 'HEAD') return 0
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : most
}

/** A client that broke off before all of its body had come; nobody is there to hear an answer. */
export class BrokenOff extends Error {
  constructor() {
    super('the client broke off its request')
  }
}

/** The bytes of a body in blocks; refused when there are more than `most`, before they are read when the request says so. */
export function receive(request: FastifyRequest, most: number): Promise<Buffer[]> {
  const { raw } = request
  return new Promise((resolve, reject) => {
    if (announced(request, 0) > most) return reject(new Refusal('tooLarge'))
    if (raw.destroyed && !raw.complete) return reject(new BrokenOff())
    const body = blocksOf()
    const end = (finish: () => void) => {
      raw.off('data', take).off('end', onEnd).off('close', onClose).off('error', onClose)
      finish()
    }
    const take = (chunk: Buffer) => {
      if (body.bytes() + chunk.length > most) end(() => reject(new Refusal('tooLarge')))
      else body.add(chunk)
    }
    const onEnd = () => end(() => resolve(body.all()))
    const onClose = () => end(() => reject(new BrokenOff()))
    raw.on('data', take).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

/**
 * Keeps the bytes of a body in blocks, each in memory of its own so that a thread can take it over. Nothing is copied a second time here:
 * to join 32 MB, or to move them to a larger place, blocks the event loop. A block is allocated when its bytes arrive, not when they are
 * announced.
 */
function blocksOf() {
  const full: Buffer[] = []
  let [bytes, place, used] = [0, Buffer.alloc(0), 0]
  return {
    bytes: () => bytes,
    add(chunk: Buffer) {
      const fits = chunk.copy(place, used)
      used += fits
      if (fits < chunk.length) {
        if (used > 0) full.push(place)
        // Each block is as large as all before it, so that a small body takes little and a large one has few.
        place = Buffer.allocUnsafeSlow(Math.max(chunk.length - fits, Math.min(bytes, BLOCK_MAX)))
        used = chunk.copy(place, 0, fits)
      }
      bytes += chunk.length
    },
    all: () => (used > 0 ? [...full, place.subarray(0, used)] : full),
  }
}

/** The fields of a body that was received; a large one is read in a thread, where each address has its turn. */
export async function fieldsOf(type: string, blocks: Buffer[], reading: Reading, owner: string): Promise<Fields> {
  const bytes = blocks.reduce((sum, block) => sum + block.length, 0)
  if (bytes <= SYNC_PARSE_MAX_BYTES) return readWholeBody(type, Buffer.concat(blocks), reading)
  const memory = blocks.map((block) => block.buffer as ArrayBuffer)
  const read = await inBounds<LargeBody, ReadBody>(import.meta.url, 'body', { type, blocks, reading }, { ...bounds, owner }, memory).catch(
    () => {
      // Too many wait for a thread, or this one took longer than any body of its size should.
      throw new Refusal('tooMany', { seconds: '5' })
    },
  )
  if ('refused' in read) throw new Refusal(...read.refused)
  return read.fields
}
