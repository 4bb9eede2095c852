/** Pixels that a reader's browser still draws; a scan of a large plan has half of it. */
const PIXELS = 100_000_000

type Size = [width: number, height: number]

const sizeIn: Record<string, (bytes: Buffer) => Size | undefined> = {
  'image/png': (bytes) => (bytes.toString('latin1', 12, 16) === 'IHDR' ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined),
  'image/gif': (bytes) => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)],
  'image/bmp': (bytes) =>
    bytes.readUInt32LE(14) === 12
      ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)]
      : [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))],
  'image/webp': inWebp,
  'image/jpeg': inJpeg,
}

function inWebp(bytes: Buffer): Size | undefined {
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (form === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  if (form !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

/** Segment after segment up to the one that begins the picture. */
function inJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Whether a picture of this type says how large it is, and is not larger than anybody can look at (S65). Nothing is decoded. */
export function isDrawable(type: string, bytes: Buffer): boolean {
  try {
    const [width = 0, height = 0] = sizeIn[type]?.(bytes) ?? []
    return width > 0 && height > 0 && width * height <= PIXELS
  } catch {
    // The bytes end where the size should stand.
    return false
  }
}
