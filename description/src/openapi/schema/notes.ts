import type { ApiField } from '../../call/call.ts'
import { code } from '../../call/markdown.ts'
import { entriesOf, isObject, isTrue, type Json, jsonText, listOf, objectOf, own, textAt, textOf, valueText } from '../../json.ts'
import type { Source } from '../source.ts'
import type { Words } from '../words.ts'
import type { Flat } from './flat.ts'

/** Keywords that are shown as JSON. */
const asWritten = ['not', 'contains', 'minContains', 'maxContains', 'dependentRequired', 'dependencies', 'if', 'contentSchema']

const codeText = (words: Json, key: string) => {
  const text = textOf(words[key])
  return text === '' ? undefined : code(text)
}

type Phrase = (bound: string) => string

function range(t: Words, from: string | undefined, to: string | undefined, [least, most]: [Phrase, Phrase]): string | undefined {
  if (from !== undefined && to !== undefined) return from === to ? from : t.between(from, to)
  return from !== undefined ? least(from) : to !== undefined ? most(to) : undefined
}

function bounds(t: Words, words: Json): (string | undefined)[] {
  // In OpenAPI 3.0, these two are flags on minimum and maximum; in 3.1, they are numbers.
  const above = words['exclusiveMinimum'] === true ? codeText(words, 'minimum') : number(words, 'exclusiveMinimum')
  const below = words['exclusiveMaximum'] === true ? codeText(words, 'maximum') : number(words, 'exclusiveMaximum')
  const from = words['exclusiveMinimum'] === true ? undefined : codeText(words, 'minimum')
  const to = words['exclusiveMaximum'] === true ? undefined : codeText(words, 'maximum')
  const multiple = codeText(words, 'multipleOf')
  return [range(t, from, to, [t.atLeast, t.atMost]), above && t.above(above), below && t.below(below), multiple && t.multiple(multiple)]
}

const number = (words: Json, key: string) => (typeof words[key] === 'boolean' ? undefined : codeText(words, key))

function sizes(t: Words, words: Json): (string | undefined)[] {
  const size = (name: string) => range(t, codeText(words, `min${name}`), codeText(words, `max${name}`), [t.fewest, t.most])
  const [length, items, properties] = [size('Length'), size('Items'), size('Properties')]
  return [length && t.characters(length), items && t.entries(items), properties && t.fields(properties)]
}

function discriminator(t: Words, words: Json): string | undefined {
  const definition = words['discriminator']
  const name = textOf(definition) || textAt(definition, 'propertyName')
  if (!name) return undefined
  const pairs = entriesOf(own(definition, 'mapping')).map(
    ([value, to]) => `${code(value)} → ${code(valueText(to).split('/').at(-1) ?? '')}`,
  )
  return `${code(name)} ${t.tells(pairs.length > 0 ? `: ${pairs.join(', ')}` : '')}`
}

function xml(t: Words, words: Json): string | undefined {
  const definition = words['xml']
  if (!isObject(definition)) return undefined
  const terms = [
    ...['name', 'prefix', 'namespace', 'nodeType'].map((key) => textAt(definition, key) && code(textAt(definition, key))),
    isTrue(definition['attribute']) && t.attribute,
    isTrue(definition['wrapped']) && t.wrapped,
  ]
  return terms.some(Boolean) ? t.xml(terms.filter(Boolean).join(', ')) : undefined
}

/** A note on alternatives that differ only in their required fields. */
function needs(t: Words, { groups }: Flat): string | undefined {
  const isRequired = (schema: unknown) => isObject(schema) && Object.keys(schema).length === 1 && Array.isArray(schema['required'])
  const sets = groups.filter(({ schemas }) => schemas.every(isRequired)).flatMap(({ schemas }) => schemas)
  return sets.length > 0 ? t.needs(sets.map((set) => listOf(own(set, 'required')).map(textOf).map(code).join(' + ')).join(', ')) : undefined
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

/** The constraints of a schema except its type, each one note in Markdown. */
function notesOf(source: Source, flat: Flat): string[] {
  const { t } = source
  const { words } = flat
  const pattern = codeText(words, 'pattern')
  const keyPattern = codeText(objectOf(words['propertyNames']), 'pattern')
  const further = listOf(words['examples']).slice('example' in words ? 0 : 1)
  const notes = [
    'const' in words && t.always(code(valueText(words['const']))),
    ...bounds(t, words),
    ...sizes(t, words),
    pattern && t.pattern(pattern),
    keyPattern && t.keyPattern(keyPattern),
    isTrue(words['uniqueItems']) && t.unique,
    isTrue(words['readOnly']) && t.readOnly,
    isTrue(words['writeOnly']) && t.writeOnly,
    (words['additionalProperties'] === false || words['unevaluatedProperties'] === false) && t.noOthers,
    discriminator(t, words),
    needs(t, flat),
    ...['contentEncoding', 'contentMediaType'].map((key) => codeText(words, key)),
    further.length > 0 && t.examples(further.map((one) => code(valueText(one))).join(', ')),
    xml(t, words),
    ...asWritten.filter((key) => words[key] !== undefined).map((key) => `${code(key)}: ${code(jsonText(words[key]) ?? '…')}`),
    externalDocs(words['externalDocs']),
    flat.problem && !flat.isCircular && t[flat.problem.kind === 'remote' ? 'elsewhere' : 'nowhere'](code(flat.problem.ref)),
  ]
  return notes.filter((note): note is string => typeof note === 'string' && note !== '')
}

const words = (flat: Flat, key: string) => textAt(flat.words, key).trim()

/** The description and the constraints of a schema without fields, in one line of Markdown. */
export function plainDescription(source: Source, flat: Flat): string {
  const { description, enum: values, notes = [], default: preset, example } = fieldDescription(source, flat)
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
  const notes = notesOf(source, flat)
  if (notes.length > 0) field.notes = notes
  if ('default' in flat.words) field.default = valueText(flat.words['default'])
  const example = 'example' in flat.words ? flat.words['example'] : listOf(flat.words['examples'])[0]
  if (example !== undefined && example !== null) field.example = valueText(example)
  const values = listOf(flat.words['enum'])
  if (values.length > 0) field.enum = values.map(valueText)
  if (isTrue(flat.words['deprecated'])) field.deprecated = true
  source.countCharacters(
    [text, field.default, field.example, ...notes, ...(field.enum ?? [])].reduce((sum, one) => sum + (one?.length ?? 0), 40),
  )
  return field
}
