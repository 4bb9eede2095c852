import { oneLine } from '@sheaf/contract/limits'
import type { ApiCall, ApiContent, ApiField } from './call.ts'
import type { ShapeField } from './shape.ts'

/** A field for programs that fill in a request or compare an answer. */
interface DocumentedField extends ShapeField {
  about: string
  example: string
  lists: number
  fields: DocumentedField[]
}

/** Fields of one call; an answer is compared with these only. */
export const CONSOLE_FIELDS_MAX = 3000
const DEPTH_MAX = 20
const ABOUT_CHARS_MAX = 300
const VALUE_CHARS_MAX = 2000
const VALUES_MAX = 200
const EXAMPLE_CHARS_MAX = 100_000

/** Takes the fields of a call level by level, so that the upper ones are complete when the limit is reached. */
export class DocumentedFields {
  left: number
  isCut = false

  constructor(max: number) {
    this.left = max
  }

  take(given: ApiField[], hasWords: boolean): DocumentedField[] {
    const top: DocumentedField[] = []
    let level: { from: ApiField[]; to: DocumentedField[] }[] = [{ from: given, to: top }]
    for (let depth = 0; level.length > 0; depth++) {
      const next: typeof level = []
      for (const { from, to } of level)
        for (const field of from) {
          if (this.left === 0 || depth >= DEPTH_MAX) {
            this.isCut = true
            break
          }
          this.left--
          const taken = fieldOf(field, hasWords)
          to.push(taken)
          if (field.fields?.length) next.push({ from: field.fields, to: taken.fields })
        }
      level = next
    }
    return top
  }
}

const fieldOf = (
  { name, type, required, description = '', example, default: preset, enum: values = [], only, lists = 0 }: ApiField,
  hasWords: boolean,
) => ({
  name,
  type,
  required: required === true,
  about: hasWords ? oneLine(description.replace(/<br>[\s\S]*/, ''), ABOUT_CHARS_MAX) : '',
  example: (example ?? preset ?? values[0] ?? '').slice(0, VALUE_CHARS_MAX),
  values: values.length > VALUES_MAX ? [] : values,
  is_alternative: only !== undefined,
  lists,
  fields: [] as DocumentedField[],
})

export function documentedContent(
  fields: DocumentedFields,
  { contentType, type, fields: own, forms = [], examples }: ApiContent,
  hasExample: boolean,
) {
  const alternatives = forms.flatMap((form) => form.fields.map((field) => ({ ...field, only: field.only ?? form.name })))
  return {
    content_type: contentType,
    type: type || forms.map((form) => form.type || form.name).join(' | '),
    fields: fields.take([...own, ...alternatives], false),
    example: hasExample ? (examples[0]?.text ?? '').slice(0, EXAMPLE_CHARS_MAX) : '',
  }
}

/** The answers that a call documents, within what is left of `fields`. */
export const documentedAnswers = (fields: DocumentedFields, { responses = [] }: Pick<ApiCall, 'responses'>) =>
  responses.map(({ status, contents }) => ({ status, contents: contents.map((content) => documentedContent(fields, content, false)) }))
