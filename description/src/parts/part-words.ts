/** What a person wrote in the block of a part: words for one place of it, instead of those of the source or below them. */
export interface PartWords {
  /** As written: `body.lines[].quantity`. */
  path: string
  mode: 'replace' | 'add'
  words: string
}
