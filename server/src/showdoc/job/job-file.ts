import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorName, MoveProgress, MoveReport } from '@sheaf/contract'
import { mark } from '../../storage/temp.ts'

/** What is known of the last move on the screen; every process on the data folder reads it. */
export interface JobState {
  state: 'running' | 'stopped' | 'failed' | 'done'
  what: 'move' | 'verify'
  /** What it reads; that of an archive is here when it is unpacked. */
  folder: string
  /** What the administrator named or sent. */
  place: string
  isUpload: boolean
  /** What was sent, until it is unpacked. */
  archive?: string
  samePeople: boolean
  progress: Pick<MoveProgress, 'table' | 'done' | 'total'> & { stage: MoveProgress['stage'] | 'unpacking' }
  refusal?: { error: ErrorName; fill: Record<string, string> }
  /** Milliseconds: when whoever does it was last alive. */
  touched: number
}

/** A move that nobody has touched for so long has lost its process. */
const JOB_STALE_MS = 15_000

export const folderOf = (dataDir: string) => join(dataDir, 'showdoc', 'screen')
const fileOf = (dataDir: string) => join(folderOf(dataDir), 'job.json')
const reportOf = (dataDir: string) => join(folderOf(dataDir), 'report.json')
const stopOf = (dataDir: string) => join(folderOf(dataDir), 'stop')

export async function jobState(dataDir: string): Promise<JobState | undefined> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const job = JSON.parse(text) as JobState
  return job.state === 'running' && Date.now() - job.touched > JOB_STALE_MS ? { ...job, state: 'stopped' } : job
}

/** As a whole or not at all: another process reads it at any time. */
export async function keepJob(dataDir: string, job: JobState): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  const part = `${fileOf(dataDir)}.${mark}`
  await writeFile(part, JSON.stringify({ ...job, touched: Date.now() }), { mode: 0o600 })
  await rename(part, fileOf(dataDir))
}

export const forgetJob = (dataDir: string) => rm(folderOf(dataDir), { recursive: true, force: true })

/** What the last one told, a move or a look at it. */
export const keptReport = (dataDir: string) => readFile(reportOf(dataDir), 'utf8').catch(() => undefined)
export const keepReport = (dataDir: string, report: MoveReport) => writeFile(reportOf(dataDir), JSON.stringify(report), { mode: 0o600 })

/** Whoever does the work looks for this; it may be another process than the one that was asked. */
export const requestStop = (dataDir: string) => writeFile(stopOf(dataDir), '')
export const isStopRequested = (dataDir: string) =>
  readFile(stopOf(dataDir)).then(
    () => true,
    () => false,
  )
export const clearStop = (dataDir: string) => rm(stopOf(dataDir), { force: true })
