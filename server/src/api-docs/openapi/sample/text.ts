import type { Json } from '../json.ts'
import { textAt } from '../json.ts'

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
export function plainSample(type: string, words: Json): unknown {
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
