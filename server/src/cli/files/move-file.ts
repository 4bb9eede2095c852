import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clearOrphan, forgetOrphan, noteOrphan } from '../../attachment/orphan.store.ts'
import { randomHex } from '../../auth/secrets.ts'
import type { Services } from '../../context.ts'
import type { Files } from '../../storage/storage.ts'

export interface Movable {
  file_id: number
  display_name: string
  store: string
  path: string
  file_size: number
}

/** moved; gone, because somebody has deleted it meanwhile; lost, where it should be; changed on the way. */
export type Outcome = 'moved' | 'gone' | 'lost' | 'changed'

type FileStores = Pick<Services, 'store' | 'files' | 'now'>

/**
 * One file to another store, under a new name there. The row changes when the copy was read back and is the same; the old bytes are
 * noted and taken away an hour later, so that whoever is reading them ends in peace. Broken off anywhere, nothing is lost.
 */
export async function moveFile(where: FileStores, target: Files, file: Movable, temp: string): Promise<Outcome> {
  const source = await where.files.of(file.store)
  const [path, part] = [`${randomHex(1)}/${randomHex(20)}`, join(temp, String(file.file_id))]
  try {
    const hash = await copyOf(source, file, part)
    if (!hash) return 'lost'
    await noteOrphan(where.store.db, path, target.kind, where.now())
    await target.put(path, { path: part })
    const isSame = (await target.size(path)) === file.file_size && (await hashOf(target, path)) === hash
    const outcome = isSame ? await changeRow(where, target.kind, path, file) : 'changed'
    if (outcome !== 'moved') await clearOrphan(where, path)
    return outcome
  } finally {
    await rm(part, { force: true })
  }
}

/** The bytes in a file of this machine, and their hash; undefined when the store has lost them. */
async function copyOf(source: Files, { path, file_size }: Movable, part: string): Promise<string | undefined> {
  const bytes = await source.read(path, undefined, file_size).catch((error: Error) => {
    if ('reason' in error) throw error
    return undefined
  })
  if (!bytes) return undefined
  const hash = createHash('sha256')
  bytes.on('data', (chunk) => hash.update(chunk))
  await pipeline(bytes, createWriteStream(part, { mode: 0o600 }))
  return hash.digest('hex')
}

async function hashOf(files: Files, path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await files.read(path), hash)
  return hash.digest('hex')
}

const changeRow = ({ store, now }: FileStores, kind: string, path: string, { file_id, ...old }: Movable): Promise<Outcome> =>
  store.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('attachment')
      .set({ store: kind, path })
      .where('file_id', '=', file_id)
      .where('store', '=', old.store)
      .where('path', '=', old.path)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) return 'gone'
    await forgetOrphan(trx, path)
    await noteOrphan(trx, old.path, old.store, now())
    return 'moved'
  })
