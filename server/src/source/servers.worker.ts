import { zstdDecompressSync } from 'node:zlib'
import { SOURCE_BYTES_MAX } from '@sheaf/contract/limits'
import { descriptionOf } from '@sheaf/description/openapi'
import { serversIn } from '@sheaf/description/servers'
import { boundedTask } from '../runtime/bounded-task.ts'
import { textOf } from './out/file-text.ts'

/** The servers that a stored version names. */
export default boundedTask(async ({ bytes }: { bytes: Uint8Array }) =>
  serversIn(descriptionOf(await textOf(zstdDecompressSync(bytes, { maxOutputLength: SOURCE_BYTES_MAX })))),
)
