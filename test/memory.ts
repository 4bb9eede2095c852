import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

/** Databases of tests wait for the disk for half of their time: where there is room in memory, that is where their folders are. */
export default function setup() {
  if (process.env['TMPDIR'] || room('/dev/shm') < 4 * 1024 ** 3) return
  const folder = mkdtempSync('/dev/shm/sheaf-run-')
  // As /tmp is: database servers do not run as root, and their data is in there.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  // Last of all: the database servers of the projects end before.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function room(place: string) {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}
