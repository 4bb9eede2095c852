import { beautify } from '@sheaf/markdown/beautify'
import type { ApiContent } from '../api/api-call.ts'
import { fieldsIn } from './json-fields.ts'

/** A body known by one example: its fields are read from it. */
export function bodyOf(contentType: string, text: string, name = ''): ApiContent {
  const { text: shown } = beautify(text)
  return { contentType, ...fieldsIn(text), examples: shown === '' ? [] : [{ name, text: shown }] }
}

/** What a text without a content type looks like. */
export function contentTypeOf(text: string): string {
  if (/^\s*[[{]/.test(text)) return 'application/json'
  if (/^\s*<(?:!doctype html|html)\b/i.test(text)) return 'text/html'
  return /^\s*<[?!a-z]/i.test(text) ? 'application/xml' : ''
}

/** `application/json` of `application/json; charset=utf-8`. */
export const bareType = (type: string) => (type.split(';', 1)[0] ?? '').trim().toLowerCase()
