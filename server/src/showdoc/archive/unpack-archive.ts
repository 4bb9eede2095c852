import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import { BrokenTar, readTar } from '../../storage/tar.ts'
import { closeZip, MAX_ENTRIES, openZip, readEntry, tooManyBytes, tooManyEntries, unpackLimit } from '../../zip/read.ts'
import { safePath } from '../../zip/text.ts'

/** Maximum depth of the two folders in an archive, as in `backup/html/Sqlite/…`. */
const DEPTH_MAX = 8

/**
 * The target path of an archive entry: `Sqlite/showdoc.db.php` and the files of `Public/Uploads`, at any depth.
 * Returns undefined for other files, which the move does not need, and for names that leave the folder.
 */
export function wantedPart(name: string): string | undefined {
  const path = safePath(name)
  if (path === undefined) return undefined
  const parts = path.split('/')
  if (parts.length > DEPTH_MAX + 4) return undefined
  if (parts.at(-1) === 'showdoc.db.php') return 'Sqlite/showdoc.db.php'
  const at = parts.findIndex((part, n) => part === 'Public' && parts[n + 1] === 'Uploads')
  return at < 0 || parts.length < at + 3 ? undefined : parts.slice(at).join('/')
}

interface Watch {
  onFile: (files: number) => void
  signal: AbortSignal
}

/**
 * Unpacks the files that a move needs into a folder, which exists only after a complete run. Nothing is written outside of the folder;
 * links and duplicate names are skipped, and the output is limited to ten times the size of the archive (S91).
 */
export async function unpackArchive(archive: string, folder: string, watch: Watch): Promise<void> {
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true, mode: 0o700 })
  try {
    const begin = await headOf(archive)
    const found = begin.startsWith('504b') ? await unzip(archive, part, watch) : await untar(archive, part, begin.startsWith('1f8b'), watch)
    if (!found.has('Sqlite/showdoc.db.php')) throw new Refusal('showdocArchive')
    await rename(part, folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if (error instanceof BrokenTar || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new Refusal('importBroken')
    throw error
  }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('hex', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function untar(archive: string, folder: string, isCompressed: boolean, { onFile, signal }: Watch): Promise<Set<string>> {
  const limit = unpackLimit((await stat(archive)).size)
  const [found, source] = [new Set<string>(), createReadStream(archive)]
  let [entries, spent] = [0, 0]
  async function* counted(bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      signal.throwIfAborted()
      spent += chunk.length
      if (spent > limit) throw tooManyBytes(limit)
      yield chunk
    }
  }
  const unpacked = isCompressed ? createGunzip() : undefined
  if (unpacked) source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  try {
    for await (const { name, kind, body } of readTar(counted(unpacked ?? source))) {
      if (++entries > MAX_ENTRIES) throw tooManyEntries()
      const place = kind === 'file' ? wantedPart(name) : undefined
      if (!place || found.has(place)) continue
      found.add(place)
      const target = join(folder, place)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(body, createWriteStream(target, { mode: 0o600, flags: 'wx' }))
      onFile(found.size)
    }
    return found
  } finally {
    source.destroy()
    unpacked?.destroy()
  }
}

async function unzip(archive: string, folder: string, { onFile, signal }: Watch): Promise<Set<string>> {
  const [zip, found] = [await openZip(archive, signal), new Set<string>()]
  try {
    for (const entry of zip.entries.values()) {
      signal.throwIfAborted()
      const place = wantedPart(entry.name)
      if (!place || found.has(place)) continue
      const bytes = await readEntry(zip, entry)
      if (!bytes) throw new Refusal('importBroken')
      found.add(place)
      await mkdir(dirname(join(folder, place)), { recursive: true, mode: 0o700 })
      await writeFile(join(folder, place), bytes, { mode: 0o600, flag: 'wx' })
      onFile(found.size)
    }
    return found
  } finally {
    await closeZip(zip)
  }
}
