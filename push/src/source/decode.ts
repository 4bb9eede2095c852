const BINARY_SAMPLE = 8000

const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const markOf = (bytes: Uint8Array) => marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]

/** A zero byte early on, as git tells; texts in UTF-16 say so in front. */
export const isBinary = (bytes: Uint8Array): boolean => !markOf(bytes) && bytes.subarray(0, BINARY_SAMPLE).includes(0)

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of a source file; undefined when its bytes are in none of the encodings tried. GB 18030 holds GBK and GB 2312. */
export function decode(bytes: Uint8Array, encoding?: string): string | undefined {
  if (encoding) return decodeAs(encoding, bytes)
  const marked = markOf(bytes)
  return marked ? decodeAs(marked, bytes) : (decodeAs('utf-8', bytes) ?? decodeAs('gb18030', bytes))
}

export function isEncoding(name: string): boolean {
  try {
    return Boolean(new TextDecoder(name))
  } catch {
    return false
  }
}
