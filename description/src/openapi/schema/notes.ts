import type { ApiField } from '../../call/call.ts'
import { code } from '../../call/markdown.ts'
import { type Note, noteText } from '../../call/note.ts'
import { entriesOf, isObject, isTrue, type Json, jsonText, listOf, objectOf, own, textAt, textOf, valueText } from '../../json.ts'
import type { Source } from '../source.ts'
import type { Flat } from './flat.ts'

/** Keywords that are shown as JSON. */
const asWritten = ['not', 'contains', 'minContains', 'maxContains', 'dependentRequired', 'dependencies', 'if', 'contentSchema']

const codeText = (words: Json, key: string) => {
  const text = textOf(words[key])
  return text === '' ? undefined : code(text)
}

function range(from: string | undefined, to: string | undefined, least: 'atLeast' | 'fewest', most: 'atMost' | 'most'): Note | undefined {
  if (from !== undefined && to !== undefined) return from === to ? from : ['between', from, to]
  return from !== undefined ? [least, from] : to !== undefined ? [most, to] : undefined
}

function bounds(words: Json): (Note | undefined)[] {
  // In OpenAPI 3.0, these two are flags on minimum and maximum; in 3.1, they are numbers.
  const above = words['exclusiveMinimum'] === true ? codeText(words, 'minimum') : number(words, 'exclusiveMinimum')
  const below = words['exclusiveMaximum'] === true ? codeText(words, 'maximum') : number(words, 'exclusiveMaximum')
  const from = words['exclusiveMinimum'] === true ? undefined : codeText(words, 'minimum')
  const to = words['exclusiveMaximum'] === true ? undefined : codeText(words, 'maximum')
  const multiple = codeText(words, 'multipleOf')
  return [range(from, to, 'atLeast', 'atMost'), above && ['above', above], below && ['below', below], multiple && ['multiple', multiple]]
}

const number = (words: Json, key: string) => (typeof words[key] === 'boolean' ? undefined : codeText(words, key))

function sizes(words: Json): (Note | undefined)[] {
  const size = (name: string) => range(codeText(words, `min${name}`), codeText(words, `max${name}`), 'fewest', 'most')
  const [length, items, properties] = [size('Length'), size('Items'), size('Properties')]
  return [length && ['characters', length], items && ['entries', items], properties && ['fields', properties]]
}

function discriminator(words: Json): Note | undefined {
  const definition = words['discriminator']
  const name = textOf(definition) || textAt(definition, 'propertyName')
  if (!name) return undefined
  const pairs = entriesOf(own(definition, 'mapping')).map(
    ([value, to]) => `${code(value)} → ${code(valueText(to).split('/').at(-1) ?? '')}`,
  )
  return ['tells', code(name), pairs.length > 0 ? `: ${pairs.join(', ')}` : '']
}

function xml(words: Json): Note | undefined {
  const definition = words['xml']
  if (!isObject(definition)) return undefined
  const names = ['name', 'prefix', 'namespace', 'nodeType'].map((key) => textAt(definition, key)).filter(Boolean)
  const terms: Note[] = [
    ...names.map(code),
    ...(isTrue(definition['attribute']) ? [['attribute'] as const] : []),
    ...(isTrue(definition['wrapped']) ? [['wrapped'] as const] : []),
  ]
  return terms.length > 0 ? ['xml', ...terms] : undefined
}

/** A note on alternatives that differ only in their required fields. */
function needs({ groups }: Flat): Note | undefined {
  const isRequired = (schema: unknown) => isObject(schema) && Object.keys(schema).length === 1 && Array.isArray(schema['required'])
  const sets = groups.filter(({ schemas }) => schemas.every(isRequired)).flatMap(({ schemas }) => schemas)
  const text = sets.map((set) => listOf(own(set, 'required')).map(textOf).map(code).join(' + ')).join(', ')
  return sets.length > 0 ? ['needs', text] : undefined
}

