import iconv from 'iconv-lite'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The bytes as UTF-8, or undefined when they are not. */
export function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf-16be')
  return strictUtf8(bytes) ?? iconv.decode(bytes, 'gb18030')
}

/** A text file's words: UTF-8, UTF-16 with its mark, else GB 18030. No mark at the start, no NUL (a database refuses it), no lone surrogate. */
export const decodeText = (bytes: Buffer): string =>
  decode(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
