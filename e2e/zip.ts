import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesIn, zipOf } from '../scripts/zip.mjs'

/** Writes the folder to a zip file of this name and returns its path; the entries are below the folder `inside`. */
export function zipFolder(folder: string, name: string, inside: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sheaf-zip-')), name)
  writeFileSync(path, zipOf(filesIn(folder, inside)))
  return path
}
