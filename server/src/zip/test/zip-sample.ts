import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll } from 'vitest'

/** An entry of a handmade zip; all values can be wrong on purpose. */
export interface SampleEntry {
  name: string | Buffer
  data?: string | Buffer
  flags?: number
  extra?: Buffer
  method?: number
  attributes?: number
  declared?: number
  /** The size of the compressed data that the zip declares. */
  packedSize?: number
  checksum?: number
}

const header = (signature: number, fields: [size: 2 | 4, value: number][]) => {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [size]) => sum + size, 0))
  bytes.writeUInt32LE(signature)
  let at = 4
  for (const [size, value] of fields) {
    bytes.writeUIntLE(value, at, size)
    at += size
  }
  return bytes
}

/** Makes a zip byte by byte, for names, flags and sizes that regular tools never write. */
export function sampleZip(entries: SampleEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const {
    name,
    data = '',
    flags = 0,
    extra = Buffer.alloc(0),
    method = 8,
    attributes = 0,
    declared,
    packedSize,
    checksum,
  } of entries) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(data)]
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const common: [2 | 4, number][] = [
      [2, flags],
      [2, method],
      [4, 0],
      [4, checksum ?? crc32(bytes)],
      [4, packedSize ?? packed.length],
      [4, declared ?? bytes.length],
      [2, nameBytes.length],
      [2, extra.length],
    ]
    files.push(header(0x04034b50, [[2, 20], ...common]), nameBytes, extra, packed)
    const place: [2 | 4, number][] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, attributes],
      [4, offset],
    ]
    directory.push(header(0x02014b50, [[2, 0x031e], [2, 20], ...common, ...place]), nameBytes, extra)
    offset += 30 + nameBytes.length + extra.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, entries.length & 0xffff],
    [2, entries.length & 0xffff],
    [4, central.length],
    [4, offset],
    [2, 0],
  ])
  return Buffer.concat([...files, central, end])
}

/** The Unicode path field in the format of Info-ZIP. */
export function unicodePathField(rawName: Buffer, name: string): Buffer {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(9)
  head.writeUInt16LE(0x7075, 0)
  head.writeUInt16LE(5 + bytes.length, 2)
  head[4] = 1
  head.writeUInt32LE(crc32(rawName), 5)
  return Buffer.concat([head, bytes])
}

/** A temporary folder that is deleted after the tests. Returns a function that writes a file into it and returns the path. */
export function sampleFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-zip-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let count = 0
  return (bytes: Buffer) => {
    const path = join(folder, `${++count}.zip`)
    writeFileSync(path, bytes)
    return path
  }
}
