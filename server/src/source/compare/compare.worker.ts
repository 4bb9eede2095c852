import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { descriptionOf } from '@sheaf/description/openapi'
import { snapshotIn } from '@sheaf/description/snapshot'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { textOf } from '../out/file-text.ts'
import { changesSince } from './changes.ts'

const expand = promisify(zstdDecompress)

/** The files of two versions of one source, compressed. */
export interface CompareTask {
  before: Uint8Array
  after: Uint8Array
}

async function read(bytes: Uint8Array) {
  const text = await textOf(await expand(bytes))
  const snapshot = snapshotIn(text)
  return snapshot ? { kind: 'database' as const, snapshot } : { kind: 'openapi' as const, document: descriptionOf(text) }
}

/** Two stored versions are compared as they are. */
const known = { accepted: new Set<string>(), renames: new Map<string, string>() }

/** What the second file changes since the first. */
export default boundedTask(async ({ before, after }: CompareTask) => changesSince(known, await read(before), await read(after)))
