import { existsSync, readFileSync } from 'node:fs'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@sheaf/contract'
import { isAbandoned, processMark } from '../storage/temp.ts'

/** The state that scripts/releases.mjs reads at each start: the current version, the one on trial, and the one that failed. */
interface State {
  current?: string
  trial?: { version: string; attempts: number; backup?: string; database?: string }
  failed?: { version: string; problem: string }
}

export const releasesIn = (root: string) => join(root, 'releases')
export const releaseIn = (root: string, version: string) => join(releasesIn(root), version)
const stateIn = (root: string) => join(releasesIn(root), 'state.json')

export function stateOf(root: string): State {
  try {
    return JSON.parse(readFileSync(stateIn(root), 'utf8')) as State
  } catch {
    return {}
  }
}

/** Writes atomically: a crash leaves the old or the new state. */
export async function storeState(root: string, state: State) {
  const fresh = `${stateIn(root)}.new`
  const file = await open(fresh, 'w')
  try {
    await file.writeFile(JSON.stringify(state))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, stateIn(root))
}

/** A release gets its final name only when it is complete. */
export const isStaged = (root: string, version: string) => existsSync(join(releaseIn(root, version), 'dist', 'server', 'main.js'))

export async function mustBeWritable(root: string) {
  try {
    await mkdir(releasesIn(root), { recursive: true })
    await access(releasesIn(root), constants.W_OK)
  } catch {
    throw new Refusal('updateFolder', { folder: root })
  }
}

/** Creates a folder for a download, and removes those of processes that ended. */
export async function makePart(root: string): Promise<string> {
  for (const name of await readdir(releasesIn(root))) {
    const path = join(releasesIn(root), name)
    const touched = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => undefined)
    if (name.endsWith('.part') && touched !== undefined && isAbandoned(name, touched)) await rm(path, { recursive: true, force: true })
  }
  const part = join(releasesIn(root), `${processMark}.part`)
  await rm(part, { recursive: true, force: true })
  await mkdir(part)
  return part
}

/** Takes the update lock of this installation. `release` frees it; the end of the process does so as well. */
export async function lock(root: string): Promise<{ release: () => Promise<void> }> {
  const path = join(releasesIn(root), 'lock')
  const existing = await stat(path).catch(() => undefined)
  const holder = existing && (await readFile(path, 'utf8').catch(() => ''))
  if (existing && holder !== undefined && isAbandoned(holder, existing.mtimeMs)) await rm(path, { force: true })
  const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Refusal('updateBusy') : error
  })
  await file.writeFile(processMark).finally(() => file.close())
  return { release: () => rm(path, { force: true }) }
}

/** How long a request waits: gateways time out after a minute, and downloads over a slow connection take longer. */
const STAGING_WAIT_MS = 20_000
/** How long a failure is kept for the next caller. */
const FAILURE_KEPT_MS = 60_000

interface Work {
  version: string
  done: Promise<void>
  isOver: boolean
}
/** Downloads in progress, by the folder of the installation. */
const downloads = new Map<string, Work>()

/** Starts staging a version or joins the running download; resolves to whether it is complete. A later call continues to wait. */
export async function awaitStaging(root: string, version: string, stage: () => Promise<void>, timeout = STAGING_WAIT_MS): Promise<boolean> {
  const known = downloads.get(root)
  if (known && known.version !== version && !known.isOver) throw new Refusal('updateBusy')
  const work = known?.version === version ? known : begin(root, version, stage)
  try {
    const isThere = await Promise.race([work.done.then(() => true), wait(timeout, false, { ref: false })])
    if (isThere) forget(root, work)
    return isThere
  } catch (error) {
    forget(root, work)
    throw error
  }
}

function begin(root: string, version: string, stage: () => Promise<void>): Work {
  const work: Work = { version, done: lock(root).then((held) => stage().finally(held.release)), isOver: false }
  downloads.set(root, work)
  // There may be no caller when it fails; the next call gets the error.
  const expire = () => {
    work.isOver = true
    setTimeout(() => forget(root, work), FAILURE_KEPT_MS).unref()
  }
  work.done.then(expire, expire)
  return work
}

const forget = (root: string, work: Work) => downloads.get(root) === work && downloads.delete(root)
