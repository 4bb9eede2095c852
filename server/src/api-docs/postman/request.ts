import type { Language } from '@sheaf/contract'
import { isObject } from '../../import-plan/text-format.ts'
import type { ApiCall } from '../api/api-call.ts'
import { addressOf } from './address.ts'
import { authLine } from './auth.ts'
import { bodiesOf, contentTypeIn } from './body.ts'
import { fieldOf, headerRows } from './fields.ts'
import { postmanWords } from './postman-words.ts'
import { responsesOf, textOfRequest } from './responses.ts'
import { scriptBlocks } from './scripts.ts'
import { descriptionOf, labelOf, type Shape, shapesOf } from './shape.ts'
import { variableTable } from './variables.ts'

/** What holds for a request because of the folders it is in. */
export interface Inherited {
  auth: unknown
  /** The folder or collection that said so. */
  from: string
}

export interface Reporter {
  masked: (name: string) => void
  unsupported: (what: string) => void
}

function authOf(request: Shape, item: Shape, inherited: Inherited, language: Language, told: Reporter): string[] {
  const t = postmanWords(language)
  const own = authLine(request['auth'] ?? item['auth'], t.noAuth, told.masked)
  if (own) return own === t.noAuth ? [] : [own]
  const line = authLine(inherited.auth, '', told.masked)
  return line ? [`${line} · ${t.fromFolder(inherited.from.replace(/[\\`*_[\]<>|$]/g, '\\$&'))}`] : []
}

/** One request of a collection as a call. */
export function callOf(item: Shape, inherited: Inherited, language: Language, told: Reporter): ApiCall {
  const t = postmanWords(language)
  const request: Shape = isObject(item['request']) ? item['request'] : { url: item['request'], method: 'GET' }
  const { url, query, path } = addressOf(request['url'])
  const headers = headerRows(request['header'])
  const row = (one: Shape) => fieldOf(one, t.off, told.masked)
  const about = { contentType: contentTypeIn(headers), off: t.off, masked: told.masked, unsupported: told.unsupported }
  const scripts = scriptBlocks(item['event'], language)
  const variables = variableTable(shapesOf(item['variable']), language, told.masked)
  const section = (title: string, markdown: string) => (markdown ? [{ title, markdown }] : [])
  return {
    method: labelOf(request['method']).toUpperCase() || 'GET',
    url,
    description: [descriptionOf(item['description']), descriptionOf(request['description'])].filter(Boolean).join('\n\n'),
    auth: authOf(request, item, inherited, language, told),
    path: path.map(row),
    query: query.map(row),
    headers: headers.map(row),
    bodies: bodiesOf(request['body'], about),
    responses: responsesOf(item['response'] ?? item['responses'], textOfRequest(request, url, query), t, told.masked),
    sections: [...section(t.variables, variables), ...section(t.scripts, scripts)],
  }
}
