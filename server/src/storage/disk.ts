import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'

/*
 * The data contains password hashes and private pages, so other users of the machine must not read it. This also holds after a plain
 * `npm start` with a permissive umask. If the operator already excludes others (UMask=0027 in the unit, so that a group can read along
 * for backups), that setting stays.
 */
const OTHERS = 0o007
const PRIVATE = 0o077

/** Sets a umask that denies access to other users. Returns the mode bits that files must not have. */
export function restrictUmask(): number {
  const previous = process.umask(PRIVATE)
  if ((previous & OTHERS) !== OTHERS) return PRIVATE
  process.umask(previous)
  return previous
}

const OURS = ['sheaf.db', 'sheaf.db-wal', 'sheaf.db-shm', 'server.lock', 'secret-key', 'setup-secret', 'files', 'backup', 'tmp', 'showdoc']

/** Removes access that an earlier version left open; a closed folder protects its content. Returns the names that could not be changed. */
export async function restrictPermissions(dataDir: string, forbidden: number): Promise<string[]> {
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

/** The free bytes for this user, and the size of the file system. */
export async function spaceAt(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Reserved space for the database, its log and running uploads: 200 MB, or a twentieth of a disk smaller than 4 GB (R05). */
export const reservedSpace = ({ size }: Pick<Space, 'size'>) => Math.min(200 * MB, size / 20)

/** Network file systems, by their Linux magic numbers. */
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

/** The name of the network file system of a folder; undefined for a local one. */
export async function remoteAt(folder: string): Promise<string | undefined> {
  return process.platform === 'linux' ? remoteKind(Number((await statfs(folder)).type)) : undefined
}

/** Whether an error code means a full disk: in a folder of this server, in the SQLite file or on the PostgreSQL server. */
export const isFull = (code: string | undefined) => ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'].includes(code ?? '')

/** Throws one line, which ends the start, where data could not be stored or would be lost (R03). */
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
      `DATA_DIR ${DATA_DIR} is on a network file system (${kind}), where SQLite loses data. Use a disk of this machine, or DATABASE_URL.`,
    )
}
