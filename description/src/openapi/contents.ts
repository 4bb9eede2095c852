import type { ApiContent, ApiExample, ApiField } from '../call/call.ts'
import { code } from '../call/markdown.ts'
import type { Note } from '../call/note.ts'
import { entriesOf, isObject, jsonText, listOf, own, textAt } from '../json.ts'
import { documentedExamples, type Side, sampleOf, sampleText } from './sample.ts'
import { coreOf, FieldMaker, formsOf, hasChildren } from './schema/fields.ts'
import { type Flat, flatten } from './schema/flat.ts'
import { fieldDescription, plainDescription, plainNote } from './schema/notes.ts'
import type { Source } from './source.ts'

/** A schema as a body: its fields, its alternatives, or notes on a value without fields. */
export function bodyOf(source: Source, place: string, flat: Flat): Omit<ApiContent, 'contentType' | 'examples'> {
  const core = coreOf(source, flat)
  const inner = core.flat
  const words = fieldDescription(source, inner)
  const outer = inner === flat ? undefined : fieldDescription(source, flat)
  const isRepeated = inner.name !== '' && source.isTotalLimitReached && source.schemaLinks.has(inner.name)
  const forms = isRepeated ? [] : formsOf(source, inner)
  const shared = isRepeated
    ? []
    : FieldMaker.inside(source, place, { ...core, flat: { ...inner, groups: [], words: withoutConditions(inner) } })
  const notes: Note[] = [
    ...[words, outer].flatMap((one): Note[] => (one?.enum ? [['oneOf', one.enum.map(code).join(', ')]] : [])),
    ...(words.default === undefined ? [] : [['default', code(words.default)] as const]),
    ...(words.notes ?? []),
    ...(outer?.notes ?? []),
    ...core.between.flatMap((list): Note[] => {
      const note = plainNote(source, list)
      return note === undefined ? [] : [['eachEntry', note]]
    }),
    ...(isRepeated ? [['see', `[${inner.name}](${source.schemaLinks.get(inner.name)})`] as const] : []),
  ]
  const description = [...new Set([outer?.description, words.description])].filter(Boolean).join('\n\n')
  return {
    type: core.type === 'object' ? '' : core.type,
    ...(description ? { description } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    fields: shared,
    forms: forms.map(({ name, core: form }) => {
      const fields = form.flat.isCircular ? [] : FieldMaker.inside(source, place, form)
      const text = hasChildren(form.flat) ? (fieldDescription(source, form.flat).description ?? '') : plainDescription(source, form.flat)
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
  const examples = documentedExamples(source, place, media)
  return {
    contentType,
    ...body,
    fields: encoded(source, place, body.fields, own(media, 'encoding')),
    examples: withSample(source, examples, [contentType], flat, side),
  }
}

/** Content type and headers of parts of a form. */
function encoded(source: Source, place: string, fields: ApiField[], encoding: unknown): ApiField[] {
  for (const [name, definition] of entriesOf(encoding)) {
    const field = fields.find((one) => one.name === name)
    if (!field) continue
    const type = textAt(definition, 'contentType')
    const headers = entriesOf(own(definition, 'headers')).map(([header, about]) => headerNote(source, place, header, about))
    field.notes = [...(field.notes ?? []), ...(type ? [code(type)] : []), ...headers]
  }
  return fields
}

function headerNote(source: Source, place: string, name: string, definition: unknown): string {
  const header = source.refs.resolve(definition)
  const field = FieldMaker.field(source, place, name, [own(header, 'schema') ?? header])
  return [`${code(name)} (${field.type})`, textAt(header, 'description') || field.description].filter(Boolean).join(': ')
}

/** The given examples. Adds a sample made from the schema if there are none, or if the schema has its own example. */
export function withSample(source: Source, examples: ApiExample[], contentTypes: string[], flat: Flat, side: Side): ApiExample[] {
  if (examples.length > 0 && !('example' in flat.words)) return examples
  const texts = contentTypes.map((type) => sampleText(source, type, flat, sampleOf(source, flat, side)))
  const samples = new Set(texts.filter((text): text is string => text !== undefined && !['', '{}', '[]'].includes(text)))
  for (const { text } of examples) samples.delete(text)
  return [...examples, ...[...samples].map((text) => ({ name: '', text }))]
}

/** All content types of a body; content types with the same schema share one table. */
export function contentsOf(source: Source, place: string, content: unknown, side: Side): ApiContent[] {
  const contents: ApiContent[] = []
  const known = new Map<string, ApiContent>()
  for (const [contentType, definition] of Object.entries(objectOrNone(content))) {
    const media = source.refs.resolve(definition)
    const schema = own(media, 'schema')
    const key = schema === undefined ? undefined : jsonText(schema)
    const same = key !== undefined && own(media, 'encoding') === undefined ? known.get(key) : undefined
    if (same) {
      same.contentType += `, ${contentType}`
      const examples = documentedExamples(source, place, media)
      const more = withSample(source, examples, [contentType], flatten(source, [schema]), side)
      for (const one of more) if (!same.examples.some(({ text }) => text === one.text)) same.examples.push(one)
      continue
    }
    const newContent = contentOf(source, place, contentType, media, side)
    contents.push(newContent)
    if (key !== undefined) known.set(key, newContent)
  }
  return contents
}

const objectOrNone = (value: unknown) => (isObject(value) ? value : {})

/** A Swagger 2 body: one schema for all content types, with examples next to the schema. */
export function swaggerContent(source: Source, place: string, types: string[], schema: unknown, examples: unknown, side: Side): ApiContent {
  const flat = flatten(source, [schema])
  const body = schema === undefined ? { type: '', fields: [] } : bodyOf(source, place, flat)
  const apiExamples = entriesOf(examples).map(([type, value]) => {
    const [example] = documentedExamples(source, place, { example: value })
    return { name: listOf(types).length === 1 && types[0] === type ? '' : type, text: example?.text ?? '' }
  })
  return { contentType: types.join(', '), ...body, examples: withSample(source, apiExamples, types.length > 0 ? types : [''], flat, side) }
}
