/** What a comment says of one call. */
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

export interface UnknownTag {
  tag: string
  /** Counted from 0, within the comment. */
  line: number
}

type Tag = keyof Comment
type Shape = 'line' | 'text' | 'rows'

const shapes: Record<Tag, Shape> = {
  ...({ catalog: 'line', title: 'line', method: 'line', number: 'line' } as const),
  ...({ description: 'text', json_param: 'text', return: 'text', remark: 'text' } as const),
  ...({ url: 'rows', header: 'rows', param: 'rows', return_param: 'rows' } as const),
}
const tagNames = Object.keys(shapes) as Tag[]
/** Doc comments of the languages themselves, which often stand in the same block and say nothing wrong. */
const others = new Set(
  'author category subpackage version since deprecated see link todo throws throw exception returns copyright license package api ignore inheritdoc uses var property test async example type template access internal static'.split(
    ' ',
  ),
)

const written = /^[ \t]*@(\w+)[ \t]*(.*)$/

/** Reads the tags of a comment. A text goes on until the next tag, and so does what is said of a field. */
export function readTags(lines: string[]): { comment: Comment; unknown: UnknownTag[] } {
  const values = new Map<Tag, string[]>(tagNames.map((tag) => [tag, []]))
  const unknown: UnknownTag[] = []
  let open: Tag | undefined
  for (const [at, line] of lines.entries()) {
    const [, name, rest = ''] = written.exec(line) ?? []
    const known = tagNames.find((tag) => tag === name?.toLowerCase())
    if (name !== undefined) {
      open = known
      if (known) begin(values.get(known)!, shapes[known], rest.trim())
      else if (!others.has(name.toLowerCase()) && name.toLowerCase() !== 'showdoc') unknown.push({ tag: name, line: at })
    } else if (open) goOn(values.get(open)!, shapes[open], line, open)
  }
  const read = tagNames.map((tag) => {
    const rows = values.get(tag)!
    return [tag, shapes[tag] === 'rows' ? rows : rows.join('\n').trim()]
  })
  return { comment: Object.fromEntries(read) as unknown as Comment, unknown }
}

function begin(rows: string[], shape: Shape, text: string) {
  if (shape === 'line') rows.length = 0
  if (shape !== 'rows' || text) rows.push(text)
}

function goOn(rows: string[], shape: Shape, line: string, tag: Tag) {
  if (shape === 'text') rows.push(line)
  else if (shape === 'rows' && tag !== 'url' && line.trim() && rows.length > 0) rows[rows.length - 1] += ` ${line.trim()}`
}
