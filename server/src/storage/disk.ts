import { constants } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import type { Config } from '../runtime/config.ts'

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
