import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { randomHex } from '../auth/secrets.ts'

/*
 * What is only there while something is under way. Its name says which process made it, so that another one on the same data
 * folder knows what was left behind by one that is gone, and leaves alone what is not.
 */
const HOUR = 3_600_000
const MARK = /([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8})/

/** Containers count their processes from 1, each in a space of its own. */
function spaceOfProcesses() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

const here = createHash('sha256').update(`${hostname()} ${spaceOfProcesses()}`).digest('hex').slice(0, 8)
const started = randomHex(4)

export const mark = `${here}-${process.pid}-${started}`

/** Ended, but not yet taken note of by its parent: in a container that may never happen. */
function isZombie(pid: number) {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0) && !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Whether nobody works on it any more: its process has ended, or it is of another machine and was not touched for an hour. */
export function isLeftBehind(name: string, touched: number, now = Date.now()): boolean {
  const [, space, pid, start] = MARK.exec(name) ?? []
  if (start === undefined || start === started) return false
  if (space === here && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true
  return touched < now - HOUR
}

const folderOf = (dataDir: string) => join(dataDir, 'tmp')

/** A new folder of one's own. */
export async function makeTemp(dataDir: string): Promise<string> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return mkdtemp(join(folderOf(dataDir), `${mark}-`))
}

/** When a folder or something in it was last written to. */
async function touchedAt(path: string) {
  const inside = await readdir(path).catch(() => [])
  const times = await Promise.all([path, ...inside.map((name) => join(path, name))].map((one) => stat(one).then(({ mtimeMs }) => mtimeMs)))
  return Math.max(...times)
}

/** Takes away what processes left behind that were ended in the middle of their work (R07). */
export async function sweepTemp(dataDir: string): Promise<void> {
  for (const name of await readdir(folderOf(dataDir)).catch(() => [])) {
    const path = join(folderOf(dataDir), name)
    // Somebody else may be faster.
    const touched = await touchedAt(path).catch(() => undefined)
    if (touched !== undefined && isLeftBehind(name, touched)) await rm(path, { recursive: true, force: true })
  }
}
