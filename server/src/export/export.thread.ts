import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ErrorName, type Language, Refusal } from '@sheaf/contract'
import type { Ctx, User } from '../context.ts'
import type { Config } from '../runtime/config.ts'
import { sweeper } from '../runtime/sweep.ts'
import { workerFile } from '../runtime/worker-file.ts'
import type { ArchiveName, ExportOptions, ExportRequest } from './export.source.ts'

/** What a thread is given: who asks for what, and where everything lies. It looks up every right again by itself. */
export interface ArchiveTask {
  name: ArchiveName
  wanted: ExportRequest
  options: Omit<ExportOptions, 'signal' | 'onProgress'>
  database: string
  config: Pick<Config, 'DATA_DIR' | 'BASE_PATH' | 'SECRET_KEY'>
  who: { user: User; session_id: number | null; language: Language }
}

/** What it tells. A piece is sent when one was asked for. */
export type ThreadMessage =
  | { is: 'begun'; name: string }
  | { is: 'piece'; bytes: Uint8Array }
  | { is: 'progress'; done: number; total: number }
  | { is: 'refused'; error: ErrorName; fill: Record<string, string> }
  | { is: 'done' }

/** Pieces that are asked for before they are taken: the thread works while the connection sends. */
const CHUNKS_AHEAD = 4
/** Megabytes that the thread may hold before it is ended; young ones are few, so that it stays small. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 }

const file = workerFile(import.meta.url, 'archive')

/** Makes an archive in a thread of its own, which reads the database by itself: nobody else waits for any of it. */
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
    wanted,
    options,
    database,
    config: { DATA_DIR, BASE_PATH, SECRET_KEY },
    who: { user, session_id, language },
  }
  // Without the maps of the sources, which it would hold for every module.
  const thread = new Worker(file, { workerData: task, env: {}, execArgv: [], resourceLimits: MEMORY })
  const told: ThreadMessage[] = []
  let wake = () => {}
  let problem: unknown
  const fail = (error: unknown) => {
    problem ??= error
    wake()
  }
  const end = () => fail(signal.reason)
  thread.on('message', (one: ThreadMessage) => {
    if (one.is === 'progress') return onProgress(one.done, one.total)
    told.push(one)
    wake()
  })
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the thread ended')))
  signal.addEventListener('abort', end)
  const over = async () => {
    signal.removeEventListener('abort', end)
    await thread.terminate()
  }
  const next = async () => {
    for (;;) {
      const one = told.shift()
      if (one) return one
      if (problem) throw problem
      await new Promise<void>((go) => {
        wake = go
      })
    }
  }
  async function* pieces() {
    try {
      const passed = sweeper()
      for (let n = 0; n < CHUNKS_AHEAD; n++) thread.postMessage('next')
      for (let one = await next(); one.is !== 'done'; one = await next()) {
        // A store may fail in the middle: what is there by then is not the whole.
        if (one.is === 'refused') throw new Refusal(one.error, one.fill)
        if (one.is !== 'piece') continue
        thread.postMessage('next')
        passed(one.bytes.length)
        yield one.bytes
      }
    } finally {
      await over()
    }
  }
  try {
    const first = await next()
    if (first.is === 'refused') throw new Refusal(first.error, first.fill)
    if (first.is !== 'begun') throw new Error('the thread did not begin')
    return { name: first.name, bytes: pieces() }
  } catch (error) {
    await over()
    throw error
  }
}
