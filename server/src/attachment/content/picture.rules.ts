/** Maximum pixels that browsers draw; a scan of a large plan has half as many. */
const PIXELS_MAX = 100_000_000

interface PictureSize {
  width: number
  height: number
  /** The offset of the header that contains the size. */
  at: number
}

/** The content type of the picture with these first bytes, regardless of its name. */
export function pictureIn(head: Buffer): string | undefined {
  const hex = head.subarray(0, 12).toString('hex')
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png'
  if (hex.startsWith('ffd8ff')) return 'image/jpeg'
  if (/^47494638(37|39)61/.test(hex)) return 'image/gif'
  if (hex.startsWith('52494646') && head.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp'
  if (hex.startsWith('424d')) return 'image/bmp'
  return undefined
}

/** Reads the size from the headers of a picture, which is not decoded; undefined if they contain none. The work is bounded by `bytes`. */
export function pictureSize(type: string, bytes: Buffer): PictureSize | undefined {
  try {
    const [width, height, at = 0] = sizeIn[type]?.(bytes) ?? []
    return width && height ? { width, height, at } : undefined
  } catch {
    // The bytes end before the size.
    return undefined
  }
}

/** Whether the header of a picture contains a size that browsers can draw (S65). */
export function isDrawable(type: string, bytes: Buffer): boolean {
  const { width = 0, height = 0 } = pictureSize(type, bytes) ?? {}
  return width > 0 && height > 0 && width * height <= PIXELS_MAX
}

type Size = [width: number, height: number, at?: number]

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

/** Reads the segments up to the frame header, which contains the size. */
function inJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5), at]
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
