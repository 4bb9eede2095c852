import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { zipSync } from 'fflate'

/** All files of a folder by their names in a zip, below `inside`. */
export function filesIn(folder, inside) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [`${inside}/${relative(folder, path).split(sep).join('/')}`, readFileSync(path)]))
}

/** A zip of these files; `level` is the effort of the compression, from 0 to 9. */
export const zipOf = (files, level = 6) => Buffer.from(zipSync(files, { level }))
