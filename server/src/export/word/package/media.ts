import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { pictureSize } from '../picture-size.ts'
import type { FileBytes, Picture } from '../types.ts'
import type { Relations } from './relations.ts'

const LARGEST = 30 * 1024 * 1024
const inText = /^data:image\/(?:png|jpe?g|gif|bmp);base64,([a-z\d+/=\s]+)$/i

/** The pictures of a document. They wait in a folder; each is in the document once, however often it is shown. */
export class Media {
  private readonly folder: string
  private readonly relations: Relations
  private readonly fetch: (url: string) => Promise<FileBytes | undefined>
  private readonly known = new Map<string, Picture | undefined>()
  /** In the order they came. */
  readonly files: { name: string; crc: number; size: number }[] = []

  constructor(folder: string, relations: Relations, fetch: (url: string) => Promise<FileBytes | undefined>) {
    this.folder = folder
    this.relations = relations
    this.fetch = fetch
  }

  /** The picture at this address in a page. Addresses elsewhere are asked for nowhere. */
  async at(url: string): Promise<Picture | undefined> {
    const key = url.length > 500 ? createHash('sha256').update(url).digest('base64') : url
    if (!this.known.has(key)) this.known.set(key, await this.take(url))
    return this.known.get(key)
  }

  private async take(url: string): Promise<Picture | undefined> {
    if (/^data:/i.test(url)) {
      const [, data] = url.length < LARGEST * 1.4 ? (inText.exec(url) ?? []) : []
      return data ? this.add(Buffer.from(data, 'base64')) : undefined
    }
    const file = url ? await this.fetch(url) : undefined
    return file && this.add(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
  }

  /** Takes a picture in; `scale` is how many of its points make one pixel on paper. */
  add(bytes: Buffer, scale = 1): Picture | undefined {
    const size = bytes.length <= LARGEST ? pictureSize(bytes) : undefined
    if (!size) return undefined
    const name = `${this.files.length + 1}.${size.extension}`
    this.files.push({ name, crc: crc32(bytes), size: bytes.length })
    writeFileSync(join(this.folder, name), bytes)
    return { relation: this.relations.add('image', `media/${name}`), width: size.width / scale, height: size.height / scale }
  }
}
