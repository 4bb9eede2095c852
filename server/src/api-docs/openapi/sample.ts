import type { ApiExample } from '../api/call.ts'
import { code } from '../api/markdown.ts'
import { entriesOf, isObject, isTrue, type Json, jsonText, listOf, own, textAt, valueText } from './json.ts'
import { type Flat, flatten } from './schema/flat.ts'
import type { Source } from './source.ts'

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

/** A text or number that fits a schema without fields; the same for the same schema, always. */
function plainSample(type: string, words: Json): unknown {
  if (type === 'integer' || type === 'number') return numberSample(words)
  if (type === 'boolean') return true
  if (type === 'null') return null
  const format = textAt(words, 'format')
  if (Object.hasOwn(formats, format)) return formats[format]
  const least = Number(textAt(words, 'minLength'))
  return least > 'string'.length && least <= 64 ? 'string'.padEnd(least, '-') : 'string'
}

function numberSample(words: Json): unknown {
  if (typeof words['minimum'] === 'object' || typeof words['minimum'] === 'number') return words['minimum']
  const most = Number(textAt(words, 'maximum') || Number.NaN)
  return most < 0 ? most : 0
}

const isJson = (contentType: string) => contentType === '' || contentType === '*/*' || /json/i.test(contentType)

/** A value as it is sent in this content type; undefined where it cannot be told, or would say nothing. */
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

/** As the `xml` words of the schemas say: other names, attributes, lists within an element. */
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

/** An example as it is sent; a text that is JSON already stays as it is. */
function textOfExample(source: Source, place: string, value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value, 2)
  if (text === undefined) source.report(place, 'size')
  source.wrote(text?.length ?? 0)
  return text ?? '…'
}

function namedExample(source: Source, place: string, name: string, said: unknown): ApiExample {
  const example = source.refs.resolve(said)
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

/** The examples that somebody gave: `example`, and each of `examples`. */
export function givenExamples(source: Source, place: string, holder: unknown): ApiExample[] {
  const one = own(holder, 'example')
  const all = own(holder, 'examples')
  const single = one === undefined ? [] : [{ name: '', text: textOfExample(source, place, one) }]
  if (Array.isArray(all)) return [...single, ...all.map((value) => ({ name: '', text: textOfExample(source, place, value) }))]
  return isObject(all) ? [...single, ...entriesOf(all).map(([name, said]) => namedExample(source, place, name, said))] : single
}

/** Values in one sample, and objects inside of objects. */
const SAMPLE_VALUES_MAX = 120
const SAMPLE_DEPTH_MAX = 7

/** Which half of a conversation a sample stands in: some fields belong to one of them only. */
export type Side = 'request' | 'response'

class Sampler {
  private left = SAMPLE_VALUES_MAX
  private readonly source: Source
  private readonly side: Side

  constructor(source: Source, side: Side) {
    this.source = source
    this.side = side
  }

  /** Undefined for what has no end. */
  of(flat: Flat, depth: number): unknown {
    const { words, types } = flat
    if (this.left-- <= 0 || depth > SAMPLE_DEPTH_MAX || flat.isCircular) return undefined
    for (const given of [words['example'], listOf(words['examples'])[0], words['default'], words['const'], listOf(words['enum'])[0]])
      if (given !== undefined && jsonText(given) !== undefined) return given
    if (flat.properties.size > 0 || types[0] === 'object' || isObject(words['additionalProperties'])) return this.object(flat, depth)
    if (types[0] === 'array' || words['items'] !== undefined || words['prefixItems'] !== undefined) return this.list(flat, depth)
    const form = this.form(flat, depth)
    if (form !== undefined) return form
    return flat.groups.length > 0 || flat.problem || (types.length === 0 && !words['format'])
      ? undefined
      : plainSample(types[0] ?? 'string', words)
  }

  /** The first alternative that has an end. */
  private form(flat: Flat, depth: number): unknown {
    for (const schema of flat.groups[0]?.schemas ?? []) {
      const value = this.of(flatten(this.source, [schema], flat.open), depth + 1)
      if (value !== undefined) return value
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
    for (const [name, schemas] of flat.properties) if (this.left > 0) set(name, schemas)
    if (isObject(flat.words['additionalProperties'])) set('key', [flat.words['additionalProperties']])
    return object
  }
}

/** A value that fits the schema, undefined when there is nothing to show. The same schema gives the same value. */
export const sampleOf = (source: Source, flat: Flat, side: Side): unknown => new Sampler(source, side).of(flat, 0)
