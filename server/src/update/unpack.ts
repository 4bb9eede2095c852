import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '@sheaf/contract'
import type { ZipEntry } from '../zip/zip-entry.ts'
import { readEntry } from '../zip/zip-inflate.ts'
import { closeZip, openZip, type Zip } from '../zip/zip-open.ts'
import { isPartOfRelease, needed } from './update.rules.ts'

const broken = (problem: string) => new Refusal('updateBroken', { problem })

/** Unpacks a package into an empty folder. Anything in it that does not belong there ends it: a signature makes nobody careless (S90). */
export async function unpack(path: string, folder: string, version: string): Promise<void> {
  const zip = await openZip(path).catch(asBroken)
  try {
    mustBeRelease(zip)
    for (const entry of zip.entries.values()) await write(zip, entry, folder, version)
  } catch (error) {
    return asBroken(error)
  } finally {
    await closeZip(zip)
  }
}

function mustBeRelease({ entries, skipped }: Zip) {
  const wrong = skipped[0]?.name ?? [...entries.keys()].find((name) => !isPartOfRelease(name))
  if (wrong !== undefined) throw broken(wrong.slice(0, 100))
  const missing = needed.find((name) => !entries.has(name))
  if (missing) throw broken(`${missing} ?`)
}

async function write(zip: Zip, entry: ZipEntry, folder: string, version: string) {
  const bytes = await readEntry(zip, entry)
  if (!bytes) throw broken(entry.name)
  if (entry.name === 'package.json' && versionIn(bytes) !== version) throw broken(`package.json: ${versionIn(bytes)}`)
  const target = join(folder, entry.name)
  await mkdir(dirname(target), { recursive: true })
  const file = await open(target, 'wx', 0o644)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function versionIn(bytes: Buffer): string {
  try {
    return String((JSON.parse(bytes.toString()) as { version?: unknown }).version).slice(0, 40)
  } catch {
    return 'JSON'
  }
}

/** The reader speaks of imports; a full disk is told as such. */
function asBroken(error: unknown): never {
  if (!(error instanceof Refusal) || error.error.startsWith('update')) throw error
  throw broken(error.error === 'importTooBig' ? `> ${error.fill['limit']}` : 'zip')
}
