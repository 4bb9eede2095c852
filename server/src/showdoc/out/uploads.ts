import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Stores } from '../../storage/storage.ts'

export interface Stored {
  file_id: number
  display_name: string
  store: string
  path: string
  file_size: number
}

export interface Uploads {
  count: number
  bytes: number
  /** Files whose row is there and whose bytes are not. */
  missing: { file_id: number; display_name: string }[]
}

/** The bytes of every file to where its row in ShowDoc says. A store that does not answer ends it; a file it has lost is named. */
export async function writeUploads(
  folder: string,
  stores: Pick<Stores, 'of'>,
  files: AsyncIterable<Stored>,
  fileAt: (file_id: number) => string,
  show: (text: string) => void,
): Promise<Uploads> {
  const told: Uploads = { count: 0, bytes: 0, missing: [] }
  await mkdir(join(folder, 'Public', 'Uploads'), { recursive: true })
  // As ShowDoc has it: nothing lists the folder.
  await writeFile(join(folder, 'Public', 'Uploads', 'index.html'), '')
  for await (const file of files) {
    const target = join(folder, fileAt(file.file_id))
    const bytes = await bytesOf(stores, file)
    if (!bytes) {
      told.missing.push({ file_id: file.file_id, display_name: file.display_name })
      continue
    }
    await mkdir(dirname(target), { recursive: true })
    await pipeline(bytes, createWriteStream(target, { mode: 0o644 }))
    told.count++
    told.bytes += file.file_size
    show(`files ${told.count}`)
  }
  return told
}

async function bytesOf(stores: Pick<Stores, 'of'>, { store, path, file_size }: Stored) {
  const from = await stores.of(store)
  return from.read(path, undefined, file_size).catch((error: Error) => {
    // What is wrong with the store itself is not a lost file.
    if ('reason' in error) throw error
    return undefined
  })
}
