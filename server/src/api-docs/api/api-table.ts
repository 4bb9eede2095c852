import type { Language } from '@sheaf/contract/errors'
import type { ApiField } from './api-call.ts'
import { code, nameCell, textCell, typeCell } from './api-cell.ts'
import { apiWords } from './api-words.ts'

/** Deeper than this a path of names is longer than any column. */
const FIELD_DEPTH_MAX = 40

interface Row {
  path: string
  field: ApiField
}

/** Fields inside of fields follow their parent under the path to them: `lines[].sku`. */
function rowsOf(fields: ApiField[], above = '', depth = 0): Row[] {
  return fields.flatMap((field) => {
    const path = above + field.name
    const inside =
      depth < FIELD_DEPTH_MAX && field.fields ? rowsOf(field.fields, `${path}${'[]'.repeat(field.lists ?? 0)}.`, depth + 1) : []
    return [{ path, field }, ...inside]
  })
}

function description(field: ApiField, language: Language): string {
  const t = apiWords(language)
  const values = field.enum?.map(code) ?? []
  const about = [
    field.deprecated ? `**${t.deprecated}**` : '',
    field.only ? `*${t.only(textCell(field.only))}*` : '',
    textCell(field.description ?? ''),
  ]
  const more = [values.length > 0 ? t.oneOf(values) : '', ...(field.notes ?? []).map(textCell)]
  return [about.filter(Boolean).join(' '), ...more].filter(Boolean).join('<br>')
}

/** A table the renderer knows as one of fields; a column nobody filled is left out. '' for no fields. */
export function fieldTable(fields: ApiField[], language: Language): string {
  const t = apiWords(language)
  const rows = rowsOf(fields)
  if (rows.length === 0) return ''
  const has = (key: 'required' | 'default' | 'example') => rows.some(({ field }) => field[key] !== undefined)
  const value = (text: string | undefined) => (text === undefined ? '' : code(text))
  const columns: [head: string, cell: (row: Row) => string][] = [
    [t.name, ({ path }) => nameCell(path)],
    [t.type, ({ field }) => typeCell(field.type)],
  ]
  const yesNo = { true: t.yes, false: t.no }
  if (has('required'))
    columns.push([t.required, ({ field: { required = '' } }) => (typeof required === 'string' ? typeCell(required) : yesNo[`${required}`])])
  if (has('default')) columns.push([t.default, ({ field }) => value(field.default)])
  if (has('example')) columns.push([t.example, ({ field }) => value(field.example)])
  columns.push([t.description, ({ field }) => description(field, language)])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((row) => line(columns.map(([, cell]) => cell(row))))
  return [line(columns.map(([head]) => head)), line(columns.map(() => '---')), ...body].join('\n')
}
