import { readFileSync, statSync } from 'node:fs'
import { type Block, blocksOf } from './blocks.ts'
import { decode, isBinary } from './decode.ts'

export interface ReadChoice {
  encoding: string | undefined
  /** Bytes. */
  maxSize: number
}

export type FileRead = { blocks: Block[] } | { left: 'large' | 'binary' | 'encoding' | 'unreadable' }

/** The comments of one file that make pages. */
export function readSource(path: string, { encoding, maxSize }: ReadChoice): FileRead {
  try {
    if (statSync(path).size > maxSize) return { left: 'large' }
    const bytes = readFileSync(path)
    if (!encoding && isBinary(bytes)) return { left: 'binary' }
    // Most files hold none. In UTF-16 the word has a zero byte after each letter and is found after decoding.
    if (!encoding && !bytes.includes('@title') && !bytes.includes('@\0t') && !bytes.includes('\0@\0t')) return { blocks: [] }
    const text = decode(bytes, encoding)
    return text === undefined ? { left: 'encoding' } : { blocks: blocksOf(text) }
  } catch {
    return { left: 'unreadable' }
  }
}
