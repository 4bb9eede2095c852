import { promisify } from 'node:util'
import { constants, inflateRaw, type ZstdOptions, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/*
 * Revisions of a page differ little from each other. A revision is compressed with an earlier one, its base, as the dictionary. A base
 * has no base itself, so there are no chains. A checksum in every frame turns a wrong base into an error, never into a wrong text.
 */
export interface Packed {
  /** The id of the base revision; 0 without a base, null for raw deflate data from earlier releases of Sheaf. */
  base_id: number | null
  page_content: Buffer
}

export interface Base {
  page_history_id: number
  content: Buffer
  /** Its compressed size in bytes. */
  packed: number
}

/** Shorter texts are saved without a base. */
const BASE_MIN_CHARS = 8192
/** Up to this size, compressing on the event loop takes less time than in a thread. */
const SYNC_MAX_BYTES = 64 * 1024
/** A revision whose compressed size is more than this fraction of its base's becomes the next base. */
const NEW_BASE_RATIO = 0.5

/** Node supports dictionaries since 22.19 and 24.6; its types lack them. */
type Options = ZstdOptions & { dictionary?: Buffer }

/** The window must cover the text and the whole dictionary. It is as small as possible, because it costs memory. */
const packing = (bytes: Buffer, dictionary?: Buffer): Options => ({
  params: {
    [constants.ZSTD_c_compressionLevel]: 6,
    [constants.ZSTD_c_checksumFlag]: 1,
    [constants.ZSTD_c_windowLog]: Math.max(17, Math.min(27, Math.ceil(Math.log2(bytes.length + (dictionary?.length ?? 0) + 1)))),
  },
  ...(dictionary ? { dictionary } : {}),
})
const [squeeze, expand, inflate] = [promisify(zstdCompress), promisify(zstdDecompress), promisify(inflateRaw)]

async function compress(bytes: Buffer, dictionary?: Buffer): Promise<Buffer> {
  return bytes.length > SYNC_MAX_BYTES ? squeeze(bytes, packing(bytes, dictionary)) : zstdCompressSync(bytes, packing(bytes, dictionary))
}

export const needsBase = (content: string) => content.length > BASE_MIN_CHARS

/** Compresses a revision for the table; `base` is the newest revision without a base, if there is one. */
export async function pack(content: string, base?: Base): Promise<Packed> {
  const bytes = Buffer.from(content)
  if (base) {
    const page_content = await compress(bytes, base.content)
    if (page_content.length <= base.packed * NEW_BASE_RATIO) return { base_id: base.page_history_id, page_content }
  }
  return { base_id: 0, page_content: await compress(bytes) }
}

export async function unpack({ base_id, page_content }: Packed, base?: Buffer): Promise<Buffer> {
  if (base_id === null) return (await inflate(page_content)) as Buffer
  const options: Options = base_id && base ? { dictionary: base } : {}
  return page_content.length > SYNC_MAX_BYTES ? expand(page_content, options) : zstdDecompressSync(page_content, options)
}
