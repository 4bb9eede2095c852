import { createParser } from '@sheaf/markdown/parser'
import type { PageEnv } from '@sheaf/markdown/types'

/*
 * Markdown files are often wrapped to a width. In most programs a line break in a paragraph is a space, but here it breaks the line, as in
 * ShowDoc, and such a text would be ragged on screens of another width. So the lines of a text that is wrapped are joined. A text whose
 * lines end anywhere stays as it is: there, someone meant the breaks.
 */

/** The least number of line breaks in paragraphs by which a width can be seen, and the widths in columns that occur. */
const BREAKS_MIN = 8
const WIDTH_MIN = 50
const WIDTH_MAX = 132
/** The share of lines that must be full: people change words without wrapping the paragraph again. */
const FULL_MIN = 0.6
/** The share of lines that can end like a sentence. Where more do, each line is one. */
const SENTENCES_MAX = 0.4
/** The part of the width that a word can have to prove a break: an address does not fit into most lines. */
const WORD_MAX = 0.4

const HARD_BREAK = /(?: {2}|\\|<br ?\/?>)$/i
const SENTENCE = /[.。！？!?；;:：][*_"”』」)）]*$/
/** The name of a callout, a table of contents, an instruction of a site generator, a row of a table, a definition. */
const OWN_LINE = /^(?:\[![a-z]+\]$|\[+toc\]+$|:|\||\{[%{<])/i
/** The number or the sign of an item that Markdown does not know. */
const ITEM = /^(?:[•·●▪◦①-⑳⑴-⒇]|[（(]\d{1,3}[)）]|\d{1,3}(?:[、)）]|\.\s)|[a-z][)）])/i
const WIDE = /[\u2e80-\u312f\u3190-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60]/
const EACH_WIDE = new RegExp(WIDE, 'g')
const FIRST_WORD = new RegExp(`^(?:${WIDE.source}|\`[^\`]*\`[^\\s]*|(?:(?!${WIDE.source})\\S)+)`)
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const FULL_WIDTH_MARK = /[\u3001-\u303f\uff01-\uff60]/
/** Marks that Chinese and English share. */
const SHARED_MARK = /[“”‘’—…·]/

const columnsOf = (text: string) => text.length + (text.match(EACH_WIDE)?.length ?? 0)

/** A line that continues the paragraph of the line above; `text` is without the marks of quotes and lists. */
interface Continued {
  at: number
  above: string
  text: string
}

const blocksOnly = createParser()
blocksOnly.core.ruler.enableOnly(['normalize', 'block'])

function continuedLines(text: string): Continued[] {
  const env: PageEnv = { language: 'en', lines: false, own: '', headings: [] }
  const tokens = blocksOnly.parse(text, env)
  const found: Continued[] = []
  for (const [index, { type, content, map }] of tokens.entries()) {
    const lines = content.split('\n')
    if (type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open' || !map || lines.length !== map[1] - map[0]) continue
    // In one line, a tag would be a block of HTML.
    if (content.startsWith('<')) continue
    for (const [n, line] of lines.entries()) {
      const [above, own] = [lines[n - 1], line.trim()]
      if (above === undefined || HARD_BREAK.test(above) || OWN_LINE.test(above.trim()) || OWN_LINE.test(own) || ITEM.test(own)) continue
      found.push({ at: map[0] + n, above: above.trim(), text: own })
    }
  }
  return found
}

/** Whether the next word would not have fit in most of the lines that others continue. */
function isWrapped(lines: string[], continued: Continued[]): boolean {
  const breaks = continued.map(({ at, above, text }) => ({
    columns: columnsOf((lines[at - 1] ?? '').trimEnd()),
    next: columnsOf(FIRST_WORD.exec(text)?.[0] ?? ''),
    isSentence: SENTENCE.test(above),
  }))
  const sorted = breaks.map(({ columns }) => columns).sort((a, b) => a - b)
  // Single lines can be longer, because of an address.
  const width = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0
  const usual = breaks.filter(({ columns, next }) => columns <= WIDTH_MAX && next <= width * WORD_MAX)
  const full = usual.filter(({ columns, next }) => columns + 1 + next > width)
  const sentences = usual.filter(({ isSentence }) => isSentence)
  return (
    width >= WIDTH_MIN &&
    width <= WIDTH_MAX &&
    usual.length >= BREAKS_MIN &&
    full.length >= FULL_MIN * usual.length &&
    sentences.length <= SENTENCES_MAX * usual.length
  )
}

/** What is between two joined lines: Chinese and Japanese have no space between words and next to their marks. */
function spaceBetween(above: string, below: string): string {
  const [last = '', first = ''] = [[...above.slice(-2)].at(-1), [...below.slice(0, 2)][0]]
  if (FULL_WIDTH_MARK.test(last) || FULL_WIDTH_MARK.test(first)) return ''
  const isOne = (sign: string, other: string) => IDEOGRAPH.test(sign) || (SHARED_MARK.test(sign) && IDEOGRAPH.test(other))
  return isOne(last, first) && isOne(first, last) ? '' : ' '
}

/** The lines of a page, those of a paragraph joined if the text is wrapped to a width. */
export function joinedLines(lines: string[]): string[] {
  let continued: Continued[]
  try {
    continued = continuedLines(lines.join('\n'))
  } catch {
    // A page above the bounds of the parser stays as it is, and readers see its source.
    return lines
  }
  if (!isWrapped(lines, continued)) return lines
  const texts = new Map(continued.map(({ at, text }) => [at, text]))
  const joined: string[][] = []
  for (const [at, line] of lines.entries()) {
    const text = texts.get(at)
    const parts = joined.at(-1)
    if (text === undefined || !parts) joined.push([line])
    else {
      const above = (parts.at(-1) ?? '').trimEnd()
      parts[parts.length - 1] = above + spaceBetween(above, text)
      parts.push(text)
    }
  }
  return joined.map((parts) => parts.join(''))
}
