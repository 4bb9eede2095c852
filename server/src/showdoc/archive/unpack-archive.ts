import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import { chunkReader } from '../../storage/chunk-reader.ts'
import { closeZip, MAX_ENTRIES, openZip, readEntry, tooManyBytes, tooManyEntries, unpackLimit } from '../../zip/read.ts'
import { safePath } from '../../zip/text.ts'

const BLOCK = 512
/** Headers that only say more about the entry after them are held in memory. */
const LONGEST = 64 * 1024

interface TarEntry {
  name: string
  kind: 'file' | 'folder' | 'other'
  size: number
  /** The bytes; what is not read is passed over. */
  body: () => AsyncGenerator<Buffer>
}

class BrokenTar extends Error {}

/** The entries of a tar as tar, bsdtar and Python write them, one after the other. */
async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = chunkReader(chunks, () => new BrokenTar('it ends too early'))
  let said: Partial<Record<'path' | 'size', string>> = {}
  for (;;) {
    const head = await bytes.exactly(BLOCK)
    if (head.every((byte) => byte === 0)) return
    const { name, size, type } = readHead(head)
    const isFile = type === '0' || type === '\0' || type === '7'
    let left = isFile ? Number(said.size ?? size) : size
    if (!Number.isSafeInteger(left) || left < 0) throw new BrokenTar('a size')
    const padding = (BLOCK - (left % BLOCK)) % BLOCK
    async function* body() {
      while (left > 0) {
        const part = await bytes.some(left)
        left -= part.length
        yield part
      }
    }
    if (type === 'L' || type === 'x') {
      if (size > LONGEST) throw new BrokenTar('a name')
      const parts: Buffer[] = []
      for await (const part of body()) parts.push(part)
      const text = Buffer.concat(parts)
      said = { ...said, ...(type === 'L' ? { path: text.toString().replace(/\0.*$/s, '') } : recordsIn(text)) }
    } else {
      const kind = isFile ? 'file' : type === '5' ? 'folder' : 'other'
      // Headers for the whole archive are of no use here.
      if (type !== 'g' && type !== 'K') yield { name: said.path ?? name, kind, size: left, body }
      for await (const _ of body());
      if (type !== 'g' && type !== 'K') said = {}
    }
    await bytes.exactly(padding)
  }
}

function readHead(head: Buffer) {
  const text = (from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '')
  const told = Number.parseInt(text(148, 156), 8)
  const sum = head.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  // Sizes of 8 GB and more are binary, marked by the first bit.
  const size = (head[124] as number) & 0x80 ? Number(head.readBigUInt64BE(128)) : Number.parseInt(text(124, 136) || '0', 8)
  if (told !== sum || !Number.isSafeInteger(size)) throw new BrokenTar('a header')
  const prefix = text(257, 262) === 'ustar' ? text(345, 500) : ''
  return { name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), size, type: String.fromCharCode(head[156] as number) }
}

/** `19 path=a/b.txt\n`: the length of each record, its name and its value. */
function recordsIn(bytes: Buffer) {
  const found: Partial<Record<'path' | 'size', string>> = {}
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at)
    const length = Number(bytes.toString('latin1', at, blank))
    if (blank < 0 || !Number.isInteger(length) || length < 5) break
    const [key = '', ...value] = bytes.toString('utf8', blank + 1, at + length - 1).split('=')
    if (key === 'path' || key === 'size') found[key] = value.join('=')
    at += length
  }
  return found
}

/** As deep as the two folders may lie in an archive: `backup/html/Sqlite/…`. */
const DEEPEST = 8

/**
 * Where a file of an archive goes: `Sqlite/showdoc.db.php` and what lies in `Public/Uploads`, wherever these are in it; undefined for
 * everything else, and for a name that leads out of the folder. An installation's programs are of no use here.
 */
export function wantedPart(name: string): string | undefined {
  const path = safePath(name)
  if (path === undefined) return undefined
  const parts = path.split('/')
  if (parts.length > DEEPEST + 4) return undefined
  if (parts.at(-1) === 'showdoc.db.php') return 'Sqlite/showdoc.db.php'
  const at = parts.findIndex((part, n) => part === 'Public' && parts[n + 1] === 'Uploads')
  return at < 0 || parts.length < at + 3 ? undefined : parts.slice(at).join('/')
}

interface Watch {
  onFile: (files: number) => void
  signal: AbortSignal
}

/**
 * Unpacks what a move needs of an uploaded archive into a folder that is there when all of it is. Nothing is ever written outside of it,
 * links are no files, the second of a name is none, and more than ten times the archive's size does not come out of it (S91).
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

async function untar(archive: string, folder: string, isPacked: boolean, { onFile, signal }: Watch): Promise<Set<string>> {
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
  const unpacked = isPacked ? createGunzip() : undefined
  if (unpacked) source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  try {
    for await (const { name, kind, body } of tarEntries(counted(unpacked ?? source))) {
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
