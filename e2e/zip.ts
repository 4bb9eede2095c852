import { createWriteStream, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'

/** Writes the folder to a zip file of this name and returns its path; the entries are below the folder `inside`. */
export async function zipOf(folder: string, name: string, inside: string): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'sheaf-zip-')), name)
  const zip = new ZipArchive()
  zip.directory(folder, inside)
  const written = pipeline(zip, createWriteStream(path))
  await zip.finalize()
  await written
  return path
}
