/**
 * The bytes in memory of their own length. The functions of zlib return a part of a buffer of 64 KB, which stays in memory as long as the
 * part, and is copied or transferred as a whole to another thread.
 */
export function ownBytes(bytes: Uint8Array): Buffer<ArrayBuffer> {
  if (bytes.byteLength === bytes.buffer.byteLength) return Buffer.from(bytes.buffer as ArrayBuffer)
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength)
  copy.set(bytes)
  return copy
}
