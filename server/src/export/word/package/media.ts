import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FileBytes, Picture } from '../types.ts'
import type { Relations } from './relations.ts'

/** Picture formats that Word supports; other pictures are replaced by their alternative text. */
interface PictureSize {
  extension: 'png' | 'jpeg' | 'gif' | 'bmp'
  width: number
  height: number
}

const PICTURE_SIDE_MAX_PIXELS = 60_000

function png(bytes: Buffer): [number, number] | undefined {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.lastIndexOf('IEND') < 0) return undefined
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** Reads the JPEG segments up to the frame header, which has the size. */
function jpeg(bytes: Buffer): [number, number] | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const kind = bytes[at + 1]!
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
    if (isFrame)
      return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)] : undefined
    at += kind === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function read(bytes: Buffer): [PictureSize['extension'], [number, number] | undefined] | undefined {
  const head = bytes.toString('hex', 0, 8)
  if (head === '89504e470d0a1a0a') return ['png', png(bytes)]
  if (head.startsWith('ffd8ff')) return ['jpeg', jpeg(bytes)]
  if (/^47494638(?:37|39)61/.test(head)) return ['gif', [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]]
  if (head.startsWith('424d')) return ['bmp', [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))]]
  return undefined
}

/** Format and size of a picture from its bytes; undefined for other files and truncated pictures. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 32) return undefined
  const [extension, size] = read(bytes) ?? []
  if (!extension || !size) return undefined
  const [width, height] = size
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
    const size = bytes.length <= LARGEST ? pictureSize(bytes) : undefined
    if (!size) return undefined
    const name = `${this.files.length + 1}.${size.extension}`
    this.files.push({ name, crc: crc32(bytes), size: bytes.length })
    writeFileSync(join(this.folder, name), bytes)
    return { relation: this.relations.add('image', `media/${name}`), width: size.width / scale, height: size.height / scale }
  }
}
