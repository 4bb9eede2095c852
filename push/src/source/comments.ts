/** The documentation of one call in a comment. */
export interface Comment {
  catalog: string
  title: string
  description: string
  method: string
  url: string[]
  header: string[]
  param: string[]
  json_param: string
  return: string
  return_param: string[]
  remark: string
  number: string
}

interface UnknownTag {
  tag: string
  /** Line within the comment, counted from 0. */
  line: number
}

type Tag = keyof Comment
type Shape = 'line' | 'text' | 'rows'

const shapes: Record<Tag, Shape> = {
  catalog: 'line',
  title: 'line',
  method: 'line',
  number: 'line',
  description: 'text',
  json_param: 'text',
  return: 'text',
  remark: 'text',
  url: 'rows',
  header: 'rows',
  param: 'rows',
  return_param: 'rows',
}
const tagNames = Object.keys(shapes) as Tag[]
/** Tags of other documentation tools, which often occur in the same block; they are not reported. */
const otherTags = new Set(
  'author category subpackage version since deprecated see link todo throws throw exception returns copyright license package api ignore inheritdoc uses var property test async example type template access internal static'.split(
    ' ',
  ),
)

const tagLine = /^[ \t]*@(\w+)[ \t]*(.*)$/

/** Reads the tags of a comment. A text or a field description continues until the next tag. */
export function readTags(lines: string[]): { comment: Comment; unknown: UnknownTag[] } {
  const values = new Map<Tag, string[]>(tagNames.map((tag) => [tag, []]))
  const unknown: UnknownTag[] = []
  let open: Tag | undefined
  for (const [at, line] of lines.entries()) {
    const [, name, rest = ''] = tagLine.exec(line) ?? []
    const known = tagNames.find((tag) => tag === name?.toLowerCase())
    if (name !== undefined) {
      open = known
      if (known) beginTag(values.get(known)!, shapes[known], rest.trim())
      else if (!otherTags.has(name.toLowerCase()) && name.toLowerCase() !== 'showdoc') unknown.push({ tag: name, line: at })
    } else if (open) continueTag(values.get(open)!, shapes[open], line, open)
  }
  const read = tagNames.map((tag) => {
    const rows = values.get(tag)!
    return [tag, shapes[tag] === 'rows' ? rows : rows.join('\n').trim()]
  })
  return { comment: Object.fromEntries(read) as Comment, unknown }
}

function beginTag(rows: string[], shape: Shape, text: string) {
  if (shape === 'line') rows.length = 0
  if (shape !== 'rows' || text) rows.push(text)
}

function continueTag(rows: string[], shape: Shape, line: string, tag: Tag) {
  if (shape === 'text') rows.push(line)
  else if (shape === 'rows' && tag !== 'url' && line.trim() && rows.length > 0) rows[rows.length - 1] += ` ${line.trim()}`
}

interface CommentForm {
  open: string
  close: string
  /** The marker at the start of each line. Without one, the lines only have a common indentation. */
  leader: RegExp | undefined
}

const star = /^[ \t]*\*?[ \t]?/

/** Comment forms with an end. If two fit, the one that starts later is used. */
const enclosed: CommentForm[] = [
  { open: '/**', close: '*/', leader: star },
  { open: '"""', close: '"""', leader: undefined },
  { open: "'''", close: "'''", leader: undefined },
  { open: '<!--', close: '-->', leader: undefined },
  { open: '=begin', close: '=end', leader: undefined },
  { open: '=pod', close: '=cut', leader: undefined },
  { open: '--[[', close: ']]', leader: undefined },
  { open: '{-', close: '-}', leader: undefined },
  { open: '(*', close: '*)', leader: star },
]

/** Markers of line comments. Consecutive lines with the same marker belong together. */
const lineStart = /^[ \t]*(\/\/+!?|#+'?|--+|;+|%+|')(?=[\s@]|$)/
const lineLeader = /^[ \t]*(?:\/\/+!?|#+'?|--+|;+|%+|')[ \t]?/

/** A comment that becomes a page. */
export interface Block {
  /** Line of the file where the text starts, counted from 1. */
  line: number
  lines: string[]
}

interface Range {
  from: number
  to: number
  end: number
  leader: RegExp | undefined
}

const TITLE = '@title'
const keyword = /showdoc/i
/** Maximum length of a comment; searching further back would be slow in a long file. */
const COMMENT_CHARS_MAX = 64 * 1024

/** Comments with both @title and the word showdoc, in the comment syntax of any supported language. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let [end, counted, line] = [0, 0, 1]
  for (let at = text.indexOf(TITLE); at >= 0; at = text.indexOf(TITLE, Math.max(end, at + 1))) {
    const range = rangeAround(text, at, Math.max(end, at - COMMENT_CHARS_MAX))
    if (!range) continue
    end = range.end
    const inner = text.slice(range.from, range.to)
    if (!keyword.test(inner)) continue
    line += text.slice(counted, range.from).split('\n').length - 1
    counted = range.from
    blocks.push({ line, lines: contentOf(inner.split(/\r\n?|\n/), range.leader) })
  }
  return blocks
}

/** The comment around an offset; if two forms fit, the one that starts later. */
function rangeAround(text: string, at: number, after: number): Range | undefined {
  const preceding = text.slice(after, at)
  const around = enclosed.map(({ open, close, leader }): Range | undefined => {
    const start = preceding.lastIndexOf(open)
    if (start < 0) return undefined
    const from = after + start + open.length
    const to = text.indexOf(close, from)
    // The comment ends before the tag, so the tag is outside.
    return to < at ? undefined : { from, to, end: to + close.length, leader }
  })
  return [...around, linesAround(text, at, after)].filter((range) => range !== undefined).sort((a, b) => b.from - a.from)[0]
}

function linesAround(text: string, at: number, after: number): Range | undefined {
  const startOf = (index: number) => (index <= 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1)
  const endOf = (index: number) => {
    const end = text.indexOf('\n', index)
    return end < 0 ? text.length : end
  }
  const markerOf = (index: number) => lineStart.exec(text.slice(index, endOf(index)))?.[1]
  let from = startOf(at)
  let to = endOf(at)
  const marker = markerOf(from)
  if (marker === undefined) return undefined
  while (from > after && markerOf(startOf(from - 1)) === marker) from = startOf(from - 1)
  while (to < text.length && markerOf(to + 1) === marker) to = endOf(to + 1)
  return { from, to, end: to, leader: lineLeader }
}

/** The lines without common indentation. The first line follows the marker, so its own indentation is unknown. */
function contentOf(lines: string[], leader: RegExp | undefined): string[] {
  if (leader) return lines.map((line) => line.replace(leader, '').trimEnd())
  const [first = '', ...others] = lines
  const indents = others.filter((line) => line.trim()).map((line) => /^[ \t]*/.exec(line)![0].length)
  const indent = Math.min(...indents)
  return [first.trim(), ...others.map((line) => line.slice(indents.length > 0 ? indent : 0).trimEnd())]
}
