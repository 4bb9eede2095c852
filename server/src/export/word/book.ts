import type { Site } from '../../runtime/item-links.ts'
import type { Draw } from './diagram/diagrams.ts'
import type { Media } from './package/media.ts'
import type { Numbering } from './package/numbering.ts'
import type { Relations } from './package/relations.ts'
import type { Spool } from './package/spool.ts'
import type { WordWords } from './word.words.ts'

/** What all pages of one document share. */
export interface Book {
  language: 'en' | 'zh'
  words: WordWords
  /** The page of this item that an address leads to. */
  pageAt: (url: string) => { page_id: number; hash: string } | undefined
  site: Site
  /** The pages that are in it. */
  pages: ReadonlySet<number>
  numbering: Numbering
  relations: Relations
  media: Media
  draw: Draw
  /** Footnotes as they come. */
  notes: Spool
  formula: (source: string, display: boolean) => string | undefined
  /** Numbers that are given once: bookmarks, footnotes, drawings. */
  next: (kind: 'bookmark' | 'note' | 'drawing') => number
}
