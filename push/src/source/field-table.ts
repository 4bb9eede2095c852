import { table } from '../lib/table.ts'
import { escapeUnsafe, fenceLines } from './markdown-text.ts'
import type { PageWords } from './page.words.ts'

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

/** A value in one line of code that may stand in a cell. */
function code(value: string): string {
  const text = /^\s|\s$|[\r\n\t\f\v\0]|^$/.test(value) ? JSON.stringify(value) : value
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const ticks = '`'.repeat(length)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`.replaceAll('|', '\\|')
}

/** A name of letters, digits and the signs of a path means nothing in Markdown; any other is code. */
function nameCell(path: string): string {
  if (/^[\p{L}\d](?:[\p{L}\d_.[\]-]*[\p{L}\d\]])?$/u.test(path)) return path
  const name = oneLine(path) || path
  // Sheaf reads dashes and dots in front of a name as the depth of a field.
  return code(/^[-–—─└├│┗┣|>.·]/.test(name) ? JSON.stringify(name) : name)
}

const typeCell = (type: string): string =>
  oneLine(type)
    .replace(/(?<!\\)\|/g, '\\|')
    .replaceAll('<', '&lt;')

/** A description of one line. (Those of fields never have several.) */
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
/** The name of a class, as a type of one's own is written. */
const isClass = (word: string) => /^[A-Z][\w.]*(?:[<[]|$)/.test(word)

/**
 * Whether the second word of `name required type description` is there: it may be left out. An unknown word stands for it beside lines
 * that have a known one, and before what can only be a type.
 */
const hasSecond = ([, word = '', next]: string[], isForm: boolean) =>
  isRequiredWord(word) || (next !== undefined && !isType(word) && (isForm || (isType(next) && !isClass(word))))

/** A table of fields as readers know it; the column nobody filled is left out. '' for no fields. Answers have no second word. */
export function fieldTable(rows: string[], hasRequired: boolean, words: PageWords): string {
  if (rows.length === 0) return ''
  const lines = rows.map((row) => row.split(/\s+/))
  const isForm = lines.some(([, word]) => isRequiredWord(word))
  const fields = lines.map((line) => {
    const [name = '', ...rest] = line
    const required = hasRequired && hasSecond(line, isForm) ? rest.shift() : undefined
    const [type = '', ...description] = rest
    return { name, required, type, description: description.join(' ') }
  })
  const said = fields.some(({ required }) => required !== undefined)
  return table(
    [words.name, words.type, ...(said ? [words.required] : []), words.description],
    fields.map(({ name, required = '', type, description }) => [
      nameCell(name),
      typeCell(type),
      ...(said ? [typeCell(required)] : []),
      textCell(description),
    ]),
  )
}
