import type { Language } from '@sheaf/contract'
import { isId } from '@sheaf/contract'
import { beautify } from '@sheaf/markdown/beautify'
import { contentBlocks } from '../api-docs/api/api-body.ts'
import type { ApiField } from '../api-docs/api/api-call.ts'
import { apiPageMarkdown } from '../api-docs/api/api-page.ts'
import { apiWords } from '../api-docs/api/api-words.ts'
import type { Comment } from './open.comments.read.ts'
import { titleOf } from './open.page.ts'
import { namesIn } from './open.place.ts'
import type { Pushed } from './open.push.ts'

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
