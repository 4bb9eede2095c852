import type { ApiContent, ApiExample, ApiField } from '../api/call.ts'
import { code } from '../api/markdown.ts'
import { entriesOf, isObject, jsonText, listOf, own, textAt } from './json.ts'
import { givenExamples, type Side, sampleOf, sampleText } from './sample.ts'
import { coreOf, FieldMaker, formsOf, hasInside } from './schema/fields.ts'
import { type Flat, flatten } from './schema/flat.ts'
import { fieldWords, plainWords } from './schema/notes.ts'
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

/** One content type of a body, in OpenAPI 3. */
function contentOf(source: Source, place: string, contentType: string, media: unknown, side: Side): ApiContent {
  const schema = own(media, 'schema') ?? own(media, 'itemSchema')
  const flat = flatten(source, [schema])
  const body = schema === undefined ? { type: '', fields: [] } : bodyOf(source, place, flat)
  const given = givenExamples(source, place, media)
  return {
    contentType,
    ...body,
    fields: encoded(source, place, body.fields, own(media, 'encoding')),
    examples: withSample(source, given, [contentType], flat, side),
  }
}

/** Content type and headers of parts of a form. */
function encoded(source: Source, place: string, fields: ApiField[], encoding: unknown): ApiField[] {
  for (const [name, said] of entriesOf(encoding)) {
    const field = fields.find((one) => one.name === name)
    if (!field) continue
    const type = textAt(said, 'contentType')
    const headers = entriesOf(own(said, 'headers')).map(([header, about]) => headerNote(source, place, header, about))
    field.notes = [...(field.notes ?? []), ...(type ? [code(type)] : []), ...headers]
  }
  return fields
}

function headerNote(source: Source, place: string, name: string, said: unknown): string {
  const header = source.refs.resolve(said)
  const field = FieldMaker.field(source, place, name, [own(header, 'schema') ?? header])
  return [`${code(name)} (${field.type})`, textAt(header, 'description') || field.description].filter(Boolean).join(': ')
}

/** The examples that are given; else, and where the schema itself gives one, what the schema makes. */
export function withSample(source: Source, given: ApiExample[], contentTypes: string[], flat: Flat, side: Side): ApiExample[] {
  if (given.length > 0 && !('example' in flat.words)) return given
  const texts = contentTypes.map((type) => sampleText(source, type, flat, sampleOf(source, flat, side)))
  const made = new Set(texts.filter((text): text is string => text !== undefined && !['', '{}', '[]'].includes(text)))
  for (const { text } of given) made.delete(text)
  return [...given, ...[...made].map((text) => ({ name: '', text }))]
}

/** All content types of a body; those of one schema share its table. */
export function contentsOf(source: Source, place: string, content: unknown, side: Side): ApiContent[] {
  const contents: ApiContent[] = []
  const known = new Map<string, ApiContent>()
  for (const [contentType, said] of Object.entries(objectOrNone(content))) {
    const media = source.refs.resolve(said)
    const schema = own(media, 'schema')
    const key = schema === undefined ? undefined : jsonText(schema)
    const same = key !== undefined && own(media, 'encoding') === undefined ? known.get(key) : undefined
    if (same) {
      same.contentType += `, ${contentType}`
      const given = givenExamples(source, place, media)
      const more = withSample(source, given, [contentType], flatten(source, [schema]), side)
      for (const one of more) if (!same.examples.some(({ text }) => text === one.text)) same.examples.push(one)
      continue
    }
    const made = contentOf(source, place, contentType, media, side)
    contents.push(made)
    if (key !== undefined) known.set(key, made)
  }
  return contents
}

const objectOrNone = (value: unknown) => (isObject(value) ? value : {})

/** One schema in each of these content types, as Swagger 2 has it; its examples stand beside the schema. */
export function swaggerContent(source: Source, place: string, types: string[], schema: unknown, examples: unknown, side: Side): ApiContent {
  const flat = flatten(source, [schema])
  const body = schema === undefined ? { type: '', fields: [] } : bodyOf(source, place, flat)
  const given = entriesOf(examples).map(([type, value]) => {
    const [example] = givenExamples(source, place, { example: value })
    return { name: listOf(types).length === 1 && types[0] === type ? '' : type, text: example?.text ?? '' }
  })
  return { contentType: types.join(', '), ...body, examples: withSample(source, given, types.length > 0 ? types : [''], flat, side) }
}
