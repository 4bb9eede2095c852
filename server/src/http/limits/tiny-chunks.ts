import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** Chunks of any size that a body can have, and the mean bytes that all of them must have after that. */
const FREE_CHUNKS = 1000
const MEAN_BYTES_MIN = 16

/**
 * Counts the chunks of a body, and ends its connection when they are tiny. Each chunk takes about 10 microseconds of the event loop,
 * however small it is, and one turn reads two million bytes of a connection: with chunks of one byte, that is more than 100 ms.
 */
export function endsTinyChunks({ raw, headers }: { raw: Readable; headers: IncomingHttpHeaders }): (chunk: Buffer) => void {
  if (headers['transfer-encoding'] === undefined) return () => {}
  let [chunks, bytes] = [0, 0]
  return ({ length }) => {
    chunks++
    bytes += length
    if (chunks > FREE_CHUNKS && bytes < chunks * MEAN_BYTES_MIN) raw.destroy()
  }
}
