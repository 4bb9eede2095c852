import { isId, type Language, Refusal } from '@sheaf/contract'
import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import type { ApiField } from '@sheaf/description/call'
import { apiPageMarkdown, apiWords, contentBlocks } from '@sheaf/description/page'
import { beautify } from '@sheaf/markdown/beautify'
import { mustWriteByKeys } from '../access/keys.ts'
import type { AllHandlers } from '../context.ts'
import { namesIn, type Pushed, titleOf } from './open.page.ts'
import { inPlainText, pushAll } from './open.text.ts'

const notes: InLanguages<string> = { en: 'Notes', zh: '备注' }

const YES = /^(?:required|must|mandatory|yes|y|true|1|必选|必填|必须|是)$/i
const NO = /^(?:optional|no|n|false|0|可选|选填|非必填|非必选|否)$/i
const isRequiredWord = (word = '') => YES.test(word) || NO.test(word)
const isType = (word = '') =>
  /^[?[(<]*(?:string|str|text|char|varchar|u?int(?:eger)?|long|short|bytes?|(?:big|small|tiny)int|number|numeric|float|double|decimal|bool(?:ean)?|array|list|map|dict|object|json|enum|date(?:time)?|time(?:stamp)?|file|binary|blob|uuid|any|mixed)(?!\p{L})/iu.test(
    word,
  ) || /^(?:字符|文本|整数|整型|数字|数值|浮点|小数|布尔|日期|时间|数组|列表|对象|文件|枚举)/.test(word)
/** A class name, as custom types are written. */
const isClass = (word: string) => /^[A-Z][\w.]*(?:[<[]|$)/.test(word)

/**
 * Whether a line `name required type description` has its optional second word. An unknown word counts as that word when other lines
 * have a known one, or when a type follows it.
 */
const hasSecond = ([, word = '', next]: string[], isForm: boolean) =>
  isRequiredWord(word) || (next !== undefined && !isType(word) && (isForm || (isType(next) && !isClass(word))))

/** Parses the fields of a comment. `required` keeps the author's wording. */
function fieldsIn(lines: string[], hasRequired: boolean): ApiField[] {
  const rows = lines.map((line) => line.split(/\s+/))
  const isForm = rows.some(([, word]) => isRequiredWord(word))
  return rows.map((row) => {
    const [name = '', ...words] = row
    const required = hasRequired && hasSecond(row, isForm) ? words.shift() : undefined
    const [type = '', ...description] = words
    return { name, type, description: description.join(' '), required }
  })
}

const exampleOf = (text: string) => (text ? [{ name: '', text: beautify(text).text }] : [])

/** Methods that send their parameters in the query string. */
const IN_ADDRESS = /^(?:get|head|delete|options)$/i

/** The page of a comment, in the same layout as pages from other API descriptions. */
export function markdownOf(comment: Comment, language: Language): string {
  const params = fieldsIn(comment.param, true)
  const isQuery = IN_ADDRESS.test(comment.method) && !comment.json_param
  const body = { contentType: '', type: '', fields: isQuery ? [] : params, examples: exampleOf(comment.json_param) }
  const answer = { contentType: '', type: '', fields: fieldsIn(comment.return_param, false), examples: exampleOf(comment.return) }
  const answered = contentBlocks(answer, language).join('\n\n')
  const [url = '', ...others] = comment.url
  return apiPageMarkdown(
    {
      // The method keeps its case, except that "Get" becomes "GET".
      method: /^[A-Z][a-z]/.test(comment.method) ? comment.method.toUpperCase() : comment.method,
      url,
      description: [comment.description, ...others.map((one) => `- ${one}`)].join('\n').trim(),
      headers: fieldsIn(comment.header, true),
      query: isQuery ? params : [],
      bodies: body.fields.length || body.examples.length ? [body] : [],
      sections: [
        ...(answered ? [{ title: apiWords(language).response, markdown: answered }] : []),
        ...(comment.remark ? [{ title: inLanguage(notes, language), markdown: comment.remark }] : []),
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

/** A comment that documents one API call. */
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

const isTagOf = <T extends string>(tags: readonly T[], tag: string): tag is T => (tags as readonly string[]).includes(tag)

/** The documentation comments of a source file: those that contain "showdoc" and a title. */
export function commentsIn(source: string): Comment[] {
  const comments: Comment[] = []
  let at = source.indexOf('/**')
  while (at >= 0) {
    const end = source.indexOf('*/', at + 2)
    if (end < 0) break
    const block = source.slice(at + 3, Math.max(end, at + 3))
    if (block.includes('@title') && /showdoc/i.test(block)) {
      const comment = parseComment(block)
      if (comment.title) comments.push(comment)
    }
    at = source.indexOf('/**', end + 2)
  }
  return comments
}

function parseComment(block: string): Comment {
  const comment: Comment = {
    catalog: '',
    title: '',
    description: '',
    method: '',
    json_param: '',
    return: '',
    remark: '',
    number: '',
    url: [],
    header: [],
    param: [],
    return_param: [],
  }
  let open: Tag | undefined
  for (const raw of block.split(/\r\n?|\n/)) {
    const line = raw.replace(/^[ \t]*\*?[ \t]?/, '').trimEnd()
    const [, tag = '', rest = ''] = /^[ \t]*@(\w+)[ \t]*(.*)$/.exec(line) ?? []
    if (tag) {
      open = [...LINE, ...TEXT, ...ROWS].find((one) => one === tag.toLowerCase())
      if (open) startTag(comment, open, rest.trim())
    } else if (open) append(comment, open, line)
  }
  for (const tag of TEXT) comment[tag] = comment[tag].trim()
  return comment
}

function startTag(comment: Comment, tag: Tag, text: string) {
  if (isTagOf(ROWS, tag)) {
    if (text) comment[tag].push(text)
  } else if (isTagOf(TEXT, tag) && comment[tag]) comment[tag] += `\n${text}`
  else comment[tag] = text
}

/** Text tags and field descriptions continue until the next tag. All other tags are one line. */
function append(comment: Comment, tag: Tag, line: string) {
  if (isTagOf(TEXT, tag)) comment[tag] += `\n${line}`
  else if (isTagOf(ROWS, tag) && tag !== 'url' && line.trim() && comment[tag].length)
    comment[tag][comment[tag].length - 1] += ` ${line.trim()}`
}

/** Of two comments with the same catalog and title only the later one counts. Both would create a revision on every push. */
const onePerPlace = (all: Comment[]) => [...new Map(all.map((one) => [JSON.stringify([one.catalog, one.title]), one])).values()]

export const fromComments: AllHandlers['open']['fromComments'] = (input, ctx) =>
  inPlainText(ctx, async ({ answer, headings }) => {
    const granted = await mustWriteByKeys(input, ctx)
    const comments = onePerPlace(commentsIn(input.content.replaceAll('_this_and_change_', '&')))
    if (comments.length === 0) throw new Refusal('commentsNone')
    const sources = comments.map((one) => ({ title: one.title, page: () => pageOfComment(one, headings) }))
    return pushAll(granted, sources, answer, ctx)
  })
