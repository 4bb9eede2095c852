import { chunkReader } from '../../storage/chunk-reader.ts'

const BLOCK = 512

export interface Entry {
  name: string
  size: number
  /** The bytes; whatever is not read is passed over. */
  body: () => AsyncGenerator<Buffer>
}

export class Damaged extends Error {}

/** The entries of a tar one after the other, in the memory of a few chunks. */
export async function* entriesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const bytes = chunkReader(chunks, () => new Damaged('it ends too early'))
  for (;;) {
    const head = await bytes.exactly(BLOCK)
    if (head.every((byte) => byte === 0)) return
    const [name, size] = readHead(head)
    let left = size
    async function* body() {
      while (left > 0) {
        const part = await bytes.some(left)
        left -= part.length
        yield part
      }
    }
    yield { name, size, body }
    for await (const _ of body());
    await bytes.exactly((BLOCK - (size % BLOCK)) % BLOCK)
  }
}

function readHead(head: Buffer): [string, number] {
  const text = (from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '')
  const told = Number.parseInt(text(148, 156), 8)
  const sum = head.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  const size = Number.parseInt(text(124, 136), 8)
  if (told !== sum || !Number.isSafeInteger(size)) throw new Damaged('not a tar')
  return [text(0, 100), size]
}
