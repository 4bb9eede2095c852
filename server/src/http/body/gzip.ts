import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

const gzip = promisify(gzipCallback)
const WORTH_IT = 4096

/** Compresses what is long enough to be worth it, outside the event loop. */
export async function squeeze(body: string, accepts: string | string[] | undefined): Promise<{ body: string | Buffer; encoding?: 'gzip' }> {
  if (body.length < WORTH_IT || !String(accepts ?? '').includes('gzip')) return { body }
  return { body: await gzip(body, { level: 5 }), encoding: 'gzip' }
}
