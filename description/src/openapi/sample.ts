import type { ApiExample } from '../call/call.ts'
import { code } from '../call/markdown.ts'
import { entriesOf, isObject, isTrue, type Json, jsonText, listOf, own, textAt, textOf, valueText } from '../json.ts'
import { type Flat, flatten } from './schema/flat.ts'
import { decode, type Source } from './source.ts'

const formats: Record<string, string> = {
  'date-time': '2026-01-31T08:30:00Z',
  date: '2026-01-31',
  time: '08:30:00Z',
  duration: 'PT30M',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  iri: 'https://example.com',
  'uri-reference': '/path',
  'uri-template': 'https://example.com/{id}',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  password: '********',
  byte: 'dGV4dA==',
  binary: '',
  'json-pointer': '/path',
  regex: '^[a-z]+$',
  digits: '1',
}

/** A sample value for a schema without fields. The same schema always gives the same value. */
function plainSample(type: string, words: Json): unknown {
  if (type === 'integer' || type === 'number') return numberSample(type, words)
  if (type === 'boolean') return true
  if (type === 'null') return null
  const format = textAt(words, 'format')
  if (Object.hasOwn(formats, format)) return formats[format]
  const [least, most] = [Number(textAt(words, 'minLength')), Number(textAt(words, 'maxLength') || Number.NaN)]
  if (most < 'string'.length) return 'string'.slice(0, most)
  return least > 'string'.length && least <= 64 ? 'string'.padEnd(least, '-') : 'string'
}

/** A number within the limits of its schema: the minimum as it is written, zero, or one near to a limit. */
function numberSample(type: string, words: Json): unknown {
  const limit = (name: string) => Number(textAt(words, name) || Number.NaN)
  const [minimum, maximum] = [limit('minimum'), limit('maximum')]
  // OpenAPI 3.0 has `exclusiveMinimum: true` next to `minimum`, 3.1 has a number.
  const above = isTrue(words['exclusiveMinimum']) ? minimum : limit('exclusiveMinimum')
  const below = isTrue(words['exclusiveMaximum']) ? maximum : limit('exclusiveMaximum')
  const multiple = limit('multipleOf') > 0 ? limit('multipleOf') : type === 'integer' ? 1 : undefined
  const step = multiple ?? 1
  const rounded = (value: number) => Number(value.toPrecision(15))
  const isMultiple = (value: number) => multiple === undefined || Number.isInteger(rounded(value / multiple))
  const isInside = (value: number) => !(value < minimum || value > maximum || value <= above || value >= below)
  const [low, high] = [Math.max(...[minimum, above].filter(Number.isFinite)), Math.min(...[maximum, below].filter(Number.isFinite))]
  const near = [Math.ceil(low / step), Math.floor(low / step) + 1, Math.floor(high / step), Math.ceil(high / step) - 1]
  const fitting = [minimum, 0, ...near.map((steps) => rounded(steps * step)), (low + high) / 2].find(
    (value) => Number.isFinite(value) && isInside(value) && isMultiple(value),
  )
  // A number that JavaScript would round is an object.
  return fitting === minimum && typeof words['minimum'] === 'object'
    ? words['minimum']
    : (fitting ?? [minimum, maximum].find(Number.isFinite) ?? 0)
}

const isJson = (contentType: string) => contentType === '' || contentType === '*/*' || /json/i.test(contentType)

/** A value in this content type; undefined if the content type is not supported or there is no value. */
export function sampleText(source: Source, contentType: string, flat: Flat, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (isJson(contentType)) return jsonText(value, 2)
  if (/x-www-form-urlencoded/i.test(contentType)) return isObject(value) ? formText(value) : undefined
  if (/xml/i.test(contentType) && isObject(value)) return xmlText(source, flat, value)
  return undefined
}

