import { fence } from '../api/api-body.ts'
import type { ApiResponse } from '../api/api-call.ts'
import { bareType, bodyOf, contentTypeOf } from '../calls/call-body.ts'
import { addressOf } from './address.ts'
import { contentTypeIn } from './body.ts'
import { fieldOf, headerRows, type Masked } from './fields.ts'
import type { postmanWords } from './postman-words.ts'
import { labelOf, linesOf, type Shape, shapeOf, shapesOf, textOf } from './shape.ts'

type Words = ReturnType<typeof postmanWords>

const previews: Record<string, string> = { json: 'application/json', xml: 'application/xml', html: 'text/html' }

/** What was asked, where it is not what the page documents anyway. */
function originalRequest(original: unknown, own: string, t: Words): string {
  const request = shapeOf(original)
  const { url, query } = addressOf(request['url'] ?? '')
  const behind = query.map((row) => `${textOf(row['key'])}=${textOf(row['value'])}`).join('&')
  const line = `${labelOf(request['method']) || 'GET'} ${url}${behind ? `?${behind}` : ''}`.trim()
  const body = linesOf(shapeOf(request['body'])['raw']).trim()
  if (url === '' || `${line}\n${body}` === own) return ''
  return [`**${t.asked}**`, fence('http', body ? `${line}\n\n${body}` : line)].join('\n\n')
}

/** A request in one text, to tell one from another. */
export function textOfRequest(request: Shape, url: string, query: Shape[]): string {
  const behind = query.map((row) => `${textOf(row['key'])}=${textOf(row['value'])}`).join('&')
  const line = `${labelOf(request['method']) || 'GET'} ${url}${behind ? `?${behind}` : ''}`.trim()
  return `${line}\n${linesOf(shapeOf(request['body'])['raw']).trim()}`
}

/** The examples that were saved with a request, each as a response. */
export function responsesOf(value: unknown, own: string, t: Words, masked: Masked): ApiResponse[] {
  return shapesOf(value).map((saved) => {
    const rows = headerRows(saved['header'] ?? saved['headers'])
    const body = textOf(saved['body'] ?? saved['text'])
    const code = shapeOf(saved['responseCode'])
    const name = labelOf(saved['name'] ?? code['name'])
    const status = labelOf(saved['code'] ?? code['code']) || labelOf(saved['status']) || name
    const preview = previews[labelOf(saved['_postman_previewlanguage'] ?? saved['language']).toLowerCase()] ?? ''
    const contentType = bareType(contentTypeIn(rows)) || preview || contentTypeOf(body)
    const cookies = shapesOf(saved['cookie'] ?? saved['cookies'])
      .map((row) => labelOf(row['name'] ?? row['key']))
      .filter(Boolean)
    return {
      status: status || '200',
      ...(name && name !== status ? { description: name.replace(/[\\`*_[\]<>#|~$]/g, '\\$&') } : {}),
      headers: rows.map((row) => fieldOf(row, t.off, masked)),
      contents: body.trim() === '' ? [] : [bodyOf(contentType, body)],
      more: [originalRequest(saved['originalRequest'], own, t), cookies.length > 0 ? `**${t.cookies}**: ${cookies.join(', ')}` : '']
        .filter(Boolean)
        .join('\n\n'),
    }
  })
}
