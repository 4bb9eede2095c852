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
const send = (message: JobMessage) => parentPort?.postMessage(message)
const stop = new AbortController()
const { signal } = stop
parentPort?.on('message', () => stop.abort())

const unpacked = (done: number) => send({ is: 'progress', progress: { stage: 'unpacking', table: '', done, total: 0 } })

const store = openStore(config.DATABASE_URL ?? join(config.DATA_DIR, 'sheaf.db'))
try {
  if (archive && !existsSync(folder)) await unpackArchive(archive, folder, { onFile: unpacked, signal })
  if (archive) await rm(archive, { force: true })
  const services = { config, store, files: fileStores({ config, store }), now: clockOf(config) }
  const onProgress = (progress: Extract<JobMessage, { is: 'progress' }>['progress']) => send({ is: 'progress', progress })
  const work = { folder, services, language, onProgress, signal }
  send({ is: 'done', report: what === 'move' ? await moveIn({ ...work, samePeople }) : await verifyMove(work) })
} catch (error) {
  if (signal.aborted) send({ is: 'stopped' })
  else if (isFull((error as NodeJS.ErrnoException).code)) send({ is: 'refused', error: 'noSpace', fill: {} })
  else if (error instanceof Refusal) send({ is: 'refused', error: error.error, fill: error.fill })
  else throw error
} finally {
  await store.close()
  parentPort?.close()
}
