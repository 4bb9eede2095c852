import type { Heading } from '@sheaf/markdown/types'
import type { Site } from '../../runtime/item-links.ts'
import type { Part } from './blocks/html.ts'
import type { Draw } from './diagram/diagrams.ts'
import type { Media } from './package/media.ts'
import type { Numbering } from './package/numbering.ts'
import type { Relations, Spool } from './package/relations.ts'
import type { Element, Look, Node, Picture, Place } from './types.ts'
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

/** The page that is being written, and the ways to write what is inside of what. */
export interface Page {
  book: Book
  page_id: number
  /** Of its heading, from 1. */
  level: number
  headings: Heading[]
  /** Names of the bookmarks at its headings, by their ids. */
  anchors: Map<string, string>
  parts: Map<Element, Part>
  pictures: Map<Element, Picture>
  /** Footnotes by their number on the page, and those that were written, by their number in the document. */
  notes: Map<number, Element>
  written: Map<number, number>
  /** The smallest level of its headings; undefined before the first. */
  top: number
  /** Cells that its tables may still have, those of footnotes among them. */
  room: { cells: number }
  /** Inside a footnote, which is a part of its own: no pictures, no footnotes, no relations. */
  inNote: boolean
  depth: number
  blocks: (page: Page, nodes: Node[], place: Place) => string
  inline: (page: Page, nodes: Node[], look?: Look, width?: number) => string
}
