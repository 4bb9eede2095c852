import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Refusal } from '@sheaf/contract/errors'
import { SOURCE_BYTES_MAX } from '@sheaf/contract/limits'

const unzip = promisify(gunzip)

/** The text of a file as it was received, also compressed with gzip. Refusals: importTextTooBig, importBroken. */
export async function textOf(bytes: Buffer): Promise<string> {
  const tooBig = new Refusal('importTextTooBig', { limit: `${SOURCE_BYTES_MAX / 1_000_000} MB` })
  if (bytes.length > SOURCE_BYTES_MAX) throw tooBig
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8')
  try {
    return (await unzip(bytes, { maxOutputLength: SOURCE_BYTES_MAX })).toString('utf8')
  } catch (error) {
    throw error instanceof RangeError ? tooBig : new Refusal('importBroken')
  }
}
