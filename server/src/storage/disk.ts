import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'

/*
 * The data has password hashes and private pages in it, so other users of the machine read none of it, also after a plain `npm start`
 * where files are made readable for everybody. Where the operator keeps others out already (UMask=0027 in the unit, so that a group may
 * read along for backups) that is left as it is.
 */
const OTHERS = 0o007
const PRIVATE = 0o077

/** What this process makes from now on is closed to others. Returns what a mode must not have. */
export function keepOthersOut(): number {
  const given = process.umask(PRIVATE)
  if ((given & OTHERS) !== OTHERS) return PRIVATE
  process.umask(given)
  return given
}

const OURS = ['sheaf.db', 'sheaf.db-wal', 'sheaf.db-shm', 'secret-key', 'setup-secret', 'files', 'backup', 'tmp', 'showdoc']

/** Closes what an earlier version has left open; folders close what is in them. Answers what could not be closed. */
export async function closeToOthers(dataDir: string, forbidden: number): Promise<string[]> {
  const open: string[] = []
  for (const name of OURS) {
    const path = join(dataDir, name)
    const found = await lstat(path).catch(() => undefined)
    if (!found || found.isSymbolicLink() || (found.mode & forbidden) === 0) continue
    await chmod(path, found.mode & 0o7777 & ~forbidden).catch(() => open.push(name))
  }
  return open
}

const MB = 1_000_000

export interface Space {
  free: number
  size: number
}

/** What this user may still write there, and how large the whole is. */
export async function spaceAt(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** What is kept free for the database, its log and what is under way: 200 MB, or a twentieth of a disk smaller than 4 GB (R05). */
export const keptFree = ({ size }: Pick<Space, 'size'>) => Math.min(200 * MB, size / 20)

/** File systems of other machines, by the numbers that Linux gives them. */
const REMOTE: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  12805120: 'Ceph',
  1397113167: 'AFS',
  1937076805: 'Coda',
  198183888: 'Lustre',
  1196443219: 'GPFS',
}

export const remoteKind = (type: number) => REMOTE[type >>> 0]

/** The name of the network file system that a folder lies on, where it does. */
export async function remoteAt(folder: string): Promise<string | undefined> {
  return process.platform === 'linux' ? remoteKind(Number((await statfs(folder)).type)) : undefined
}

/** Whether it failed because there was no room: in a folder of this server, in SQLite's file or where PostgreSQL has its own. */
export const isFull = (code: string | undefined) => ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'].includes(code ?? '')

/** The start ends here, in one line, where data could not be kept or would be lost (R03). */
export async function mustBeUsable({ DATA_DIR, DATABASE_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>, remote = remoteAt) {
  try {
    await mkdir(DATA_DIR, { recursive: true })
    await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`DATA_DIR ${DATA_DIR} cannot be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
  const kind = DATABASE_URL ? undefined : await remote(DATA_DIR)
  if (kind)
    throw new Error(
      `DATA_DIR ${DATA_DIR} lies on a network file system (${kind}), where SQLite loses data. Use a disk of this machine, or DATABASE_URL.`,
    )
}
