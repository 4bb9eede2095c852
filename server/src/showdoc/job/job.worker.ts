import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type MoveProgress as CopyProgress, type Language, type MoveReport, Refusal } from '@sheaf/contract'
import { fileStores } from '../../common/storage.store.ts'
import { openStore } from '../../db/dialect.ts'
import type { Config } from '../../runtime/config.ts'
import { clockOf } from '../../runtime/days.ts'
import { type Host, streamTask } from '../../runtime/stream-task.ts'
import { isFull } from '../../storage/disk.ts'
import { unpackArchive } from '../archive/unpack-archive.ts'
import { moveIn, verifyMove } from '../move-in.ts'

interface MoveTask {
  config: Config
  what: 'move' | 'verify'
  folder: string
  /** Unpacked into `folder` first. */
  archive?: string | undefined
  samePeople: boolean
  language: Language
}

export type MoveProgress = Omit<CopyProgress, 'stage'> & { stage: CopyProgress['stage'] | 'unpacking' }
type MoveCalls = { progress: (progress: MoveProgress) => void }

/** Moves, or compares again, with a database connection of this thread, so that requests do not wait for it. */
export default streamTask(async function* (
  { config, what, folder, archive, samePeople, language }: MoveTask,
  { notify, signal }: Host<MoveCalls>,
): AsyncGenerator<never, MoveReport> {
  const onFile = (done: number) => notify('progress', { stage: 'unpacking', table: '', done, total: 0 })
  const store = openStore(config.DATABASE_URL ?? join(config.DATA_DIR, 'sheaf.db'))
  try {
    if (archive && !existsSync(folder)) await unpackArchive(archive, folder, { onFile, signal })
    if (archive) await rm(archive, { force: true })
    const services = { config, store, files: fileStores({ config, store }), now: clockOf(config) }
    const work = { folder, services, language, onProgress: (progress: CopyProgress) => notify('progress', progress), signal }
    return what === 'move' ? await moveIn({ ...work, samePeople }) : await verifyMove(work)
  } catch (error) {
    if (isFull((error as NodeJS.ErrnoException).code)) throw new Refusal('noSpace')
    throw error
  } finally {
    await store.close()
  }
})
