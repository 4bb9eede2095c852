/**
 * `line`, `indent` and `dedent` are the structure of lines where it means something. A string with an expression in it is several tokens:
 * its texts, and the tokens of the expression between signs such as `${` and `}`.
 */
export type Kind = 'word' | 'number' | 'string' | 'sign' | 'line' | 'indent' | 'dedent'

export interface Token {
  kind: Kind
  text: string
  /** Lines from 1: of its first and of its last character. */
  line: number
  lastLine: number
  column: number
  /** The spaces at the start of its line. */
  indent: number
}

/** Characters that one file may have looked at twice, so that no text takes quadratic time. */
const LOOK_AHEAD_MAX = 5_000_000

/** The tokens of a text, in its order. */
export class Tokens {
  readonly list: Token[] = []
  readonly text: string
  /** Offsets of the first characters of the lines. */
  private readonly starts: number[] = [0]
  private row = 0
  /** The spaces at the start of the row. */
  private indent = 0
  /** The indentations of the open blocks. */
  private readonly blocks = [0]
  private lookAhead = LOOK_AHEAD_MAX

  constructor(text: string) {
    this.text = text
    this.indent = matchAt(/[ \t]*/y, text, 0).length
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1)
  }

  get last(): Token | undefined {
    return this.list.at(-1)
  }

  /** Whether this many characters may be looked at in advance. */
  mayLook(characters: number): boolean {
    this.lookAhead -= characters
    return this.lookAhead >= 0
  }

  /** Adds the tokens that begin or end blocks, for a line with this indentation. */
  indentTo(width: number, at: number): void {
    if (width > (this.blocks.at(-1) ?? 0)) {
      this.blocks.push(width)
      this.add('indent', at, at, '')
    }
    while (width < (this.blocks.at(-1) ?? 0)) {
      this.blocks.pop()
      this.add('dedent', at, at, '')
    }
  }

  /** Adds the token from `start` to `end`. `text` is what counts of it. */
  add(kind: Kind, start: number, end: number, text = this.text.slice(start, end)): void {
    const { starts } = this
    const row = this.row
    while (start >= (starts[this.row + 1] ?? Number.POSITIVE_INFINITY)) this.row++
    const lineStart = starts[this.row] ?? 0
    if (this.row > row) this.indent = matchAt(/[ \t]*/y, this.text, lineStart).length
    let lastRow = this.row
    while (end > (starts[lastRow + 1] ?? Number.POSITIVE_INFINITY)) lastRow++
    this.list.push({ kind, text, line: this.row + 1, lastLine: lastRow + 1, column: start - lineStart, indent: this.indent })
  }
}

/** The end of the line of this position: its line feed, or the end of the text. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Where a pattern with the flag `y` matches at this position; '' if it does not. */
export function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
