import { isSingle, PART_KINDS, type PartKind } from '../parts/kinds.ts'

/** A fenced block of a page that shows a part of a source: ```` ```operation orders createOrder ````. */
export interface PartFence {
  kind: PartKind
  /** The name of the source in the item. */
  source: string
  key: string
  /** The lines between the fences, without the last line break. */
  body: string
  /** The block in the text: from the first mark to the end of the last line, without its line break. */
  start: number
  end: number
}

const INFO = new RegExp(`^(${PART_KINDS.join('|')})[ \\t]+([a-z0-9-]{1,40})(?:[ \\t]+(\\S.*))?$`)

/** A page has few of them; further ones stay as code. */
const FENCES_MAX = 50
/** Lines that open or close any fence are looked at up to this number. */
const FENCE_LINES_MAX = 20_000
/** The body of a fence is read up to this length; a longer one stays as code. */
const BODY_MAX = 200_000

/** Whether a text can have such a block: a check without false negatives that costs nothing for other texts. */
export const mayHaveParts = (text: string): boolean => new RegExp(`(?:\`{3}|~{3})[ \\t]*(?:${PART_KINDS.join('|')})[ \\t]`).test(text)

function fenceOf(info: string, body: string, start: number, end: number): PartFence | undefined {
  const [, kind, source, key = ''] = INFO.exec(info) ?? []
  if (!kind || !source || body.length > BODY_MAX || (key === '') !== isSingle(kind)) return undefined
  return { kind: kind as PartKind, source, key: key.trimEnd(), body, start, end }
}

/** The beginning of a line that can open or close a fence. A search for it passes over the other lines of a long page. */
const FENCE_LINE = /(?<=^|\n) {0,3}(?:```|~~~)/g

/**
 * The blocks of a page that show parts of sources, in their order. Only blocks at the top level of the page count, as for the Markdown
 * parser: not those in lists, quotations or other code. A block without its closing fence does not count. Takes linear time.
 */
export function partFences(text: string): PartFence[] {
  if (!mayHaveParts(text)) return []
  const found: PartFence[] = []
  let open: { mark: string; length: number; info: string; start: number; bodyStart: number } | undefined
  let lines = 0
  for (const { index: at } of text.matchAll(FENCE_LINE)) {
    if (found.length >= FENCES_MAX || ++lines > FENCE_LINES_MAX) break
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    // A longer line is no fence, so it is not copied.
    const line = end - at > 1000 ? '' : text.slice(at, end).replace(/\r$/, '')
    if (!open) {
      const [, marks, info = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*(.*)$/.exec(line) ?? []
      if (marks && (marks[0] === '~' || !info.includes('`')))
        open = { mark: marks[0] as string, length: marks.length, info: info.trimEnd(), start: at, bodyStart: end + 1 }
    } else {
      const [, marks] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
      if (marks && marks[0] === open.mark && marks.length >= open.length) {
        const body = text.slice(open.bodyStart, Math.max(open.bodyStart, at)).replace(/\r?\n$/, '')
        const fence = fenceOf(open.info, body, open.start, line.length + at)
        if (fence) found.push(fence)
        open = undefined
      }
    }
  }
  return found
}

/** A line of a composed text and the line of the stored text that it is from, both counted from 0. */
export interface LineMark {
  at: number
  from: number
  /** The lines that follow are also from `from`: they show a block. */
  isBlock: boolean
}

const linesIn = (text: string) => text.split('\n').length - 1

/**
 * The text with each block replaced by what `write` returns for it; undefined leaves it as it is. `marks` receives where each replaced
 * block begins and where the text goes on.
 */
export function composeParts(text: string, write: (fence: PartFence) => string | undefined, marks?: LineMark[]): string {
  let composed = ''
  let last = 0
  let [at, from] = [0, 0]
  for (const fence of partFences(text)) {
    const markdown = write(fence)?.trim()
    if (markdown === undefined) continue
    const before = text.slice(last, fence.start)
    composed += before + markdown
    last = fence.end
    if (!marks) continue
    at += linesIn(before)
    from += linesIn(before)
    marks.push({ at, from, isBlock: true })
    at += linesIn(markdown)
    from += linesIn(text.slice(fence.start, fence.end))
    marks.push({ at: at + 1, from: from + 1, isBlock: false })
  }
  return composed + text.slice(last)
}

/** The line of the stored text that a line of the composed one is from. */
export function lineBefore(marks: LineMark[], line: number): number {
  const mark = marks.findLast(({ at }) => at <= line)
  if (!mark) return line
  return mark.isBlock ? mark.from : mark.from + line - mark.at
}

/** The text with another body in one of its blocks, whose marks become longer when a line of the body would end it. */
export function withBody(text: string, { start, end, body: before }: PartFence, body: string): string {
  const block = text.slice(start, end)
  const [, indent = '', marks = '```'] = /^( {0,3})(`{3,}|~{3,})/.exec(block) ?? []
  const mark = marks.charAt(0)
  const longest = [...body.matchAll(/^ {0,3}(`{3,}|~{3,})[ \t]*\r?$/gm)].reduce(
    (most, [, run = '']) => (run[0] === mark ? Math.max(most, run.length) : most),
    0,
  )
  const first = block.indexOf('\n') + 1
  const ending = block.charAt(first - 2) === '\r' ? '\r\n' : '\n'
  const last = block.slice(block.lastIndexOf('\n') + 1)
  if (longest < marks.length) {
    if (body === before) return text
    return text.slice(0, start) + block.slice(0, first) + (body === '' ? '' : body + ending) + last + text.slice(end)
  }
  const longer = mark.repeat(longest + 1)
  const opening = indent + longer + block.slice(indent.length + marks.length, first)
  return text.slice(0, start) + opening + body + ending + longer + text.slice(end)
}

/** The block of a part without any words of people. */
export const bareFence = (part: Pick<PartFence, 'kind' | 'source' | 'key'>): string => `\`\`\`${infoOf(part)}\n\`\`\`\n`

/** The info line of its block. */
export const infoOf = ({ kind, source, key }: Pick<PartFence, 'kind' | 'source' | 'key'>): string =>
  [kind, source, key].filter(Boolean).join(' ')

/** Blanks are looked at where they begin only: a long line of them would otherwise take hours. */
const oneForm = (text: string) => text.replace(/(?<![ \t])(?:[ \t]+\r?\n|\r\n)/g, '\n').trimEnd()

/** Whether two texts are the same apart from the ends of their lines and trailing space. */
export const isSameText = (text: string, other: string): boolean => oneForm(text) === oneForm(other)
