import { existsSync, readFileSync } from 'node:fs'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@sheaf/contract'
import { isLeftBehind, mark } from '../storage/temp.ts'

/** What scripts/releases.mjs reads at each start: who is to run, who is to be tried, and who did not start. */
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

/** Whole, old or new, whatever happens in between. */
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

/** It got its name when it was whole. */
export const isStaged = (root: string, version: string) => existsSync(join(releaseIn(root, version), 'dist', 'server', 'main.js'))

export async function mustBeWritable(root: string) {
  try {
    await mkdir(releasesIn(root), { recursive: true })
    await access(releasesIn(root), constants.W_OK)
  } catch {
    throw new Refusal('updateFolder', { folder: root })
  }
}

/** A folder of one's own for what comes; what others left behind there is swept. */
export async function makePart(root: string): Promise<string> {
  for (const name of await readdir(releasesIn(root))) {
    const path = join(releasesIn(root), name)
    const touched = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => undefined)
    if (name.endsWith('.part') && touched !== undefined && isLeftBehind(name, touched)) await rm(path, { recursive: true, force: true })
  }
  const part = join(releasesIn(root), `${mark}.part`)
  await rm(part, { recursive: true, force: true })
  await mkdir(part)
  return part
}

/** One at a time, of all processes of this installation. `release` gives it back; the end of the process does so as well. */
export async function lock(root: string): Promise<{ release: () => Promise<void> }> {
  const path = join(releasesIn(root), 'lock')
  const before = await stat(path).catch(() => undefined)
  const holder = before && (await readFile(path, 'utf8').catch(() => ''))
  if (before && holder !== undefined && isLeftBehind(holder, before.mtimeMs)) await rm(path, { force: true })
  const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Refusal('updateBusy') : error
  })
  await file.writeFile(mark).finally(() => file.close())
  return { release: () => rm(path, { force: true }) }
}

/** How long a request waits: gateways give up after a minute, and packages over a slow line take longer. */
const STAGING_WAIT_MS = 20_000
/** How long a failure is kept for whoever asks next. */
const FAILURE_KEPT_MS = 60_000

interface Work {
  version: string
  done: Promise<void>
  isOver: boolean
}
/** By the folder of the installation. */
const underWay = new Map<string, Work>()

/** Brings a version in, or joins those who wait for it already; says whether it is there. Asked again, it goes on waiting. */
export async function awaitStaging(
  root: string,
  version: string,
  stage: () => Promise<void>,
  patience = STAGING_WAIT_MS,
): Promise<boolean> {
  const known = underWay.get(root)
  if (known && known.version !== version && !known.isOver) throw new Refusal('updateBusy')
  const work = known?.version === version ? known : begin(root, version, stage)
  try {
    const isThere = await Promise.race([work.done.then(() => true), wait(patience, false, { ref: false })])
    if (isThere) forget(root, work)
    return isThere
  } catch (error) {
    forget(root, work)
    throw error
  }
}

function begin(root: string, version: string, stage: () => Promise<void>): Work {
  const work: Work = { version, done: lock(root).then((held) => stage().finally(held.release)), isOver: false }
  underWay.set(root, work)
  // Nobody may be waiting when it fails; the next one who asks is told.
  const later = () => {
    work.isOver = true
    setTimeout(() => forget(root, work), FAILURE_KEPT_MS).unref()
  }
  work.done.then(later, later)
  return work
}

const forget = (root: string, work: Work) => underWay.get(root) === work && underWay.delete(root)
