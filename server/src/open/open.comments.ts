import { isId, type Language, Refusal } from '@sheaf/contract'
import { beautify } from '@sheaf/markdown/beautify'
import { mustWriteByKeys } from '../access/keys.ts'
import type { ApiField } from '../api-docs/api/call.ts'
import { apiPageMarkdown, apiWords, contentBlocks } from '../api-docs/api/page.ts'
import type { Rooms } from '../context.ts'
import { namesIn, type Pushed, titleOf } from './open.page.ts'
import { inPlainText, pushAll } from './open.text.ts'

const notes: Record<Language, string> = { en: 'Notes', zh: '备注' }

const YES = /^(?:required|must|mandatory|yes|y|true|1|必选|必填|必须|是)$/i
const NO = /^(?:optional|no|n|false|0|可选|选填|非必填|非必选|否)$/i
const isSaid = (word = '') => YES.test(word) || NO.test(word)
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
  isSaid(word) || (next !== undefined && !isType(word) && (isForm || (isType(next) && !isClass(word))))

/** Fields of a comment; whether one is required stays in its author's words. */
function fieldsIn(lines: string[], hasRequired: boolean): ApiField[] {
  const rows = lines.map((line) => line.split(/\s+/))
  const isForm = rows.some(([, word]) => isSaid(word))
  return rows.map((row) => {
    const [name = '', ...words] = row
    const required = hasRequired && hasSecond(row, isForm) ? words.shift() : undefined
    const [type = '', ...description] = words
    return { name, type, description: description.join(' '), required }
  })
}

const exampleOf = (text: string) => (text ? [{ name: '', text: beautify(text).text }] : [])

/** Calls of these methods have their parameters in the address. */
const IN_ADDRESS = /^(?:get|head|delete|options)$/i

/** The page of a comment, of the same make as pages from other descriptions of calls. */
export function markdownOf(comment: Comment, language: Language): string {
  const params = fieldsIn(comment.param, true)
  const isQuery = IN_ADDRESS.test(comment.method) && !comment.json_param
  const body = { contentType: '', type: '', fields: isQuery ? [] : params, examples: exampleOf(comment.json_param) }
  const answer = { contentType: '', type: '', fields: fieldsIn(comment.return_param, false), examples: exampleOf(comment.return) }
  const answered = contentBlocks(answer, language).join('\n\n')
  const [url = '', ...others] = comment.url
  return apiPageMarkdown(
    {
      // As it was written, unless it is written like a name.
      method: /^[A-Z][a-z]/.test(comment.method) ? comment.method.toUpperCase() : comment.method,
      url,
      description: [comment.description, ...others.map((one) => `- ${one}`)].join('\n').trim(),
      headers: fieldsIn(comment.header, true),
      query: isQuery ? params : [],
      bodies: body.fields.length || body.examples.length ? [body] : [],
      sections: [
        ...(answered ? [{ title: apiWords(language).response, markdown: answered }] : []),
        ...(comment.remark ? [{ title: notes[language], markdown: comment.remark }] : []),
      ],
    },
    language,
  )
}

export const pageOfComment = (comment: Comment, language: Language): Pushed => ({
  place: namesIn({ cat_name: comment.catalog }),
  page_title: titleOf(comment.title),
  page_content: markdownOf(comment, language),
  s_number: isId(comment.number) ? Number(comment.number) || undefined : undefined,
})

/** What a comment says of one call. */
interface Comment {
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

/** Of two comments with one title in one place the later one counts: both would make a version each time. */
const onePerPlace = (all: Comment[]) => [...new Map(all.map((one) => [JSON.stringify([one.catalog, one.title]), one])).values()]

export const fromComments: Rooms['open']['fromComments'] = (input, ctx) =>
  inPlainText(ctx, async ({ answer, headings }) => {
    const item = await mustWriteByKeys(input, ctx)
    const comments = onePerPlace(commentsIn(input.content.replaceAll('_this_and_change_', '&')))
    if (comments.length === 0) throw new Refusal('commentsNone')
    const sources = comments.map((one) => ({ title: one.title, page: () => pageOfComment(one, headings) }))
    return pushAll(item, sources, answer, ctx)
  })
