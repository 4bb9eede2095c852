import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'

/** Larger files are not read. */
const BYTES_MAX = 5_000_000

export type FileProblem = 'noFile' | 'outside' | 'large' | 'unreadable'
export type FileRead = { bytes: Buffer } | { problem: FileProblem }

/** A path below the root, with `/`: no way up, no drive, no other site, and nothing of git's own files, which can have passwords. */
const isBelow = (path: string) =>
  path !== '' &&
  !/^(?:[/\\]|[A-Za-z]:)|[\\\0]/.test(path) &&
  !path.split('/').some((name) => name === '..' || name === '.' || name === '' || name === '.git')

/** Reads regular files below a folder. A symbolic link must end there, too. */
export function readBelow(root: string, path: string): FileRead {
  if (!isBelow(path)) return { problem: 'outside' }
  const realRoot = realpathSync(root)
  let real: string
  try {
    real = realpathSync(join(realRoot, path))
  } catch {
    return { problem: 'noFile' }
  }
  const inside = relative(realRoot, real)
  if (isAbsolute(inside) || !isBelow(inside.split(sep).join('/'))) return { problem: 'outside' }
  let file: number | undefined
  try {
    // A named pipe would block without the flag. What was opened is what is read, even if the path changes meanwhile.
    file = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const info = fstatSync(file)
    if (!info.isFile()) return { problem: 'noFile' }
    if (info.size > BYTES_MAX) return { problem: 'large' }
    return { bytes: readFileSync(file) }
  } catch {
    return { problem: 'unreadable' }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
