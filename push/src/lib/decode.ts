const BINARY_SAMPLE = 8000

const byteOrderMarks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const encodingByMark = (bytes: Uint8Array) => byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]

/** Detects binary files like git: a zero byte near the start. UTF-16 text starts with a byte order mark. */
export const isBinary = (bytes: Uint8Array): boolean => !encodingByMark(bytes) && bytes.subarray(0, BINARY_SAMPLE).includes(0)

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The decoded text of a source file; undefined if no encoding fits. GB 18030 includes GBK and GB 2312. */
export function decode(bytes: Uint8Array, encoding?: string): string | undefined {
  if (encoding) return decodeAs(encoding, bytes)
  const marked = encodingByMark(bytes)
  return marked ? decodeAs(marked, bytes) : (decodeAs('utf-8', bytes) ?? decodeAs('gb18030', bytes))
}

export function isEncoding(name: string): boolean {
  try {
    return Boolean(new TextDecoder(name))
  } catch {
    return false
  }
}
