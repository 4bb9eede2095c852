import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Refusal } from '@sheaf/contract/errors'
import { SOURCE_BYTES_MAX } from '@sheaf/contract/limits'
import { decodeText } from '../../zip/text.ts'

const unzip = promisify(gunzip)

/** The text of a file as it was received, also in an encoding of Chinese programs, and compressed with gzip. Refusals: importTextTooBig, importBroken. */
export async function textOf(bytes: Buffer): Promise<string> {
  const tooBig = new Refusal('importTextTooBig', { limit: `${SOURCE_BYTES_MAX / 1_000_000} MB` })
  if (bytes.length > SOURCE_BYTES_MAX) throw tooBig
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeText(bytes)
  try {
    return decodeText(await unzip(bytes, { maxOutputLength: SOURCE_BYTES_MAX }))
  } catch (error) {
    throw error instanceof RangeError ? tooBig : new Refusal('importBroken')
  }
}
