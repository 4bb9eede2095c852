/* A4 in twips, 1440 to the inch. */
export const SHEET = { width: 11906, height: 16838, top: 1440, side: 1304 }
export const TEXT_WIDTH = SHEET.width - 2 * SHEET.side
export const TEXT_HEIGHT = SHEET.height - 2 * SHEET.top

export interface Element {
  name: string
  attribs: Record<string, string>
  children: Node[]
  /** Whether the element has block descendants; such an element is not inline. */
  holdsBlocks: boolean
}

export type Node = string | Element

/** Formatting of a text run. Missing properties are inherited from the paragraph. */
export interface TextStyle {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  code?: boolean
  link?: boolean
  raised?: 'superscript' | 'subscript'
  /** In half points. */
  size?: number
  color?: string
  fill?: string
}

/** The marker that the first paragraph of a list item begins with. */
export interface ListMarker {
  numbering: string
  runs: string
  /** Whether the first line has a hanging indent. */
  hanging: boolean
  used: boolean
}

/** Layout context of a block; lengths in twips, 1440 to the inch. */
export interface BlockContext {
  width: number
  indent: number
  /** Depth of nested lists. */
  listDepth: number
  /** Depth of nested tables, which Word limits. */
  tableDepth: number
  style?: string
  align?: string
  look?: TextStyle
  lead?: ListMarker
}

/** A picture in the document with its natural size, in pixels of 1/96 inch. */
export interface Picture {
  relation: string
  width: number
  height: number
}

/** A file that is sent to the worker thread. */
export interface FileBytes {
  bytes: Uint8Array
  type: string
}

/** Functions of the main thread that the worker thread calls. */
export type WordCalls = {
  /** The next pages; an empty array at the end. */
  pages: () => Promise<{ id: number; markdown: string }[]>
  file: (url: string) => Promise<FileBytes | undefined>
  progress: (done: number) => void
}
