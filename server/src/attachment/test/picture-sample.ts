/** The header of a picture with a size, for tests; the rest of the picture is never decoded. */
export function aPicture(
  kind: 'png' | 'gif' | 'bmp' | 'jpeg' | 'webp VP8 ' | 'webp VP8L' | 'webp VP8X',
  width: number,
  height: number,
): Buffer {
  const bytes = Buffer.alloc(64)
  const put = (at: number, hex: string) => bytes.write(hex, at, 'hex')
  if (kind === 'png') {
    put(0, '89504e470d0a1a0a0000000d49484452')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
  } else if (kind === 'gif') {
    put(0, '474946383961')
    bytes.writeUInt16LE(width, 6)
    bytes.writeUInt16LE(height, 8)
  } else if (kind === 'bmp') {
    put(0, '424d')
    bytes.writeUInt32LE(40, 14)
    bytes.writeInt32LE(width, 18)
    bytes.writeInt32LE(-height, 22)
  } else if (kind === 'jpeg') {
    put(0, 'ffd8ffe00010')
    put(20, 'ffff')
    put(21, 'ffc00011')
    bytes.writeUInt8(8, 25)
    bytes.writeUInt16BE(height, 26)
    bytes.writeUInt16BE(width, 28)
  } else {
    put(0, '5249464600000000')
    bytes.write(`WEBP${kind.slice(5)}`, 8, 'latin1')
    if (kind === 'webp VP8X') {
      bytes.writeUIntLE(width - 1, 24, 3)
      bytes.writeUIntLE(height - 1, 27, 3)
    } else if (kind === 'webp VP8 ') {
      put(23, '9d012a')
      bytes.writeUInt16LE(width, 26)
      bytes.writeUInt16LE(height, 28)
    } else {
      put(20, '2f')
      bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
    }
  }
  return bytes
}
