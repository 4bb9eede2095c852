import { fenced, table } from '../lib/markdown.ts'
import type { PageWords } from './words.ts'

/*
 * Descriptions in comments are Markdown. They are inserted into a page so that they cannot affect the following text: open fences are
 * closed, text in angle brackets stays text, a dollar is not a formula. Code stays unchanged.
 */
const tag =
  /^<(?:\/?(?:p|div|span|br|hr|h[1-6]|a|img|b|strong|i|em|u|s|del|ins|sub|sup|mark|small|kbd|code|pre|blockquote|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|details|summary)(?:\s[^<>]*)?\/?>|[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)/i
const piece = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\\[\s\S]?|[<$]/g

function escapeUnsafe(text: string): string {
  // Only its end tag ends a <pre>.
  const lastPre = text.toLowerCase().lastIndexOf('</pre')
  const isTag = (at: number) => tag.test(text.slice(at, at + 2000)) && (at < lastPre || !/^<pre/i.test(text.slice(at, at + 4)))
  return text.replace(piece, (match: string, _ticks: string, at: number) => {
    if (match === '$') return '\\$'
    return match === '<' && !isTag(at) ? '&lt;' : match
  })
}

const fenceLine = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/

/** Lines of a text and whether they are in a fence. An open fence is closed. */
function fenceLines(text: string): [line: string, kind: 'text' | 'mark' | 'code'][] {
  const lines: [string, 'text' | 'mark' | 'code'][] = []
  let open = ''
  for (const line of text.split(/\r\n?|\n/)) {
    const [, run = '', rest = ''] = fenceLine.exec(line) ?? []
    const ends = open !== '' && run.startsWith(open) && rest.trim() === ''
    if (open === '') lines.push([line, run ? 'mark' : 'text'])
    else lines.push([line, ends ? 'mark' : 'code'])
    if (ends) open = ''
    else if (open === '') open = run
  }
  if (open) lines.push([open, 'mark'])
  return lines
}

/** A description as blocks of the page. */
export function blockText(text: string): string {
  const parts: { isText: boolean; lines: string[] }[] = []
  for (const [line, kind] of fenceLines(text.trim())) {
    const isText = kind === 'text'
    const last = parts.at(-1)
    const plain = isText ? line.replace(/^(\s*):(?=::)/, '$1&#58;').replace(/^\s*\[tocm?\]\s*$/i, (toc) => toc.replace('[', '\\[')) : line
    if (last?.isText === isText) last.lines.push(plain)
    else parts.push({ isText, lines: [plain] })
  }
  return parts.map(({ isText, lines }) => (isText ? escapeUnsafe(lines.join('\n')) : lines.join('\n'))).join('\n')
}

/** Deeper JSON would be mostly indentation; it is shown unchanged. */
const INDENT_DEPTH_MAX = 64
const token = /"(?:[^"\\]|\\[\s\S])*"|[^\s[\]{},:"]+|[[\]{},:]/g

