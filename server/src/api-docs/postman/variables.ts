import type { Language } from '@sheaf/contract'
import { fieldTable } from '../api/api-table.ts'
import { masked } from '../calls/secrets.ts'
import { fieldOf, type Masked } from './fields.ts'
import { postmanWords } from './postman-words.ts'
import { type Shape, textOf } from './shape.ts'

/** Variables with their values; what is said to be secret is masked, whatever it is called. */
export function variableTable(rows: Shape[], language: Language, told: Masked): string {
  const fields = rows.map((row) => {
    const isSecret = row['type'] === 'secret'
    const name = textOf(row['key'] ?? row['id'] ?? row['name'])
    if (isSecret && textOf(row['value'])) told(name)
    return fieldOf(isSecret ? { ...row, type: 'string', value: masked(textOf(row['value'])) } : row, postmanWords(language).off, told)
  })
  return fieldTable(fields, language)
}
