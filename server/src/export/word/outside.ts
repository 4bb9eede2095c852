import type { Readable } from 'node:stream'
import type { ExportItem, ExportSource } from '../export.source.ts'
import type { FileBytes, Outside } from './types.ts'

/** What a document is made of. */
export type WordSource = Pick<ExportSource, 'language' | 'nodes' | 'texts' | 'file'> & {
  item: Pick<ExportItem, 'item_name' | 'item_description'>
}

const HANDFUL = { pages: 16, characters: 500_000 }
/** Larger pictures would be no pictures for a document. */
const LARGEST = 30 * 1024 * 1024

async function bytesOf(stream: Readable): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += (part as Buffer).length
    if (size > LARGEST) return undefined
    parts.push(part as Buffer)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** A picture of this site; undefined for every other address, and for what cannot be read. */
async function fileOf(source: WordSource, url: string): Promise<FileBytes | undefined> {
  try {
    const file = await source.file(url)
    if (!file || file.size > LARGEST) return undefined
    const bytes = await bytesOf(await file.open())
    return bytes && { bytes, type: file.type }
  } catch {
    return undefined
  }
}

/** Answers the thread out of the source, a handful of pages at a time. */
export function outsideOf(source: WordSource, onPage: (done: number) => void): Outside {
  const texts = source.texts()
  return {
    async pages() {
      const pages: { id: number; markdown: string }[] = []
      for (let characters = 0; pages.length < HANDFUL.pages && characters < HANDFUL.characters; ) {
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