/** Indented JSON with all numbers and strings as written: JSON.parse would round long numbers. */
function indented(text: string): string | undefined {
  let [out, depth, previous] = ['', 0, '']
  for (const [part] of text.matchAll(token)) {
    const [closes, wasOpened] = [/^[\]}]$/.test(part), /^[[{]$/.test(previous)]
    if (closes) depth--
    if (closes ? !wasOpened : wasOpened || previous === ',') out += `\n${'  '.repeat(depth)}`
    out += part === ':' ? ': ' : part
    if (/^[[{]$/.test(part) && ++depth > INDENT_DEPTH_MAX) return undefined
    previous = part
  }
  return out
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** An example as a code block; '' for none. */
export function exampleBlock(example: string): string {
  if (!example) return ''
  const raw = example.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
  const json = /^\s*[[{]/.test(raw)
  const text = ((json && isJson(raw) && indented(raw)) || raw).replace(/^\n+|\s+$/g, '')
  const language = json ? 'json' : /^\s*<[?!a-z]/i.test(raw) ? 'xml' : ''
  return fenced(text, language)
}

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

/** A value as a code span for a table cell. */
function code(value: string): string {
  const text = /^\s|\s$|[\r\n\t\f\v\0]|^$/.test(value) ? JSON.stringify(value) : value
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const ticks = '`'.repeat(length)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`.replaceAll('|', '\\|')
}

/** A name of letters, digits and path characters needs no escaping in Markdown; any other becomes a code span. */
function nameCell(path: string): string {
  if (/^[\p{L}\d](?:[\p{L}\d_.[\]-]*[\p{L}\d\]])?$/u.test(path)) return path
  const name = oneLine(path) || path
  // Sheaf interprets dashes and dots before a name as the depth of a field.
  return code(/^[-–—─└├│┗┣|>.·]/.test(name) ? JSON.stringify(name) : name)
}

const typeCell = (type: string): string =>
  oneLine(type)
    .replace(/(?<!\\)\|/g, '\\|')
    .replaceAll('<', '&lt;')

/** A one-line description, as all field descriptions are. */
function textCell(text: string): string {
  const cells = fenceLines(text.trim()).flatMap(([line, kind]) => {
    const words = line.trim()
    if (kind === 'mark' || words === '') return []
    return kind === 'code'
      ? [code(words)]
      : [escapeUnsafe(words.replace(/\\$/, '').replace(/^#{1,6}\s+(.*?)\s*#*$/, '**$1**')).replace(/\\?\|/g, '\\|')]
  })
  return cells.join('<br>')
}

const YES = /^(?:required|must|mandatory|yes|y|true|1|必选|必填|必须|是)$/i
const NO = /^(?:optional|no|n|false|0|可选|选填|非必填|非必选|否)$/i
const isRequiredWord = (word = '') => YES.test(word) || NO.test(word)
const isType = (word = '') =>
  /^[?[(<]*(?:string|str|text|char|varchar|u?int(?:eger)?|long|short|bytes?|(?:big|small|tiny)int|number|numeric|float|double|decimal|bool(?:ean)?|array|list|map|dict|object|json|enum|date(?:time)?|time(?:stamp)?|file|binary|blob|uuid|any|mixed)(?!\p{L})/iu.test(
    word,
  ) || /^(?:字符|文本|整数|整型|数字|数值|浮点|小数|布尔|日期|时间|数组|列表|对象|文件|枚举)/.test(word)
/** A class name, used as a type. */
const isClass = (word: string) => /^[A-Z][\w.]*(?:[<[]|$)/.test(word)

/**
 * Whether a line of the form `name required type description` has the optional second word. An unknown word counts as the second
 * word if another line has a known one, or if the following word can only be a type.
 */
const hasRequiredWord = ([, word = '', next]: string[], isForm: boolean) =>
  isRequiredWord(word) || (next !== undefined && !isType(word) && (isForm || (isType(next) && !isClass(word))))

/** A table of fields; '' without fields. The column of required fields is left out if it would be empty, as for responses. */
export function fieldTable(rows: string[], hasRequired: boolean, words: PageWords): string {
  if (rows.length === 0) return ''
  const lines = rows.map((row) => row.split(/\s+/))
  const isForm = lines.some(([, word]) => isRequiredWord(word))
  const fields = lines.map((line) => {
    const [name = '', ...rest] = line
    const required = hasRequired && hasRequiredWord(line, isForm) ? rest.shift() : undefined
    const [type = '', ...description] = rest
    return { name, required, type, description: description.join(' ') }
  })
  const showRequired = fields.some(({ required }) => required !== undefined)
  return table(
    [words.name, words.type, ...(showRequired ? [words.required] : []), words.description],
    fields.map(({ name, required = '', type, description }) => [
      nameCell(name),
      typeCell(type),
      ...(showRequired ? [typeCell(required)] : []),
      textCell(description),
    ]),
  )
}