const formText = (value: Record<string, unknown>) =>
  Object.entries(value)
    .map(([name, one]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(valueText(one).toWellFormed())}`)
    .join('&')

const named: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[<>&"]/g, (sign) => named[sign] ?? '')

/** A value as XML. The `xml` keyword of the schemas sets names, attributes and wrapped lists. */
function xmlText(source: Source, flat: Flat, value: unknown): string | undefined {
  const name = textAt(flat.words['xml'], 'name') || flat.name || 'root'
  return element(source, flat, name, value, '', 0)
}

function element(source: Source, flat: Flat, name: string, value: unknown, indent: string, depth: number): string {
  if (depth > 12) return ''
  if (!isObject(value)) return `${indent}<${name}>${escapeXml(valueText(value))}</${name}>`
  let attributes = ''
  const lines: string[] = []
  for (const [key, one] of Object.entries(value)) {
    const inner = flatten(source, flat.properties.get(key) ?? [], flat.open)
    const xml = inner.words['xml']
    const prefix = textAt(xml, 'prefix')
    const tag = (prefix ? `${prefix}:` : '') + (textAt(xml, 'name') || key)
    if (isObject(xml) && xml['attribute'] === true) attributes += ` ${tag}="${escapeXml(valueText(one))}"`
    else if (Array.isArray(one)) lines.push(...list(source, inner, tag, one, `${indent}  `, depth))
    else lines.push(element(source, inner, tag, one, `${indent}  `, depth + 1))
  }
  const space = textAt(flat.words['xml'], 'namespace')
  const open = `${name}${space ? ` xmlns="${escapeXml(space)}"` : ''}${attributes}`
  return lines.length > 0 ? `${indent}<${open}>\n${lines.join('\n')}\n${indent}</${name}>` : `${indent}<${open}/>`
}

function list(source: Source, flat: Flat, tag: string, values: unknown[], indent: string, depth: number): string[] {
  const items = flatten(source, [flat.words['items']], flat.open)
  const isWrapped = isObject(flat.words['xml']) && flat.words['xml']['wrapped'] === true
  const name = textAt(items.words['xml'], 'name') || tag
  const inner = listOf(values).map((one) => element(source, items, name, one, isWrapped ? `${indent}  ` : indent, depth + 1))
  return isWrapped ? [`${indent}<${tag}>`, ...inner, `${indent}</${tag}>`] : inner
}

/** An example as text; a string does not change. Reports values that are too large. */
function textOfExample(source: Source, place: string, value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value, 2)
  if (text === undefined) source.report(place, 'size')
  source.countCharacters(text?.length ?? 0)
  return text ?? '…'
}

function namedExample(source: Source, place: string, name: string, definition: unknown): ApiExample {
  const example = source.refs.resolve(definition)
  const summary = textAt(example, 'summary')
  const external = textAt(example, 'externalValue')
  const description = [
    summary !== name ? summary : '',
    textAt(example, 'description'),
    external && source.t.externalValue(code(external)),
  ].filter(Boolean)
  const value = ['value', 'serializedValue', 'dataValue'].map((key) => own(example, key)).find((one) => one !== undefined)
  const text = value === undefined ? external : textOfExample(source, place, value)
  return { name, text, ...(description.length > 0 ? { description: description.join('\n\n') } : {}) }
}

/** The examples in the document: `example`, and each of `examples`. */
export function documentedExamples(source: Source, place: string, holder: unknown): ApiExample[] {
  const one = own(holder, 'example')
  const all = own(holder, 'examples')
  const single = one === undefined ? [] : [{ name: '', text: textOfExample(source, place, one) }]
  if (Array.isArray(all)) return [...single, ...all.map((value) => ({ name: '', text: textOfExample(source, place, value) }))]
  return isObject(all) ? [...single, ...entriesOf(all).map(([name, definition]) => namedExample(source, place, name, definition))] : single
}

/** An object with the value that says which schema it is, unless the schema gives one. */
function withKind({ words }: Flat, schemaName: string, value: unknown): unknown {
  const definition = words['discriminator']
  const name = textOf(definition) || textAt(definition, 'propertyName')
  if (!name || !schemaName || !isObject(value) || typeof value[name] !== 'string') return value
  const kind = entriesOf(own(definition, 'mapping')).find(([, to]) => decode(valueText(to).split('/').at(-1) ?? '') === schemaName)?.[0]
  if (kind === undefined && value[name] !== plainSample('string', {})) return value
  return { ...value, [name]: kind ?? schemaName }
}

/** Limits of a sample: number of values, and nesting depth. */
const SAMPLE_VALUES_MAX = 120
const SAMPLE_DEPTH_MAX = 7

/** Whether a sample is for a request or a response; some fields are in only one of them. */
export type Side = 'request' | 'response'

class Sampler {
  private budget = SAMPLE_VALUES_MAX
  private readonly source: Source
  private readonly side: Side

  constructor(source: Source, side: Side) {
    this.source = source
    this.side = side
  }

  /** A sample value; undefined for circular schemas and when a limit is reached. */
  of(flat: Flat, depth: number): unknown {
    const { words, types } = flat
    if (this.budget-- <= 0 || depth > SAMPLE_DEPTH_MAX || flat.isCircular) return undefined
    for (const given of [words['example'], listOf(words['examples'])[0], words['default'], words['const'], listOf(words['enum'])[0]])
      if (given !== undefined && jsonText(given) !== undefined) return given
    if (flat.properties.size > 0 || types[0] === 'object' || isObject(words['additionalProperties']))
      return withKind(flat, flat.name, this.object(flat, depth))
    if (types[0] === 'array' || words['items'] !== undefined || words['prefixItems'] !== undefined) return this.list(flat, depth)
    const form = this.form(flat, depth)
    if (form !== undefined) return form
    return flat.groups.length > 0 || flat.problem || (types.length === 0 && !words['format'])
      ? undefined
      : plainSample(types[0] ?? 'string', words)
  }

  /** A sample of the first alternative that has one. */
  private form(flat: Flat, depth: number): unknown {
    for (const schema of flat.groups[0]?.schemas ?? []) {
      const value = this.of(flatten(this.source, [schema], flat.open), depth + 1)
      if (value !== undefined) return withKind(flat, this.source.refs.follow(schema).name, value)
    }
    return undefined
  }

  private list({ words, open }: Flat, depth: number): unknown[] {
    const parts = [...listOf(words['prefixItems']), ...(isObject(words['items']) ? [words['items']] : [])]
    const values = parts.map((part) => this.of(flatten(this.source, [part], open), depth + 1))
    return values.filter((value) => value !== undefined)
  }

  private object(flat: Flat, depth: number): Json {
    const form = this.form(flat, depth)
    const object: Json = isObject(form) ? { ...form } : {}
    const hidden = this.side === 'request' ? 'readOnly' : 'writeOnly'
    const set = (name: string, schemas: unknown[]) => {
      const property = flatten(this.source, schemas, flat.open)
      const value = isTrue(property.words[hidden]) ? undefined : this.of(property, depth + 1)
      if (value !== undefined) Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
    }
    for (const [name, schemas] of flat.properties) if (this.budget > 0) set(name, schemas)
    if (isObject(flat.words['additionalProperties'])) set('key', [flat.words['additionalProperties']])
    return object
  }
}

/** A sample value that fits the schema; undefined if there is none. The same schema always gives the same value. */
export const sampleOf = (source: Source, flat: Flat, side: Side): unknown => new Sampler(source, side).of(flat, 0)
