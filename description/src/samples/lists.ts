import type { ApiField } from '../call/call.ts'

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

/** A field of the query as it is sent: a list as one pair per entry, or with its entries in one pair, as its style says. */
export function inQuery(field: ApiField): ApiField[] {
  const style = String(noteOf(field, 'style')?.[1] ?? 'multi')
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
