import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { pictureIn, pictureSize } from '../../../attachment/content/picture.rules.ts'
import type { FileBytes, Picture } from '../types.ts'
import type { Relations } from './relations.ts'

/** Picture formats that Word supports; other pictures, and bitmaps with the header of OS/2, are replaced by their alternative text. */
const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/gif': 'gif', 'image/bmp': 'bmp' }
/** The last bytes of a whole picture, for the formats that have any. */
const ENDS: Record<string, Buffer> = { 'image/png': Buffer.from('IEND'), 'image/jpeg': Buffer.from([0xff, 0xd9]) }

const PICTURE_SIDE_MAX_PIXELS = 60_000

/** Format and size of a picture from its bytes; undefined for other files and truncated pictures. */
export function wordPicture(bytes: Buffer) {
  const type = pictureIn(bytes) ?? ''
  const extension = EXTENSIONS[type]
  const isOs2 = type === 'image/bmp' && bytes.length > 18 && bytes.readUInt32LE(14) === 12
  const size = bytes.length < 32 ? undefined : pictureSize(type, bytes)
  const end = ENDS[type]
  if (!extension || !size || isOs2 || (end && bytes.lastIndexOf(end) <= size.at)) return undefined
  const { width, height } = size
  const fits = (length: number) => length > 0 && length <= PICTURE_SIDE_MAX_PIXELS
  return fits(width) && fits(height) ? { extension, width, height } : undefined
}

const LARGEST = 30 * 1024 * 1024
const dataUrl = /^data:image\/(?:png|jpe?g|gif|bmp);base64,([a-z\d+/=\s]+)$/i

/** The pictures of a document, in a temporary folder. A picture that is used several times is stored once. */
export class Media {
  private readonly folder: string
  private readonly relations: Relations
  private readonly fetch: (url: string) => Promise<FileBytes | undefined>
  private readonly known = new Map<string, Picture | undefined>()
  /** In the order of insertion. */
  readonly files: { name: string; crc: number; size: number }[] = []

  constructor(folder: string, relations: Relations, fetch: (url: string) => Promise<FileBytes | undefined>) {
    this.folder = folder
    this.relations = relations
    this.fetch = fetch
  }

  /** The picture of a URL in a page. Sends no request to other sites. */
  async at(url: string): Promise<Picture | undefined> {
    const key = url.length > 500 ? createHash('sha256').update(url).digest('base64') : url
    if (!this.known.has(key)) this.known.set(key, await this.take(url))
    return this.known.get(key)
  }

  private async take(url: string): Promise<Picture | undefined> {
    if (/^data:/i.test(url)) {
      const [, data] = url.length < LARGEST * 1.4 ? (dataUrl.exec(url) ?? []) : []
      return data ? this.add(Buffer.from(data, 'base64')) : undefined
    }
    const file = url ? await this.fetch(url) : undefined
    return file && this.add(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
  }

  /** Adds a picture; `scale` is the number of its pixels per pixel in the document. */
  add(bytes: Buffer, scale = 1): Picture | undefined {
    const size = bytes.length <= LARGEST ? wordPicture(bytes) : undefined
    if (!size) return undefined
    const name = `${this.files.length + 1}.${size.extension}`
    this.files.push({ name, crc: crc32(bytes), size: bytes.length })
    writeFileSync(join(this.folder, name), bytes)
    return { relation: this.relations.add('image', `media/${name}`), width: size.width / scale, height: size.height / scale }
  }
}
