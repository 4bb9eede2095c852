import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ErrorName, type Language, Refusal } from '@sheaf/contract'
import type { Ctx, User } from '../context.ts'
import type { Config } from '../runtime/config.ts'
import { bufferSweeper } from '../runtime/sweep.ts'
import { workerFile } from '../runtime/worker-file.ts'
import type { ArchiveName, ExportOptions, ExportRequest } from './export.source.ts'

/** Input of the export thread. The thread opens the database itself and checks all rights again. */
export interface ArchiveTask {
  name: ArchiveName
  request: ExportRequest
  options: Omit<ExportOptions, 'signal' | 'onProgress'>
  database: string
  config: Pick<Config, 'DATA_DIR' | 'BASE_PATH' | 'SECRET_KEY'>
  caller: { user: User; session_id: number | null; language: Language }
}

/** Messages from the thread. It sends one chunk for each message it receives (backpressure). */
export type ThreadMessage =
  | { is: 'begun'; name: string }
  | { is: 'piece'; bytes: Uint8Array }
  | { is: 'progress'; done: number; total: number }
  | { is: 'refused'; error: ErrorName; fill: Record<string, string> }
  | { is: 'done' }

/** Pieces that are requested in advance, so that the thread works while the connection sends. */
const CHUNKS_AHEAD = 4
/** Memory limits of the thread; exceeding them ends it. A small young generation keeps its footprint small. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 }

const file = workerFile(import.meta.url, 'archive')

/** Makes an archive in a thread with its own database connection, so that it delays no other request. */
export async function inThread(
  name: ArchiveName,
  wanted: ExportRequest,
  { signal, onProgress, ...options }: ExportOptions,
  ctx: Ctx<'user'>,
) {
  const { config, user, session_id, language } = ctx
  const { DATA_DIR, BASE_PATH, SECRET_KEY } = config
  const database = config.DATABASE_URL ?? join(DATA_DIR, 'sheaf.db')
  const task: ArchiveTask = {
    name,
    request: wanted,
    options,
    database,
    config: { DATA_DIR, BASE_PATH, SECRET_KEY },
    caller: { user, session_id, language },
  }
  // Empty execArgv: source maps would be kept in memory for every module.
  const thread = new Worker(file, { workerData: task, env: {}, execArgv: [], resourceLimits: MEMORY })
  const queue: ThreadMessage[] = []
  let wake = () => {}
  let problem: unknown
  const fail = (error: unknown) => {
    problem ??= error
    wake()
  }
  const end = () => fail(signal.reason)
  thread.on('message', (message: ThreadMessage) => {
    if (message.is === 'progress') return onProgress(message.done, message.total)
    queue.push(message)
    wake()
  })
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the thread ended')))
  signal.addEventListener('abort', end)
  const close = async () => {
    signal.removeEventListener('abort', end)
    await thread.terminate()
  }
  const next = async () => {
    for (;;) {
      const message = queue.shift()
      if (message) return message
      if (problem) throw problem
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  async function* pieces() {
    try {
      const countBytes = bufferSweeper()
      for (let n = 0; n < CHUNKS_AHEAD; n++) thread.postMessage('next')
      for (let message = await next(); message.is !== 'done'; message = await next()) {
        // A storage failure in the middle makes the archive incomplete, so the stream must fail.
        if (message.is === 'refused') throw new Refusal(message.error, message.fill)
        if (message.is !== 'piece') continue
        thread.postMessage('next')
        countBytes(message.bytes.length)
        yield message.bytes
      }
    } finally {
      await close()
    }
  }
  try {
    const first = await next()
    if (first.is === 'refused') throw new Refusal(first.error, first.fill)
    if (first.is !== 'begun') throw new Error('the thread did not begin')
    return { name: first.name, bytes: pieces() }
  } catch (error) {
    await close()
    throw error
  }
}
