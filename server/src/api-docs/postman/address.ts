import { isObject } from '../../import-plan/text-format.ts'
import { queryRows } from './fields.ts'
import { listOf, type Shape, shapesOf, textOf } from './shape.ts'

export interface Address {
  /** Without query and hash. */
  url: string
  query: Shape[]
  path: Shape[]
}

/** Parts of a host or a path: one text, or a list of texts and objects around them. */
const joined = (value: unknown, sign: string): string =>
  Array.isArray(value) ? value.map((part) => textOf(isObject(part) ? part['value'] : part)).join(sign) : textOf(value)

function built(url: Shape): string {
  const protocol = textOf(url['protocol'])
  const host = joined(url['host'], '.')
  const port = textOf(url['port'])
  const path = joined(url['path'], '/').replace(/^\//, '')
  return `${protocol && host ? `${protocol}://` : ''}${host}${port ? `:${port}` : ''}${path ? `/${path}` : ''}`
}

/** An address with its user and password taken out. */
const withoutUser = (url: string) => url.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@{}]*@/i, '$1')

/** Names that stand in a path as `:name`. */
const namesIn = (url: string) =>
  [...url.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').matchAll(/\/:([A-Za-z_][\w-]*)/g)].map(([, name]) => name as string)

/** The address of a request: a text, or an object of its parts. */
export function addressOf(value: unknown): Address {
  const url: Shape = isObject(value) ? value : { raw: value }
  const raw = textOf(url['raw']) || built(url)
  const [, before = '', behind = ''] = /^([^?#]*)(?:\?([^#]*))?/s.exec(raw) ?? []
  const path = shapesOf(url['variable'] ?? url['variables'])
  const known = new Set(path.map((row) => textOf(row['key'] ?? row['id'] ?? row['name'])))
  const more = namesIn(before).filter((name) => !known.has(name))
  return {
    url: withoutUser(before.trim()),
    query: queryRows(listOf(url['query']).length > 0 ? url['query'] : url['queryParams'], behind),
    path: [...path, ...[...new Set(more)].map((key) => ({ key }))],
  }
}
