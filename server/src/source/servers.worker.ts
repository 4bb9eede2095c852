import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { SOURCE_BYTES_MAX } from '@sheaf/contract/limits'
import { descriptionOf } from '@sheaf/description/openapi'
import { serversIn } from '@sheaf/description/servers'
import { boundedTask } from '../runtime/bounded-task.ts'

/** The servers that a stored version names. */
export default boundedTask(({ bytes }: { bytes: Uint8Array }) => {
  const file = zstdDecompressSync(bytes, { maxOutputLength: SOURCE_BYTES_MAX })
  const isPacked = file[0] === 0x1f && file[1] === 0x8b
  return serversIn(descriptionOf((isPacked ? gunzipSync(file, { maxOutputLength: SOURCE_BYTES_MAX }) : file).toString('utf8')))
})
