import { bareType, bodyOf, contentTypeOf } from '@sheaf/description/body'
import type { ApiContent, ApiField } from '@sheaf/description/call'
import { isObject } from '../../import-plan/text-format.ts'
import { safeText } from '../safe-text.ts'
import { fieldOf, labelOf, linesOf, type Masked, pairs, type Shape, shapeOf, shapesOf, textOf } from './fields.ts'

interface BodyOptions {
  /** The content type from the headers, '' for none. */
  contentType: string
  off: string
  masked: Masked
  unsupported: (mode: string) => void
}

const types = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
  ['text', 'text/plain'],
])

/** File names without folders, because paths on another computer are irrelevant. */
const fileNames = (src: unknown) =>
  (Array.isArray(src) ? src : [src])
    .map((one) => textOf(one).replace(/^.*[\\/]/s, ''))
    .filter(Boolean)
    .join(', ')

function formField(row: Shape, { off, masked }: BodyOptions): ApiField {
  const isFile = row['type'] === 'file'
  const field = fieldOf(isFile ? { ...row, value: fileNames(row['src'] ?? row['value']) } : row, off, masked)
  const contentType = labelOf(row['contentType'])
  return { ...field, type: isFile ? 'file' : field.type, notes: [...(field.notes ?? []), ...(contentType ? [contentType] : [])] }
}

const rowsOf = (value: unknown): Shape[] => (typeof value === 'string' ? pairs(value) : shapesOf(value))

function graphql(value: unknown): ApiContent {
  const { query, variables, operationName } = isObject(value) ? value : { query: value, variables: '', operationName: '' }
  const named = (name: string, text: string) => (text.trim() === '' ? [] : [{ name, text: text.trim() }])
  const examples = [
    ...named('query', textOf(query)),
    ...named('variables', textOf(variables)),
    ...named('operationName', textOf(operationName)),
  ]
  return { contentType: 'application/json', type: 'GraphQL', fields: [], examples }
}

/** The request body according to its mode; empty without a body. */
export function bodiesOf(value: unknown, about: BodyOptions): ApiContent[] {
  const body = shapeOf(value)
  const mode = labelOf(body['mode'])
  const options = shapeOf(shapeOf(body['options'])['raw'])
  const off = body['disabled'] === true ? [about.off] : []
  const content = ((): ApiContent | undefined => {
    if (mode === 'raw' || (mode === '' && body['raw'] !== undefined)) {
      const text = linesOf(body['raw'])
      if (text.trim() === '') return undefined
      const declared = types.get(labelOf(options['language']).toLowerCase()) ?? ''
      const sniffed = contentTypeOf(text)
      return bodyOf(
        about.contentType || (declared && declared !== 'text/plain' ? declared : sniffed || declared),
        safeText(text, about.masked),
      )
    }
    if (mode === 'urlencoded') {
      const fields = rowsOf(body['urlencoded']).map((row) => formField(row, about))
      return fields.length > 0 ? { contentType: 'application/x-www-form-urlencoded', type: '', fields, examples: [] } : undefined
    }
    if (mode === 'formdata') {
      const fields = rowsOf(body['formdata']).map((row) => formField(row, about))
      return fields.length > 0 ? { contentType: 'multipart/form-data', type: '', fields, examples: [] } : undefined
    }
    if (mode === 'graphql') return graphql(body['graphql'])
    if (mode === 'file') {
      const file = shapeOf(body['file'])
      const name = fileNames(file['src'])
      const text = textOf(file['content'])
      const notes = name ? [name] : []
      return { ...bodyOf(about.contentType || 'application/octet-stream', text), type: 'file', notes }
    }
    if (mode !== '' && mode !== 'none') about.unsupported(mode)
    return undefined
  })()
  return content ? [{ ...content, notes: [...(content.notes ?? []), ...off] }] : []
}

/** The content type in these headers, '' for none. */
export const contentTypeIn = (headers: Shape[]) =>
  bareType(textOf(headers.find((row) => /^content-type$/i.test(labelOf(row['key'] ?? row['name'])) && row['disabled'] !== true)?.['value']))
