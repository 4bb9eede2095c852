import type { ApiContent } from '../api/api-call.ts'
import { bareType, bodyOf } from '../calls/call-body.ts'
import { maskedJson } from '../calls/secrets.ts'
import { pairs } from '../postman/fields.ts'
import { type Shape, shapeOf, shapesOf, textOf } from '../postman/shape.ts'
import { merged } from './har-rows.ts'

/** Characters of a recorded text that are shown. */
const BODY_MAX_CHARACTERS = 64 * 1024

const isText = (type: string) => type === '' || /^text\/|json|xml|yaml|graphql|x-www-form-urlencoded|javascript/.test(type)

function decoded(content: Shape): string {
  const text = textOf(content['text'])
  return textOf(content['encoding']).toLowerCase() === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
}

export interface BodyReporter {
  masked: (name: string) => void
  long: () => void
}

/** A recorded text as an example, without secrets and not longer than anybody reads. */
function exampleOf(type: string, text: string, name: string, told: BodyReporter): ApiContent {
  const safe = safeText(text, told)
  if (safe.length <= BODY_MAX_CHARACTERS) return bodyOf(type, safe, name)
  told.long()
  const { fields, type: whole } = bodyOf(type, safe, name)
  return { contentType: type, type: whole, fields, examples: [{ name, text: `${safe.slice(0, BODY_MAX_CHARACTERS).toWellFormed()}\n…` }] }
}

function safeText(text: string, told: BodyReporter): string {
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return text
  const safe = maskedJson(text)
  if (safe !== text) told.masked('body')
  return safe
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What was sent: a form as its fields, everything else as an example; nothing for no body. */
export function requestBody(posts: Shape[], told: BodyReporter): ApiContent[] {
  const byType = Map.groupBy(posts, (post) => bareType(textOf(post['mimeType'])))
  return [...byType].flatMap(([type, all]): ApiContent[] => {
    const forms = all.map((post) => {
      const rows = shapesOf(post['params'])
      if (rows.length > 0 || !type.includes('urlencoded')) return rows
      return pairs(textOf(post['text'])).map((row) => ({ name: row['key'], value: row['value'] }))
    })
    if (forms.some((rows) => rows.length > 0)) return [{ contentType: type, type: '', fields: merged(forms, told.masked), examples: [] }]
    const [text] = all.map((post) => textOf(post['text'])).filter((one) => one.trim() !== '')
    return text === undefined ? [] : [isText(type) ? exampleOf(type, text, '', told) : binary(type)]
  })
}

const binary = (contentType: string): ApiContent => ({ contentType, type: 'binary', fields: [], examples: [] })

/** What was answered; nothing for no body. */
export function responseBody(response: Shape, told: BodyReporter): ApiContent[] {
  const content = shapeOf(response['content'])
  const type = bareType(textOf(content['mimeType']))
  const text = isText(type) ? decoded(content) : ''
  if (text.trim() !== '') return [exampleOf(type, text, '', told)]
  return type && !isText(type) ? [binary(type)] : []
}
