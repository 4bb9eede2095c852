import type { FastifyRequest } from 'fastify'

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
