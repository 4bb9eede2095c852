import { beautify } from '@sheaf/markdown/beautify'
import { isObject } from '../json.ts'
import type { ApiContent, ApiField } from './call.ts'

/** Limits of the field table of a JSON example; deeper and further fields are left out. */
const JSON_DEPTH_MAX = 12
const JSON_FIELDS_MAX = 400

const scalarType = (value: unknown) => {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return value === null ? '' : typeof value
}

/** The values inside nested arrays, and the nesting depth of the arrays. */
function inside(value: unknown): { values: unknown[]; lists: number } {
  let [values, lists] = [[value], 0]
  for (; lists < JSON_DEPTH_MAX && values.length > 0 && values.every(Array.isArray); lists++)
    values = values.flat().slice(0, JSON_FIELDS_MAX)
  return { values, lists }
}

function typeOf(values: unknown[], lists: number): string {
  const types = new Set(values.map((value) => (isObject(value) ? 'object' : scalarType(value))).filter(Boolean))
  if (types.has('number')) types.delete('integer')
  const type = [...types].join(' | ')
  return lists > 0 ? `${'array['.repeat(lists)}${type}${']'.repeat(lists)}`.replace(/\[\]+$/, '') : type
}

/** The fields of all values combined, in the order of their first occurrence. */
function fieldsOf(values: Record<string, unknown>[], depth: number, budget: { left: number }): ApiField[] {
  const seen = new Map<string, unknown[]>()
  for (const value of values)
    for (const [name, one] of Object.entries(value)) {
      const known = seen.get(name)
      if (known) known.push(one)
      else if (budget.left-- > 0) seen.set(name, [one])
    }
  return [...seen].map(([name, occurrences]) => fieldOf(name, occurrences, depth, budget))
}

function fieldOf(name: string, occurrences: unknown[], depth: number, budget: { left: number }): ApiField {
  const all = occurrences.map(inside)
  const values = all.flatMap((one) => one.values)
  const lists = Math.max(...all.map((one) => one.lists))
  const objects = depth < JSON_DEPTH_MAX ? values.filter(isObject) : []
  return { name, type: typeOf(values, lists), ...(objects.length > 0 ? { lists, fields: fieldsOf(objects, depth + 1, budget) } : {}) }
}

/** A `{{variable}}` of an API client in place of a JSON value. */
const VARIABLE = /([:[,]\s*)\{\{[^{}"\n]{1,100}\}\}/g

function parsedJson(text: string): unknown {
  for (const candidate of [text, text.replace(VARIABLE, '$1null')])
    try {
      return JSON.parse(candidate)
    } catch {}
  return undefined
}

/** The fields and the type of a JSON example; empty for other text. */
function fieldsIn(text: string): { type: string; fields: ApiField[] } {
  const value = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined
  if (value === undefined) return { type: '', fields: [] }
  const { values, lists } = inside(value)
  const fields = fieldsOf(values.filter(isObject), 0, { left: JSON_FIELDS_MAX })
  return { type: lists > 0 ? typeOf(values, lists) : '', fields }
}

/** A body from an example; its fields are derived from the example. */
export function bodyOf(contentType: string, text: string, name = ''): ApiContent {
  const { text: shown } = beautify(text)
  return { contentType, ...fieldsIn(text), examples: shown === '' ? [] : [{ name, text: shown }] }
}

/** Guesses the content type of a text; '' if it is unknown. */
export function contentTypeOf(text: string): string {
  if (/^\s*[[{]/.test(text)) return 'application/json'
  if (/^\s*<(?:!doctype html|html)\b/i.test(text)) return 'text/html'
  return /^\s*<[?!a-z]/i.test(text) ? 'application/xml' : ''
}

/** `application/json` of `application/json; charset=utf-8`. */
export const bareType = (type: string) => (type.split(';', 1)[0] ?? '').trim().toLowerCase()
