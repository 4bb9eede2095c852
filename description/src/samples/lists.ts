import type { ApiField } from '../call/call.ts'
import { isObject } from '../json.ts'

/** What is between the entries of a list, by its style. */
const separators = new Map([
  ['csv', ','],
  ['simple', ','],
  ['ssv', ' '],
  ['spaceDelimited', ' '],
  ['tsv', '\t'],
  ['pipes', '|'],
  ['pipeDelimited', '|'],
])

const ENTRY = /"(?:[^"\\]|\\[\s\S])*"|[^\s",[\]{}:]+/g

/** The value that a sample sends: the example of a field, its default, or the first of its values. */
export const sentValue = ({ example, default: preset, enum: values }: ApiField): string =>
  [example, preset, values?.[0]].find((one) => one !== undefined && one.trim() !== '') ?? ''

function isFlatList(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.length > 0 && list.every((entry) => typeof entry !== 'object')
  } catch {
    return false
  }
}

/** The entries of a list of plain values, whose example is JSON; numbers keep their digits. Undefined for any other field. */
function entriesOf(field: ApiField): string[] | undefined {
  const value = sentValue(field)
  if (!/^array\[/.test(field.type) || !isFlatList(value)) return undefined
  return (value.match(ENTRY) ?? []).map((entry) => (entry.startsWith('"') ? String(JSON.parse(entry)) : entry))
}

const noteOf = ({ notes = [] }: ApiField, name: string) => notes.find((note) => typeof note !== 'string' && note[0] === name)

/** The members of an object of plain values: those of its example, or its fields. Undefined for any other field. */
function membersOf(field: ApiField): ApiField[] | undefined {
  const { fields = [], notes = [], required } = field
  // An object in a content type of its own is sent as this content.
  if (field.lists || fields.length === 0 || notes.some((note) => /^`[\w.+-]+\/[\w.+-]+`$/.test(String(note)))) return undefined
  const value = sentValue(field)
  if (value === '')
    return fields.flatMap((one) => (one.fields || one.name === '*' ? [] : { ...one, required: required === true && one.required === true }))
  let members: unknown
  try {
    members = JSON.parse(value, (_key, one: unknown, context?: { source?: string }) => (typeof one === 'number' ? context?.source : one))
  } catch {
    return undefined
  }
  if (!isObject(members) || Object.values(members).some((one) => typeof one === 'object')) return undefined
  return Object.entries(members).map(([name, one]) => ({ name, type: '', required: true, example: String(one) }))
}

/**
 * A field of the query as it is sent: a list as one pair per entry, or with its entries in one pair, as its style says; an object as one
 * pair per member.
 */
export function inQuery(field: ApiField): ApiField[] {
  const style = String(noteOf(field, 'style')?.[1] ?? 'multi')
  const members = style === 'multi' || style === 'deepObject' ? membersOf(field) : undefined
  if (members && style === 'deepObject') return members.map((one) => ({ ...one, name: `${field.name}[${one.name}]` }))
  if (members && !noteOf(field, 'noExplode')) return members
  const parts = members?.flatMap((one) => (sentValue(one) === '' ? [] : [one.name, sentValue(one)]))
  if (parts) return [{ ...field, fields: [], example: parts.join(',') }]
  if (sentValue(field).startsWith('{')) return [{ ...field, fields: [] }]
  const isExploded = style === 'multi' && !noteOf(field, 'noExplode')
  const entries = isExploded ? entriesOf(field) : undefined
  return entries ? entries.map((example) => ({ ...field, example })) : [inOneValue(field)]
}

/** A field of a path or a header as it is sent: the entries of a list in one value. */
export function inOneValue(field: ApiField): ApiField {
  const style = String(noteOf(field, 'style')?.[1] ?? 'csv')
  const separator = separators.get(style === 'multi' ? 'csv' : style)
  const entries = separator === undefined ? undefined : entriesOf(field)
  return entries ? { ...field, example: entries.join(separator) } : field
}
