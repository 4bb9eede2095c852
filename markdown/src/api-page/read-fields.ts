import { isObject, type Json, listOf, textOf } from './read-json.ts'
import type { Field } from './types.ts'

const FIELD_DEPTH_MAX = 12

const isOn = (value: unknown) => value === true || Number(value) >= 1 || /^(?:true|yes)$/i.test(textOf(value))

function isRequired(row: Json): boolean | undefined {
  const says = row['require'] ?? row['required']
  return says === undefined || says === null || says === '' ? undefined : isOn(says)
}

function first(row: Json, names: string[]): string {
  for (const name of names) {
    const text = textOf(row[name])
    if (text !== '') return text
  }
  return ''
}

/**
 * The rows of a table of parameters. Left out are those the client has switched off and its empty last line; fields inside a
 * field get its name in front.
 */
export function fieldsOf(value: unknown, above = '', depth = 0): Field[] {
  const fields: Field[] = []
  for (const row of listOf(value) ?? []) {
    if (!isObject(row)) {
      if (textOf(row) !== '') fields.push({ name: above + textOf(row), type: '', required: undefined, value: '', remark: '' })
      continue
    }
    if (isOn(row['disable'] ?? row['disabled'])) continue
    const own = first(row, ['name', 'key'])
    const field = {
      name: own && above + own,
      type: first(row, ['type']),
      required: isRequired(row),
      value: first(row, ['value', 'example', 'default']),
      remark: first(row, ['remark', 'description', 'desc']),
    }
    if (own.trim() !== '' || field.value !== '' || field.remark !== '') fields.push(field)
    const inside = `${field.name}${/array|list|\[\]/i.test(field.type) && !own.endsWith(']') ? '[]' : ''}.`
    if (own && depth < FIELD_DEPTH_MAX) for (const below of fieldsOf(row['children'], inside, depth + 1)) fields.push(below)
  }
  return fields
}

/** The item's own parameters that hold for all its pages, before the page's; a name the page has too is the page's. */
export function withShared(own: Field[], shared: unknown): Field[] {
  const names = new Set(own.map((field) => field.name.toLowerCase()))
  return [...fieldsOf(shared).filter((field) => !names.has(field.name.toLowerCase())), ...own]
}
