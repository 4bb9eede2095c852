import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { Refusal } from '@sheaf/contract/errors'
import { snapshotIn } from '@sheaf/description/snapshot'
import { differencesOf } from '@sheaf/description/table-instances'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { textOf } from '../out/file-text.ts'

const [compress, expand] = [promisify(zstdCompress), promisify(zstdDecompress)]

export interface InstanceTask {
  /** The file of the instance: its path as received, or its bytes as stored. */
  file: { path: string } | { bytes: Uint8Array }
  /** The file of the version that pages show, compressed. */
  main: Uint8Array
}

export interface InstanceRead {
  /** Undefined if it is no structure of a database. */
  read?: {
    differences: ReturnType<typeof differencesOf>
    /** The number of its tables. */
    tables: number
    /** The file as received, compressed. */
    bytes: Buffer
  }
}

async function compare({ file, main }: InstanceTask): Promise<InstanceRead> {
  const received = 'path' in file ? await readFile(file.path) : await expand(file.bytes)
  try {
    const [before, after] = [snapshotIn(await textOf(await expand(main))), snapshotIn(await textOf(received))]
    if (!before || !after) return {}
    return { read: { differences: differencesOf(before, after), tables: after.tables.length, bytes: await compress(received) } }
  } catch (error) {
    // A refusal loses its kind on its way out of the thread.
    if (error instanceof Refusal) return {}
    throw error
  }
}

/** Compares an instance of a database with the one that pages show. */
export default boundedTask(compare)
