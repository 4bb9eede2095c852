import { isObject } from '../../import-plan/text-format.ts'
import type { ApiField } from '../api/api-call.ts'
import { safeValue } from '../calls/secrets.ts'
import { descriptionOf, labelOf, listOf, type Shape, textOf } from './shape.ts'

/** Tells of a value that was masked. */
export type Masked = (name: string) => void

const typeOf = (value: unknown, said: unknown) => {
  const type = labelOf(said)
  if (type && type !== 'any' && type !== 'default') return type === 'text' ? 'string' : type
  return typeof value === 'object' ? '' : typeof value === 'undefined' ? '' : typeof value
}

/** A row of name, value and description; its value as others may see it. */
export function fieldOf(row: Shape, off: string, masked: Masked): ApiField {
  const name = textOf(row['key'] ?? row['name'] ?? row['id'])
  const value = textOf(row['value'])
  const shown = safeValue(name, value)
  if (shown !== value) masked(name)
  const isOff = row['disabled'] === true || row['enabled'] === false
  return {
    name,
    type: typeOf(row['value'], row['type']),
    description: descriptionOf(row['description']),
    ...(shown === '' ? {} : { example: shown }),
    ...(isOff ? { notes: [off] } : {}),
  }
}

/** `Name: value` lines, as old collections and some tools write headers. */
const headerLines = (text: string): Shape[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, mark, key, value] = /^\s*(\/\/)?\s*([^:]*):?\s*(.*)$/.exec(line) ?? []
      return { key: key?.trim() ?? line, value: value ?? '', disabled: mark !== undefined }
    })

/** Headers as a list, a list of lines, or one text. */
export function headerRows(value: unknown): Shape[] {
  if (typeof value === 'string') return headerLines(value)
  return listOf(value).flatMap((one) => (typeof one === 'string' ? headerLines(one) : isObject(one) ? [one] : []))
}

/** A query as a list, or as it stands behind the question mark. */
export function queryRows(value: unknown, raw: string): Shape[] {
  const rows = listOf(value).filter(isObject)
  return rows.length > 0 ? rows : pairs(raw)
}

/** `a=1&b` as rows, decoded where that is possible. */
export const pairs = (text: string): Shape[] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const cut = pair.indexOf('=')
      return { key: decoded(cut < 0 ? pair : pair.slice(0, cut)), value: cut < 0 ? '' : decoded(pair.slice(cut + 1)) }
    })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
