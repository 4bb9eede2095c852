/* A4 in twips, 1440 to the inch. */
export const SHEET = { width: 11906, height: 16838, top: 1440, side: 1304 }
export const TEXT_WIDTH = SHEET.width - 2 * SHEET.side
export const TEXT_HEIGHT = SHEET.height - 2 * SHEET.top

export interface Element {
  name: string
  attribs: Record<string, string>
  children: Node[]
  /** Whether a block stands somewhere below; such an element is no part of a line. */
  holdsBlocks: boolean
}

export type Node = string | Element

/** How a run of text looks; what is not named is as in its paragraph. */
export interface Look {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  code?: boolean
  link?: boolean
  raised?: 'superscript' | 'subscript'
  /** Half points. */
  size?: number
  color?: string
  fill?: string
}

/** What the first paragraph of a list item begins with. */
export interface Lead {
  numbering: string
  runs: string
  /** Whether its first line begins further left than the others. */
  hanging: boolean
  used: boolean
}

/** Where on the sheet something is written; lengths in twips, 1440 to the inch. */
export interface Place {
  width: number
  indent: number
  /** Lists around it. */
  lists: number
  /** Tables around it; Word bears a few only. */
  boxes: number
  style?: string
  align?: string
  look?: Look
  lead?: Lead
}

/** A picture in the document, as large as it is by itself, in pixels of 1/96 inch. */
export interface Picture {
  relation: string
  width: number
  height: number
}

/** A file as it comes to the thread. */
export interface FileBytes {
  bytes: Uint8Array
  type: string
}

/** What the thread asks of those outside. */
export type HostCalls = {
  /** The next pages; none when there are no more. */
  pages: () => Promise<{ id: number; markdown: string }[]>
  file: (url: string) => Promise<FileBytes | undefined>
  progress: (done: number) => Promise<void>
}

/** What those outside ask of the thread: the next bytes of the document, undefined at its end. */
export type ThreadCalls = { next: () => Promise<Uint8Array | undefined> }
