/** A page as a reader sees it: `readingOf` of the package markdown makes it. Offsets are UTF-16 units. */
export interface ReadText {
  text: string
  blocks: readonly { kind: string; headings: readonly string[]; text: string; start: number }[]
}

export type AnchorKind = 'page' | 'heading' | 'passage' | 'block'

/** What a comment is about: text of one version of a page, with what is around it (W41). */
export interface Anchor {
  kind: AnchorKind
  /** The nearest heading above, or the heading itself. */
  heading: string
  /** The text as read. Of a longer one the first and last QUOTE_END characters, and `length` says how long it is. */
  quote: string
  length?: number
  before: string
  after: string
  at: number
  version: number
}

/** A place in the reading text of a version. */
export interface Place {
  at: number
  length: number
}

/** Where an anchor is in a later version (W43): `fixed` has the same words, `moved` other ones. */
export interface Carried extends Place {
  place: 'fixed' | 'moved' | 'lost'
}

export const QUOTE_MAX = 400
export const AROUND_MAX = 32
/** Characters of a passage. A block or a heading can be longer. */
export const PASSAGE_MAX = 2000
