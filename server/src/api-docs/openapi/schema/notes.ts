import type { ApiField } from '../../api/call.ts'
import { code } from '../../api/markdown.ts'
import { entriesOf, isObject, isTrue, type Json, jsonText, listOf, objectOf, own, textAt, textOf, valueText } from '../json.ts'
import type { Source } from '../source.ts'
import type { Words } from '../words.ts'
import type { Flat } from './flat.ts'

/** Keywords that are shown as they are written. */
const asWritten = ['not', 'contains', 'minContains', 'maxContains', 'dependentRequired', 'dependencies', 'if', 'contentSchema']

const given = (words: Json, key: string) => {
  const text = textOf(words[key])
  return text === '' ? undefined : code(text)
}

type Said = (bound: string) => string

function range(t: Words, from: string | undefined, to: string | undefined, [least, most]: [Said, Said]): string | undefined {
  if (from !== undefined && to !== undefined) return from === to ? from : t.between(from, to)
  return from !== undefined ? least(from) : to !== undefined ? most(to) : undefined
}

function bounds(t: Words, words: Json): (string | undefined)[] {
  // In 3.0 these two are flags of their neighbours, in 3.1 numbers of their own.
  const above = words['exclusiveMinimum'] === true ? given(words, 'minimum') : number(words, 'exclusiveMinimum')
  const below = words['exclusiveMaximum'] === true ? given(words, 'maximum') : number(words, 'exclusiveMaximum')
  const from = words['exclusiveMinimum'] === true ? undefined : given(words, 'minimum')
  const to = words['exclusiveMaximum'] === true ? undefined : given(words, 'maximum')
  const multiple = given(words, 'multipleOf')
  return [range(t, from, to, [t.atLeast, t.atMost]), above && t.above(above), below && t.below(below), multiple && t.multiple(multiple)]
}

const number = (words: Json, key: string) => (typeof words[key] === 'boolean' ? undefined : given(words, key))

function sizes(t: Words, words: Json): (string | undefined)[] {
  const size = (name: string) => range(t, given(words, `min${name}`), given(words, `max${name}`), [t.fewest, t.most])
  const [length, items, properties] = [size('Length'), size('Items'), size('Properties')]
  return [length && t.characters(length), items && t.entries(items), properties && t.fields(properties)]
}

function discriminator(t: Words, words: Json): string | undefined {
  const said = words['discriminator']
  const name = textOf(said) || textAt(said, 'propertyName')
  if (!name) return undefined
  const pairs = entriesOf(own(said, 'mapping')).map(([value, to]) => `${code(value)} → ${code(valueText(to).split('/').at(-1) ?? '')}`)
  return `${code(name)} ${t.tells(pairs.length > 0 ? `: ${pairs.join(', ')}` : '')}`
}

function xml(t: Words, words: Json): string | undefined {
  const said = words['xml']
  if (!isObject(said)) return undefined
  const terms = [
    ...['name', 'prefix', 'namespace', 'nodeType'].map((key) => textAt(said, key) && code(textAt(said, key))),
    isTrue(said['attribute']) && t.attribute,
    isTrue(said['wrapped']) && t.wrapped,
  ]
  return terms.some(Boolean) ? t.xml(terms.filter(Boolean).join(', ')) : undefined
}

/** Alternatives that only differ in what they require. */
function needs(t: Words, { groups }: Flat): string | undefined {
  const isRequired = (schema: unknown) => isObject(schema) && Object.keys(schema).length === 1 && Array.isArray(schema['required'])
  const sets = groups.filter(({ schemas }) => schemas.every(isRequired)).flatMap(({ schemas }) => schemas)
  return sets.length > 0 ? t.needs(sets.map((set) => listOf(own(set, 'required')).map(textOf).map(code).join(' + ')).join(', ')) : undefined
}

/** The address and words of further documentation. */
export function externalDocs(said: unknown): string {
  const url = textAt(said, 'url')
  if (!url) return ''
  const words = textAt(said, 'description').replace(/\s+/g, ' ').trim()
  return words
    ? `[${words.replace(/[[\]\\]/g, '\\$&')}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`
}

/** What a schema demands beside its type, a note each, as Markdown. */
function notesOf(source: Source, flat: Flat): string[] {
  const { t } = source
  const { words } = flat
  const pattern = given(words, 'pattern')
  const keyPattern = given(objectOf(words['propertyNames']), 'pattern')
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
    ...['contentEncoding', 'contentMediaType'].map((key) => given(words, key)),
    further.length > 0 && t.examples(further.map((one) => code(valueText(one))).join(', ')),
    xml(t, words),
    ...asWritten.filter((key) => words[key] !== undefined).map((key) => `${code(key)}: ${code(jsonText(words[key]) ?? '…')}`),
    externalDocs(words['externalDocs']),
    flat.problem && !flat.isCircular && t[flat.problem.kind === 'remote' ? 'elsewhere' : 'nowhere'](code(flat.problem.ref)),
  ]
  return notes.filter((note): note is string => typeof note === 'string' && note !== '')
}

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
