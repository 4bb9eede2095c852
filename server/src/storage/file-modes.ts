import { chmod, lstat } from 'node:fs/promises'
import { join } from 'node:path'

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
