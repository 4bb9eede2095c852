/** Returns bytes in the requested sizes from chunks of any size; throws `tooShort` when the chunks end too early. */
export function chunkReader(chunks: AsyncIterable<Buffer>, tooShort: () => Error) {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** The next available bytes, at most `most`. */
  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await source.next()
      if (next.done) throw tooShort()
      rest = next.value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }
  async function exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0; left -= (parts.at(-1) as Buffer).length) parts.push(await some(left))
    return Buffer.concat(parts)
  }
  return { some, exactly }
}
