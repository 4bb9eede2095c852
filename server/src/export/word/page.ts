import type { Language } from '@sheaf/contract/languages'
import type { Heading } from '@sheaf/markdown/types'
import type { Site } from '../../runtime/item-links.ts'
import type { Part } from './blocks/html.ts'
import type { Draw } from './diagram/diagrams.ts'
import type { Media } from './package/media.ts'
import type { Numbering } from './package/numbering.ts'
import type { Relations, Spool } from './package/relations.ts'
import type { BlockContext, Element, Node, Picture, TextStyle } from './types.ts'
import type { WordWords } from './word.words.ts'

/** Context that all pages of one document share. */
export interface Book {
  language: Language
  words: WordWords
  /** The page of this item that a URL links to; undefined for any other URL. */
  pageAt: (url: string) => { page_id: number; hash: string } | undefined
  site: Site
  /** Ids of the pages in the document. */
  pages: ReadonlySet<number>
  numbering: Numbering
  relations: Relations
  media: Media
  draw: Draw
  /** XML of the footnotes, in order. */
  notes: Spool
  formula: (source: string, display: boolean) => string | undefined
  /** The next unique number for a bookmark, a footnote or a drawing. */
  next: (kind: 'bookmark' | 'note' | 'drawing') => number
}

/** Context of the page that is being written, and the writers for nested content. */
export interface Page {
  book: Book
  page_id: number
  /** Heading level of the page title, from 1. */
  level: number
  headings: Heading[]
  /** Bookmark names by heading id. */
  anchors: Map<string, string>
  parts: Map<Element, Part>
  pictures: Map<Element, Picture>
  /** Footnotes by their number on the page. */
  notes: Map<number, Element>
  /** Numbers of the written footnotes in the document, by their number on the page. */
  written: Map<number, number>
  /** The smallest level of the headings in its text. */
  top: number
  /** Remaining budget of table cells, including tables in footnotes. */
  cellBudget: { cells: number }
  /** True inside a footnote. Footnotes are a separate part without pictures, footnotes and relations. */
  inNote: boolean
  depth: number
  blocks: (page: Page, nodes: Node[], place: BlockContext) => string
  inline: (page: Page, nodes: Node[], look?: TextStyle, width?: number) => string
}
