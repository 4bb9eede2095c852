import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '@sheaf/contract'
import { fileStores } from '../../common/storage.store.ts'
import { openStore } from '../../db/dialect.ts'
import { clockOf } from '../../runtime/config.ts'
import { isFull } from '../../storage/disk.ts'
import { unpackArchive } from '../archive/unpack-archive.ts'
import { moveIn, verifyMove } from '../move-in.ts'
import type { JobMessage, JobTask } from './run-job.ts'

const { config, what, folder, archive, samePeople, language } = workerData as JobTask
const tell = (told: JobMessage) => parentPort?.postMessage(told)
const asked = new AbortController()
const { signal } = asked
parentPort?.on('message', () => asked.abort())

const unpacked = (done: number) => tell({ is: 'progress', progress: { stage: 'unpacking', table: '', done, total: 0 } })

const store = openStore(config.DATABASE_URL ?? join(config.DATA_DIR, 'sheaf.db'))
try {
  if (archive && !existsSync(folder)) await unpackArchive(archive, folder, { onFile: unpacked, signal })
  if (archive) await rm(archive, { force: true })
  const house = { config, store, files: fileStores({ config, store }), now: clockOf(config) }
  const onProgress = (progress: Extract<JobMessage, { is: 'progress' }>['progress']) => tell({ is: 'progress', progress })
  const work = { folder, house, language, onProgress, signal }
  tell({ is: 'done', report: what === 'move' ? await moveIn({ ...work, samePeople }) : await verifyMove(work) })
} catch (error) {
  if (signal.aborted) tell({ is: 'stopped' })
  else if (isFull((error as NodeJS.ErrnoException).code)) tell({ is: 'refused', error: 'noSpace', fill: {} })
  else if (error instanceof Refusal) tell({ is: 'refused', error: error.error, fill: error.fill })
  else throw error
} finally {
  await store.close()
  parentPort?.close()
}
