import type { Language } from '@sheaf/contract'
import { isId } from '@sheaf/contract'
import { beautify } from '@sheaf/markdown/beautify'
import { contentBlocks } from '../import/api/api-body.ts'
import type { ApiField } from '../import/api/api-call.ts'
import { apiPageMarkdown } from '../import/api/api-page.ts'
import { apiWords } from '../import/api/api-words.ts'
import type { Comment } from './open.comments.read.ts'
import { titleOf } from './open.page.ts'
import { namesIn } from './open.place.ts'
import type { Pushed } from './open.push.ts'

const notes: Record<Language, string> = { en: 'Notes', zh: '备注' }

const YES = /^(?:required|must|mandatory|yes|y|true|1|必选|必填|必须|是)$/i
const NO = /^(?:optional|no|n|false|0|可选|选填|非必填|非必选|否)$/i

/** `name required type description`; the second word may be left out. */
function fieldIn(line: string, hasRequired: boolean): ApiField {
  const [name = '', ...words] = line.split(/\s+/)
  const isSaid = hasRequired && (YES.test(words[0] ?? '') || NO.test(words[0] ?? ''))
  const required = isSaid ? YES.test(words.shift() ?? '') : undefined
  const [type = '', ...description] = words
  return { name, type, description: description.join(' '), ...(required === undefined ? {} : { required }) }
}

const fieldsIn = (lines: string[], hasRequired: boolean) => lines.map((line) => fieldIn(line, hasRequired))

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
  names: namesIn({ cat_name: comment.catalog }),
  page_title: titleOf(comment.title),
  page_content: markdownOf(comment, language),
  s_number: isId(comment.number) ? Number(comment.number) || undefined : undefined,
})
