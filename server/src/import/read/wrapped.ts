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

const QUOTES = /^(?: {0,3}> ?)*/
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ x]\][ \t]+)?/i
const FENCE = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,}|\$\$)/
/** A heading, a line below one, a rule, a block of a site generator, a definition, a name of a callout, a table of contents. */
const NO_TEXT = /^(?:#{1,6}(?:\s|$)|=+$|-+$|[*_-](?:\s*[*_-])+$|[:{]|!!!|\?\?\?|\[\^?[^\]]{1,200}\]:|\[![a-z]+\]|\[+toc\]+$)/i
const HARD_BREAK = /(?: {2}|\\|<br ?\/?>)$/i
const WIDE = /[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\u201c\u201d\u2018\u2019\u2014\u2026]/
const EACH_WIDE = new RegExp(WIDE, 'g')
const FIRST_WORD = new RegExp(`^(?:${WIDE.source}|\`[^\`]*\`[^\\s]*|(?:(?!${WIDE.source})\\S)+)`)

const columnsOf = (text: string) => text.length + (text.match(EACH_WIDE)?.length ?? 0)
const indentOf = (text: string) => text.replaceAll('\t', '    ').search(/\S|$/)

/** The numbers of the lines that continue the paragraph of the line above. */
function continuedLines(lines: string[]): number[] {
  const found: number[] = []
  let [fence, isHtml, list, depth, isOpen] = ['', false, 0, 0, false]
  for (const [at, line] of lines.entries()) {
    const quotes = QUOTES.exec(line)?.[0] ?? ''
    const rest = line.slice(quotes.length)
    const text = rest.trim()
    if (fence) {
      if (text.startsWith(fence) || (fence === '$$' && text.endsWith(fence))) fence = ''
      continue
    }
    const wasOpen = isOpen && quotes.replaceAll(' ', '').length === depth
    depth = quotes.replaceAll(' ', '').length
    isOpen = false
    if (text === '') isHtml = false
    if (text === '' || isHtml) continue
    fence = FENCE.exec(text)?.[1] ?? ''
    if (fence === '$$' && text.indexOf(fence) < text.lastIndexOf(fence)) fence = ''
    const indent = indentOf(rest)
    const isCode = !wasOpen && indent >= list + 4
    const item = isCode || fence ? undefined : ITEM.exec(text)?.[0]
    if (item) list = indent + item.length
    else if (!wasOpen && !isCode) list = Math.min(list, indent)
    isHtml = text.startsWith('<')
    if (fence || isCode || isHtml || text.length > WIDTH_MAX || columnsOf(text) > WIDTH_MAX || text.includes('|') || NO_TEXT.test(text))
      continue
    if (wasOpen && !item) found.push(at)
    isOpen = !HARD_BREAK.test(line)
  }
  return found
}

/** Whether the next word would not have fit in most of the lines that others continue. */
function isWrapped(lines: string[], continued: number[]): boolean {
  if (continued.length < BREAKS_MIN) return false
  const breaks = continued.map((at) => {
    const word = FIRST_WORD.exec((lines[at] ?? '').replace(QUOTES, '').trimStart())?.[0] ?? ''
    return { columns: columnsOf((lines[at - 1] ?? '').trimEnd()), next: columnsOf(word) }
  })
  const sorted = breaks.map(({ columns }) => columns).sort((a, b) => a - b)
  // Single lines can be longer, because of an address.
  const width = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0
  const full = breaks.filter(({ columns, next }) => columns + 1 + next > width)
  return width >= WIDTH_MIN && full.length >= FULL_MIN * breaks.length
}

/** The lines of a page, those of a paragraph joined if the text is wrapped to a width. */
export function joinedLines(lines: string[]): string[] {
  const continued = continuedLines(lines)
  if (!isWrapped(lines, continued)) return lines
  const isContinued = new Set(continued)
  const joined: string[][] = []
  for (const [at, line] of lines.entries()) {
    const last = joined.at(-1)
    if (!last || !isContinued.has(at)) joined.push([line])
    else {
      const [before, after] = [(last.at(-1) ?? '').trimEnd(), line.replace(QUOTES, '').trimStart()]
      // Chinese and Japanese have no space between words.
      const space = WIDE.test(before.slice(-1)) && WIDE.test(after.slice(0, 1)) ? '' : ' '
      last[last.length - 1] = before + space
      last.push(after)
    }
  }
  return joined.map((parts) => parts.join(''))
}
