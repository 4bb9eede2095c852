import { table } from '../lib/table.ts'
import { nameCell, textCell, typeCell } from './field-cells.ts'
import type { PageWords } from './page.words.ts'

interface Field {
  name: string
  required: boolean | undefined
  type: string
  description: string
}

const YES = /^(?:required|must|mandatory|yes|y|true|1|必选|必填|必须|是)$/i
const NO = /^(?:optional|no|n|false|0|可选|选填|非必填|非必选|否)$/i

/** `name required type description`; the second word may be left out, and answers have none. */
function fieldIn(row: string, hasRequired: boolean): Field {
  const [name = '', ...words] = row.split(/\s+/)
  const [first = ''] = words
  const isSaid = hasRequired && (YES.test(first) || NO.test(first))
  if (isSaid) words.shift()
  const [type = '', ...description] = words
  return { name, required: isSaid ? YES.test(first) : undefined, type, description: description.join(' ') }
}

/** A table of fields as readers know it; the column nobody filled is left out. '' for no fields. */
export function fieldTable(rows: string[], hasRequired: boolean, words: PageWords): string {
  if (rows.length === 0) return ''
  const fields = rows.map((row) => fieldIn(row, hasRequired))
  const said = fields.some(({ required }) => required !== undefined)
  const yesNo = (required: boolean | undefined) => (required === undefined ? '' : required ? words.yes : words.no)
  return table(
    [words.name, words.type, ...(said ? [words.required] : []), words.description],
    fields.map(({ name, required, type, description }) => [
      nameCell(name),
      typeCell(type),
      ...(said ? [yesNo(required)] : []),
      textCell(description),
    ]),
  )
}
