/* The records of a zip (PKWARE APPNOTE 6.3.10), little end first; names are UTF-8. */
const MAX16 = 0xffff
const MAX32 = 0xffffffff

export interface ZipEntry {
  name: Buffer
  /** 0 stored, 8 deflated. */
  method: 0 | 8
  /** Unix seconds. */
  time: number
  crc: number
  size: number
  packed: number
  /** The figures follow the bytes, because they were not known before. */
  follows: boolean
  /** Where it begins. */
  at: number
}

const UTF8 = 0x0800
const FOLLOWS = 0x0008
const UNIX_FILE = 0o100644
const UNIX_FOLDER = 0o040755

/** The date as DOS has it: two seconds exact, from 1980 on, in the server's time zone. */
function dosTime(seconds: number): number {
  const date = new Date(seconds * 1000)
  if (date.getFullYear() < 1980) return 0x210000
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  return ((day << 16) | (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)) >>> 0
}

function common(entry: ZipEntry, into: Buffer, at: number) {
  into.writeUInt16LE(entry.at >= MAX32 ? 45 : 20, at)
  into.writeUInt16LE(UTF8 | (entry.follows ? FOLLOWS : 0), at + 2)
  into.writeUInt16LE(entry.method, at + 4)
  into.writeUInt32LE(dosTime(entry.time), at + 6)
}

function figures({ crc, packed, size }: ZipEntry, into: Buffer, at: number) {
  into.writeUInt32LE(crc, at)
  into.writeUInt32LE(packed, at + 4)
  into.writeUInt32LE(size, at + 8)
}

/** What stands before the bytes of a file. */
export function localHeader(entry: ZipEntry): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  common(entry, head, 4)
  if (!entry.follows) figures(entry, head, 14)
  head.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([head, entry.name])
}

/** What stands behind them when their figures follow. */
export function descriptor(entry: ZipEntry): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  figures(entry, tail, 4)
  return tail
}

/** The row of the directory at the end. */
export function directoryRow(entry: ZipEntry): Buffer {
  const far = entry.at >= MAX32
  const extra = Buffer.alloc(far ? 12 : 0)
  if (far) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(entry.at), 4)
  }
  const row = Buffer.alloc(46)
  row.writeUInt32LE(0x02014b50, 0)
  row.writeUInt16LE(0x0300 | 63, 4)
  common(entry, row, 6)
  figures(entry, row, 16)
  row.writeUInt16LE(entry.name.length, 28)
  row.writeUInt16LE(extra.length, 30)
  row.writeUInt32LE(((entry.name.at(-1) === 0x2f ? UNIX_FOLDER : UNIX_FILE) << 16) >>> 0, 38)
  row.writeUInt32LE(far ? MAX32 : entry.at, 42)
  return Buffer.concat([row, entry.name, extra])
}

/** The end, in the wide form too where the narrow one cannot say it. */
export function zipEnd(count: number, directoryAt: number, directoryBytes: number): Buffer {
  const wide = count >= MAX16 || directoryAt >= MAX32 || directoryBytes >= MAX32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(wide ? MAX16 : count, 8)
  end.writeUInt16LE(wide ? MAX16 : count, 10)
  end.writeUInt32LE(wide ? MAX32 : directoryBytes, 12)
  end.writeUInt32LE(wide ? MAX32 : directoryAt, 16)
  if (!wide) return end
  const [big, way] = [Buffer.alloc(56), Buffer.alloc(20)]
  big.writeUInt32LE(0x06064b50, 0)
  big.writeBigUInt64LE(44n, 4)
  big.writeUInt16LE(0x0300 | 63, 12)
  big.writeUInt16LE(45, 14)
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, directoryBytes],
    [48, directoryAt],
  ] as const)
    big.writeBigUInt64LE(BigInt(value), at)
  way.writeUInt32LE(0x07064b50, 0)
  way.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8)
  way.writeUInt32LE(1, 16)
  return Buffer.concat([big, way, end])
}
