import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

/** Test databases wait for the disk half of the time, so their folders are in memory if it has room. */
export default function setup() {
  if (process.env['TMPDIR'] || freeBytes('/dev/shm') < 4 * 1024 ** 3) return
  const folder = mkdtempSync('/dev/shm/sheaf-run-')
  // The mode of /tmp: database servers do not run as root and keep their data here.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  // At exit, because the database servers of the projects must end first.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function freeBytes(path: string) {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}