/** A Markdown link to external documentation, '' for none. */
export function externalDocs(definition: unknown): string {
  const url = textAt(definition, 'url')
  if (!url) return ''
  const words = textAt(definition, 'description').replace(/\s+/g, ' ').trim()
  return words
    ? `[${words.replace(/[[\]\\]/g, '\\$&')}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`
}

/** The constraints of a schema except its type. */
function notesOf(flat: Flat): Note[] {
  const { words } = flat
  const pattern = codeText(words, 'pattern')
  const keyPattern = codeText(objectOf(words['propertyNames']), 'pattern')
  const further = listOf(words['examples']).slice('example' in words ? 0 : 1)
  const notes: (Note | false | undefined)[] = [
    'const' in words && ['always', code(valueText(words['const']))],
    ...bounds(words),
    ...sizes(words),
    pattern && ['pattern', pattern],
    keyPattern && ['keyPattern', keyPattern],
    isTrue(words['uniqueItems']) && ['unique'],
    isTrue(words['readOnly']) && ['readOnly'],
    isTrue(words['writeOnly']) && ['writeOnly'],
    (words['additionalProperties'] === false || words['unevaluatedProperties'] === false) && ['noOthers'],
    discriminator(words),
    needs(flat),
    ...['contentEncoding', 'contentMediaType'].map((key) => codeText(words, key)),
    further.length > 0 && ['examples', further.map((one) => code(valueText(one))).join(', ')],
    xml(words),
    ...asWritten.filter((key) => words[key] !== undefined).map((key) => `${code(key)}: ${code(jsonText(words[key]) ?? '…')}`),
    externalDocs(words['externalDocs']),
    flat.problem && !flat.isCircular && [flat.problem.kind === 'remote' ? 'elsewhere' : 'nowhere', code(flat.problem.ref)],
  ]
  return notes.filter((note): note is Note => note !== undefined && note !== false && note !== '')
}

const words = (flat: Flat, key: string) => textAt(flat.words, key).trim()

/** The description and the constraints of a schema without fields; undefined for none. */
export function plainNote(source: Source, flat: Flat): Note | undefined {
  const { description, enum: values, notes = [], default: preset, example } = fieldDescription(source, flat)
  const all: (Note | false | undefined)[] = [
    description,
    values && ['oneOf', values.map(code).join(', ')],
    ...notes,
    preset !== undefined && ['default', code(preset)],
    example !== undefined && ['examples', code(example)],
  ]
  const found = all.filter((note): note is Note => note !== undefined && note !== false && note !== '')
  return found.length > 1 ? ['all', ...found] : found[0]
}

/** The same in one line of Markdown, in the language of the source. */
export function plainDescription(source: Source, flat: Flat): string {
  const note = plainNote(source, flat)
  return note === undefined ? '' : noteText(note, source.language)
}

/** Normalises a name for comparison, because frameworks derive titles from names: `item_id` becomes Item Id. */
const letters = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '')

/** A field with everything from the schema except type and child fields. */
export function fieldDescription(source: Source, flat: Flat, name = ''): ApiField {
  const field: ApiField = { name, type: '' }
  const title = words(flat, 'title')
  const description = words(flat, 'description')
  const isNew = title !== '' && ![flat.name, name].map(letters).includes(letters(title)) && !description.includes(title)
  const text = [isNew ? title : '', description].filter(Boolean).join(description.includes('\n') ? '\n\n' : '. ')
  if (text) field.description = text
  const notes = notesOf(flat)
  if (notes.length > 0) field.notes = notes
  if ('default' in flat.words) field.default = valueText(flat.words['default'])
  const example = 'example' in flat.words ? flat.words['example'] : listOf(flat.words['examples'])[0]
  if (example !== undefined && example !== null) field.example = valueText(example)
  const values = listOf(flat.words['enum'])
  if (values.length > 0) field.enum = values.map(valueText)
  if (isTrue(flat.words['deprecated'])) field.deprecated = true
  source.countCharacters(
    [text, field.default, field.example, ...notes.map((note) => noteText(note, source.language)), ...(field.enum ?? [])].reduce(
      (sum, one) => sum + (one?.length ?? 0),
      40,
    ),
  )
  return field
}
