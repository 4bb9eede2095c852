import { promisify } from 'node:util'
import { constants, inflateRaw, type ZstdOptions, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/*
 * States of a page differ little from each other. A state is kept as what differs from an earlier one, its base, by giving that to
 * the compressor as the dictionary; a base stands alone, so no state hangs on a chain. A checksum in every frame makes a wrong
 * base an error, never a wrong text.
 */
export interface Packed {
  /** The state this one is packed against; 0 when it stands alone, null when it is raw deflate of before that was so. */
  base_id: number | null
  page_content: Buffer
}

export interface Base {
  page_history_id: number
  content: Buffer
  /** Bytes it takes by itself. */
  packed: number
}

/** Shorter texts are small by themselves, and saved without looking for a base. */
const BASE_MIN_CHARS = 8192
/** Up to here it takes less time than a thread would. */
const SYNC_MAX_BYTES = 64 * 1024
/** A state that differs by more than this part of its base's size becomes the next base. */
const NEW_BASE_RATIO = 0.5

/** Node has dictionaries since 22.19 and 24.6, its types do not yet. */
type Options = ZstdOptions & { dictionary?: Buffer }

/** The window has to reach from a text's end back over it and over the whole dictionary; it costs memory, so no more than that. */
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

/** As the table keeps it; `base` is the newest state that stands alone, if there is one. */
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
