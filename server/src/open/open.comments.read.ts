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

const LINE = ['catalog', 'title', 'method', 'number'] as const
const TEXT = ['description', 'json_param', 'return', 'remark'] as const
const ROWS = ['url', 'header', 'param', 'return_param'] as const
type Tag = (typeof LINE)[number] | (typeof TEXT)[number] | (typeof ROWS)[number]

const isOne = <T extends string>(tags: readonly T[], tag: string): tag is T => (tags as readonly string[]).includes(tag)

/** The comments of a source that are meant for us: each one holds "showdoc" and a title. */
export function commentsIn(source: string): Comment[] {
  const found: Comment[] = []
  let at = source.indexOf('/**')
  while (at >= 0) {
    const end = source.indexOf('*/', at + 2)
    if (end < 0) break
    const block = source.slice(at + 3, Math.max(end, at + 3))
    if (block.includes('@title') && /showdoc/i.test(block)) {
      const comment = read(block)
      if (comment.title) found.push(comment)
    }
    at = source.indexOf('/**', end + 2)
  }
  return found
}

function read(block: string): Comment {
  const comment: Comment = {
    ...{ catalog: '', title: '', description: '', method: '', json_param: '', return: '', remark: '', number: '' },
    ...{ url: [], header: [], param: [], return_param: [] },
  }
  let open: Tag | undefined
  for (const raw of block.split(/\r\n?|\n/)) {
    const line = raw.replace(/^[ \t]*\*?[ \t]?/, '').trimEnd()
    const [, tag = '', rest = ''] = /^[ \t]*@(\w+)[ \t]*(.*)$/.exec(line) ?? []
    if (tag) {
      open = [...LINE, ...TEXT, ...ROWS].find((one) => one === tag.toLowerCase())
      if (open) begin(comment, open, rest.trim())
    } else if (open) goOn(comment, open, line)
  }
  for (const tag of TEXT) comment[tag] = comment[tag].trim()
  return comment
}

function begin(comment: Comment, tag: Tag, text: string) {
  if (isOne(ROWS, tag)) {
    if (text) comment[tag].push(text)
  } else if (isOne(TEXT, tag) && comment[tag]) comment[tag] += `\n${text}`
  else comment[tag] = text
}

/** Texts go on until the next tag, and so does what is said of a field; everything else is one line. */
function goOn(comment: Comment, tag: Tag, line: string) {
  if (isOne(TEXT, tag)) comment[tag] += `\n${line}`
  else if (isOne(ROWS, tag) && tag !== 'url' && line.trim() && comment[tag].length)
    comment[tag][comment[tag].length - 1] += ` ${line.trim()}`
}
