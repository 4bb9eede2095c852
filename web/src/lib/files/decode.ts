import { isMostlyUtf8 } from '@sheaf/contract/utf8'

const marks = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
] as const

/**
 * Decodes UTF-16 with a byte order mark, else UTF-8 (with a few broken characters), else GB 18030, which Chinese programs write without a
 * mark. `isCut`: the bytes are the start of a file and can end within a character.
 */
export function decodeText(bytes: Uint8Array, isCut = false): string {
  for (const [mark, label] of marks) if (mark.every((byte, at) => bytes[at] === byte)) return new TextDecoder(label).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    const text = new TextDecoder().decode(bytes, { stream: isCut })
    return isMostlyUtf8(text) ? text : new TextDecoder('gb18030').decode(bytes, { stream: isCut })
  }
}
