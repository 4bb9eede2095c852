import type { ApiContent } from '../api/api-call.ts'
import { code } from '../api/api-cell.ts'
import { FieldMaker } from './schema/schema-fields.ts'
import type { Flat } from './schema/schema-flat.ts'
import { formsOf } from './schema/schema-forms.ts'
import { coreOf, hasInside } from './schema/schema-type.ts'
import { fieldWords, plainWords } from './schema/schema-words.ts'
import type { Source } from './source.ts'

/** A schema as a body: its fields, or its forms, or what is said of a value without any. */
export function bodyOf(source: Source, place: string, flat: Flat): Omit<ApiContent, 'contentType' | 'examples'> {
  const core = coreOf(source, flat)
  const inner = core.flat
  const words = fieldWords(source, inner)
  const outer = inner === flat ? undefined : fieldWords(source, flat)
  const isRepeated = inner.name !== '' && source.isFull && source.schemaLinks.has(inner.name)
  const forms = isRepeated ? [] : formsOf(source, inner)
  const shared = isRepeated
    ? []
    : FieldMaker.inside(source, place, { ...core, flat: { ...inner, groups: [], words: withoutConditions(inner) } })
  const { t } = source
  const notes = [
    ...(words.enum ? [t.oneOf(words.enum.map(code).join(', '))] : []),
    ...(outer?.enum ? [t.oneOf(outer.enum.map(code).join(', '))] : []),
    ...(words.default === undefined ? [] : [`${t.default} ${code(words.default)}`]),
    ...(words.notes ?? []),
    ...(outer?.notes ?? []),
    ...core.between
      .map((list) => plainWords(source, list))
      .filter(Boolean)
      .map(t.eachEntry),
    ...(isRepeated ? [t.see(`[${inner.name}](${source.schemaLinks.get(inner.name)})`)] : []),
  ]
  const description = [...new Set([outer?.description, words.description])].filter(Boolean).join('\n\n')
  return {
    type: core.type === 'object' ? '' : core.type,
    ...(description ? { description } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    fields: shared,
    forms: forms.map(({ name, core: form }) => {
      const fields = form.flat.isCircular ? [] : FieldMaker.inside(source, place, form)
      const text = hasInside(form.flat) ? (fieldWords(source, form.flat).description ?? '') : plainWords(source, form.flat)
      return { name, type: form.type === name || form.type === 'object' ? '' : form.type, description: text, fields }
    }),
  }
}

const withoutConditions = ({ words: { then: _then, else: _else, dependentSchemas: _dependent, ...words } }: Flat) => words
