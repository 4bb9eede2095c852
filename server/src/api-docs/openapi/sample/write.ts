import { isObject, jsonText, listOf, textAt, valueText } from '../json.ts'
import { type Flat, flatten } from '../schema/schema-flat.ts'
import type { Source } from '../source.ts'

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
