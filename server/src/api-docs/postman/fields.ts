/*
 * Readers for untrusted JSON. A collection can contain any value, so these functions return an empty result for unexpected values.
 */

import type { ApiField } from '@sheaf/description/call'
import { safeValue } from '@sheaf/description/secrets'
import { isObject } from '../../import-plan/text-format.ts'

export type Shape = Record<string, unknown>

export const shapeOf = (value: unknown): Shape => (isObject(value) ? value : {})
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const shapesOf = (value: unknown): Shape[] => listOf(value).filter(isObject)

/** Strings as they are, numbers and booleans as text, everything else as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return String(value)
  try {
    return JSON.stringify(value, undefined, 2)
  } catch {
    return ''
  }
}

/** A description, which is a text or an object with `content`. */
export const descriptionOf = (value: unknown): string => textOf(isObject(value) ? value['content'] : value).trim()

/** A name on one line. */
export const labelOf = (value: unknown): string => (typeof value === 'object' ? '' : textOf(value)).replace(/\s+/g, ' ').trim()

/** A text that is stored as a string or as a list of lines. */
export const linesOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value))

/** Reports that the value of this name was masked. */
export type Masked = (name: string) => void

const typeOf = (value: unknown, declared: unknown) => {
  const type = labelOf(declared)
  if (type && type !== 'any' && type !== 'default') return type === 'text' ? 'string' : type
  return typeof value === 'object' ? '' : typeof value === 'undefined' ? '' : typeof value
}

/** A row of name, value and description as a field; a secret value is masked. */
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

/** Headers as `Name: value` lines, the format of old collections and some tools. */
const headerLines = (text: string): Shape[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, mark, key, value] = /^\s*(\/\/)?\s*([^:]*):?\s*(.*)$/.exec(line) ?? []
      return { key: key?.trim() ?? line, value: value ?? '', disabled: mark !== undefined }
    })

/** Headers from a list of objects, a list of lines, or one text. */
export function headerRows(value: unknown): Shape[] {
  if (typeof value === 'string') return headerLines(value)
  return listOf(value).flatMap((one) => (typeof one === 'string' ? headerLines(one) : isObject(one) ? [one] : []))
}

/** Query parameters from a list, or else from the raw query string. */
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
