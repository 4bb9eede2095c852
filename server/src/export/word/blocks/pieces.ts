/** Longer texts are written in pieces: what the parser makes of a text is a hundred times as large. */
const PIECE_CHARACTERS = 150_000
/** Past a piece by so much, no better place is waited for. */
const PIECE_OVERRUN_CHARACTERS = 20_000
const MOST_DEFINITIONS = 20_000

const fence = /^ {0,3}(`{3,}|~{3,})/
const definition = /^ {0,3}\[[^\]\n]+\]:/
const delimiterRow = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** The fence a line leaves open, '' for none. */
function fenceAfter(line: string, open: string): string {
  const marks = fence.exec(line)?.[1]
  if (!marks) return open
  if (!open) return line.trim()
  return marks.startsWith(/^[`~]+/.exec(open)![0]) && line.trim() === marks ? '' : open
}

/** A picture in the text is long and yet nothing to the parser. */
const weightOf = (line: string) => (line.includes(';base64,') ? Math.min(line.length, 1000) : line.length + 1)

/** Lines, none of them longer than a piece. */
function* linesOf(markdown: string): Generator<string> {
  for (const line of markdown.split('\n')) {
    let from = 0
    if (weightOf(line) > PIECE_CHARACTERS)
      for (let to = line.lastIndexOf(' ', PIECE_CHARACTERS); to > from; to = line.lastIndexOf(' ', from + PIECE_CHARACTERS)) {
        yield line.slice(from, to)
        from = to + 1
        if (line.length - from < PIECE_CHARACTERS) break
      }
    yield from ? line.slice(from) : line
  }
}

/** What links and footnotes are defined by; every piece gets it. */
function definitionsIn(lines: string[]): string {
  let open = ''
  let found = ''
  for (const line of lines) {
    open = fenceAfter(line, open)
    if (!open && found.length < MOST_DEFINITIONS && definition.test(line)) found += `\n\n${line.slice(0, 500)}`
  }
  return found
}

/**
 * A text as one piece, or a very long one as several that can be read by themselves: parted at an empty line; where none comes, a
 * table gets its head once more and code its fence.
 */
export function* pieces(markdown: string): Generator<string> {
  if (markdown.length <= PIECE_CHARACTERS) return yield markdown
  const lines = [...linesOf(markdown)]
  const definitions = definitionsIn(lines)
  let [held, size, open, head]: [string[], number, string, string[]] = [[], 0, '', []]
  for (const [n, line] of lines.entries()) {
    if (line.trim() === '') head = []
    else if (!open && delimiterRow.test(line) && line.includes('|')) head = [lines[n - 1] ?? '', line]
    const isPlace = line.trim() === '' && !open
    if ((size > PIECE_CHARACTERS && isPlace) || (size > 0 && size + weightOf(line) > PIECE_CHARACTERS + PIECE_OVERRUN_CHARACTERS)) {
      const [closing] = /^[`~]*/.exec(open)!
      yield [...held, ...(closing ? [closing] : [])].join('\n') + definitions
      held = open ? [open] : [...head]
      size = 0
    }
    held.push(line)
    size += weightOf(line)
    open = fenceAfter(line, open)
  }
  yield held.join('\n') + definitions
}
