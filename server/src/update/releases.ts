import { existsSync, readFileSync } from 'node:fs'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@sheaf/contract'
import { isLeftBehind, mark } from '../storage/temp.ts'

/** What scripts/releases.mjs reads at each start: who is to run, who is to be tried, and who did not start. */
export interface State {
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
