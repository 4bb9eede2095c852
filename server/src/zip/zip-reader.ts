import { type FileHandle, open } from 'node:fs/promises'
import { RandomAccessReader } from 'yauzl'

const READ_WINDOW_BYTES = 256 * 1024

/** Reads a file for yauzl, which asks for a few bytes at a time, through a window, so that most questions cost no system call. */
export class ZipReader extends RandomAccessReader {
  private readonly handle: FileHandle
  private window: Buffer = Buffer.alloc(0)
  private start = 0

  private constructor(handle: FileHandle) {
    super()
    this.handle = handle
  }

  static async open(path: string): Promise<ZipReader> {
    return new ZipReader(await open(path, 'r'))
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size
  }

  /** Bytes at a place, fewer where the file ends; they are valid as long as somebody holds them. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const from = position - this.start
    if (from >= 0 && from + length <= this.window.length) return this.window.subarray(from, from + length)
    const { buffer, bytesRead } = await this.handle.read(Buffer.allocUnsafe(Math.max(length, READ_WINDOW_BYTES)), { position })
    const read = buffer.subarray(0, bytesRead)
    if (length <= READ_WINDOW_BYTES) [this.window, this.start] = [read, position]
    return read.subarray(0, length)
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, read?: number) => void,
  ): void {
    this.bytes(position, length).then((bytes) => callback(null, bytes.copy(buffer, offset)), callback)
  }

  override close(callback: (error: Error | null) => void): void {
    this.handle.close().then(() => callback(null), callback)
  }
}
