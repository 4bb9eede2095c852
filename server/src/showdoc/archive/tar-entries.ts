import { chunkReader } from '../../storage/chunk-reader.ts'

const BLOCK = 512
/** Headers that only say more about the entry after them are held in memory. */
const LONGEST = 64 * 1024

export interface TarEntry {
  name: string
  kind: 'file' | 'folder' | 'other'
  size: number
  /** The bytes; what is not read is passed over. */
  body: () => AsyncGenerator<Buffer>
}

export class BrokenTar extends Error {}

/** The entries of a tar as tar, bsdtar and Python write them, one after the other. */
export async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
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
