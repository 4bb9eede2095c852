import type { Heading } from '@sheaf/markdown/types'
import type { Part } from './blocks/html.ts'
import type { Book } from './book.ts'
import type { Element, Look, Node, Picture, Place } from './types.ts'

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
