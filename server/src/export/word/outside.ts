import type { Readable } from 'node:stream'
import type { ExportItem, ExportSource } from '../export.source.ts'
import type { FileBytes, HostCalls } from './types.ts'

/** What a document is made of. */
export type WordSource = Pick<ExportSource, 'language' | 'nodes' | 'texts' | 'file'> & {
  item: Pick<ExportItem, 'item_name' | 'item_description'>
}

const BATCH_LIMITS = { pages: 16, characters: 500_000 }
/** Larger pictures would be no pictures for a document. */
const PICTURE_MAX_BYTES = 30 * 1024 * 1024

/** A file in a buffer of its own, which may be given away; undefined when it is not as long as it was said to be. */
async function bytesOf(stream: Readable, size: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    if (at + part.length > size) return undefined
    bytes.set(part, at)
    at += part.length
  }
  return at === size ? bytes : undefined
}

/** A picture of this site; undefined for every other address, and for what cannot be read. */
async function fileOf(source: WordSource, url: string): Promise<FileBytes | undefined> {
  try {
    const file = await source.file(url)
    if (!file || file.size > PICTURE_MAX_BYTES) return undefined
    const bytes = await bytesOf(await file.open(), file.size)
    return bytes && { bytes, type: file.type }
  } catch {
    return undefined
  }
}

/** Answers the thread out of the source, a handful of pages at a time. */
export function hostCallsOf(source: WordSource, onPage: (done: number) => void): HostCalls {
  const texts = source.texts()
  return {
    async pages() {
      const pages: { id: number; markdown: string }[] = []
      for (let characters = 0; pages.length < BATCH_LIMITS.pages && characters < BATCH_LIMITS.characters; ) {
        const next = await texts.next()
        if (next.done) break
        pages.push({ id: next.value.node.id, markdown: next.value.markdown })
        characters += next.value.markdown.length
      }
      return pages
    },
    file: (url) => fileOf(source, url),
    progress: async (done) => onPage(done),
  }
}
