import type { ApiField } from '../../api/api-call.ts'
import { code } from '../../api/api-cell.ts'
import { isTrue, listOf, textAt, valueText } from '../json.ts'
import type { Source } from '../source.ts'
import type { Flat } from './schema-flat.ts'
import { notesOf } from './schema-notes.ts'

const words = (flat: Flat, key: string) => textAt(flat.words, key).trim()

/** What a schema without fields says, in one line of Markdown. */
export function plainWords(source: Source, flat: Flat): string {
  const { description, enum: values, notes = [], default: preset, example } = fieldWords(source, flat)
  const { t } = source
  const all = [
    description,
    values && t.oneOf(values.map(code).join(', ')),
    ...notes,
    preset !== undefined && `${t.default} ${code(preset)}`,
    example !== undefined && t.examples(code(example)),
  ]
  return all.filter(Boolean).join('; ')
}

/** Frameworks make titles of names: `item_id` is called Item Id. */
const letters = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '')

/** What a schema says in words: everything but its type and what is inside of it. */
export function fieldWords(source: Source, flat: Flat, name = ''): ApiField {
  const field: ApiField = { name, type: '' }
  const title = words(flat, 'title')
  const description = words(flat, 'description')
  const isNew = title !== '' && ![flat.name, name].map(letters).includes(letters(title)) && !description.includes(title)
  const text = [isNew ? title : '', description].filter(Boolean).join(description.includes('\n') ? '\n\n' : '. ')
  if (text) field.description = text
  const notes = notesOf(source, flat)
  if (notes.length > 0) field.notes = notes
  if ('default' in flat.words) field.default = valueText(flat.words['default'])
  const example = 'example' in flat.words ? flat.words['example'] : listOf(flat.words['examples'])[0]
  if (example !== undefined && example !== null) field.example = valueText(example)
  const values = listOf(flat.words['enum'])
  if (values.length > 0) field.enum = values.map(valueText)
  if (isTrue(flat.words['deprecated'])) field.deprecated = true
  source.wrote([text, field.default, field.example, ...notes, ...(field.enum ?? [])].reduce((sum, one) => sum + (one?.length ?? 0), 40))
  return field
}
