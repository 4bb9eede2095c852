/** Bytes in pieces of the size that is wanted, from chunks of any size; `tooShort` is thrown when they end before. */
export function chunkReader(chunks: AsyncIterable<Buffer>, tooShort: () => Error) {
  const source = chunks[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  /** What there is, `most` bytes at most. */
  async function some(most: number): Promise<Buffer> {
    while (held.length === 0) {
      const next = await source.next()
      if (next.done) throw tooShort()
      held = next.value
    }
    const part = held.subarray(0, most)
    held = held.subarray(part.length)
    return part
  }
  async function exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0; left -= (parts.at(-1) as Buffer).length) parts.push(await some(left))
    return Buffer.concat(parts)
  }
  return { some, exactly }
}
