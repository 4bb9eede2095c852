import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { randomHex } from '../auth/secrets.ts'

/*
 * Temporary files. Their name identifies the process that created them. Another process on the same data folder can therefore delete
 * the files of a process that has ended, and keep the others.
 */
const HOUR = 3_600_000
const MARK = /([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8})/

/** Identifies the process namespace, because each container numbers its processes from 1. */
function processNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

const here = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 8)
const started = randomHex(4)

export const processMark = `${here}-${process.pid}-${started}`

/** Ended, but not yet reaped by its parent, which may never happen in a container. */
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

/** Whether the owner has ended, or belongs to another machine and has not changed the file for an hour. */
export function isAbandoned(name: string, touched: number, now = Date.now()): boolean {
  const [, namespace, pid, start] = MARK.exec(name) ?? []
  if (start === undefined || start === started) return false
  if (namespace === here && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true
  return touched < now - HOUR
}

const folderOf = (dataDir: string) => join(dataDir, 'tmp')

/** Creates a new temporary folder of this process. */
export async function makeTemp(dataDir: string): Promise<string> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return mkdtemp(join(folderOf(dataDir), `${processMark}-`))
}

/** The time of the last change of a folder or one of its entries. */
async function touchedAt(path: string) {
  const inside = await readdir(path).catch(() => [])
  const times = await Promise.all(
    [path, ...inside.map((name) => join(path, name))].map((entry) => stat(entry).then(({ mtimeMs }) => mtimeMs)),
  )
  return Math.max(...times)
}

/** Deletes the temporary folders of processes that have ended (R07). */
export async function sweepTemp(dataDir: string): Promise<void> {
  for (const name of await readdir(folderOf(dataDir)).catch(() => [])) {
    const path = join(folderOf(dataDir), name)
    // Another process may delete it at the same time.
    const touched = await touchedAt(path).catch(() => undefined)
    if (touched !== undefined && isAbandoned(name, touched)) await rm(path, { recursive: true, force: true })
  }
}
