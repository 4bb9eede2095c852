const TAR_BLOCK_BYTES = 512

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** The head of an entry, in the form every tar reads (ustar). */
export function headOf(name: string, size: number, mtime: number): Buffer {
  const head = Buffer.alloc(TAR_BLOCK_BYTES)
  if (Buffer.byteLength(name) > 100) throw new Error(`the name is too long: ${name}`)
  // 8 GB is what eleven octal digits can say.
  if (size > 0o77777777777) throw new Error(`too large: ${name}`)
  head.write(name, 0)
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(size, 12), 124)
  head.write(octal(mtime, 12), 136)
  head.write('        0', 148)
  head.write('ustar\x0000', 257, 'latin1')
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** What fills the last block of an entry. */
export const paddingOf = (size: number) => Buffer.alloc((TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES)

export const end = Buffer.alloc(TAR_BLOCK_BYTES * 2)
