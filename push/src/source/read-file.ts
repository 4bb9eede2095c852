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
    // In UTF-16 every other byte of a text may be zero.
    const wide = /16/.test(encoding ?? '')
    if (!wide && isBinary(bytes)) return { left: 'binary' }
    if (!wide && !bytes.includes('@title') && !bytes.includes('@\0t') && !bytes.includes('\0@\0t')) return { blocks: [] }
    const text = decode(bytes, encoding)
    return text === undefined ? { left: 'encoding' } : { blocks: blocksOf(text) }
  } catch {
    return { left: 'unreadable' }
  }
}
