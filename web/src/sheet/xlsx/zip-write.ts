const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function crc32(bytes: Uint8Array) {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

const deflated = async (bytes: Uint8Array) =>
  new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer())

/** 1 January 1980, so that equal sheets produce equal files. */
const DAY = 0x21

function header(signature: number, fields: [size: 2 | 4, value: number][]) {
  const bytes = new Uint8Array(4 + fields.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  let at = 4
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

interface File {
  name: string
  bytes: Uint8Array
}

/** Creates a zip of these files, compressed or stored. */
export async function zipOf(files: File[], pack: boolean): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const { name, bytes } of files) {
    const label = new TextEncoder().encode(name)
    const body = pack ? await deflated(bytes) : bytes
    const about: [2 | 4, number][] = [
      [2, 20],
      [2, 0x0800],
      [2, pack ? 8 : 0],
      [2, 0],
      [2, DAY],
      [4, crc32(bytes)],
      [4, body.length],
      [4, bytes.length],
      [2, label.length],
      [2, 0],
    ]
    parts.push(header(0x04034b50, about), label, body)
    directory.push(header(0x02014b50, [[2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), label)
    at += 30 + label.length + body.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, size],
    [4, at],
    [2, 0],
  ])
  return new Uint8Array(await new Blob([...parts, ...directory, end] as BlobPart[]).arrayBuffer())
}
