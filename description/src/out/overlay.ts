import { stringify } from 'yaml'
import type { Edit } from './placing.ts'

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A name between single quotes: quotes, backslashes and control characters are escaped. */
const quoted = (name: string) =>
  `'${name.replace(/[\\']/g, '\\$&').replace(/\p{Cc}/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`

/** The JSONPath (RFC 9535) of an object; `isPosition`: whether the keys below these are positions in a list. */
function pathOf(at: string[], isPosition: (at: string[]) => boolean): string {
  return at.reduce((path, key, n) => {
    if (isPosition(at.slice(0, n))) return `${path}[${key}]`
    return PLAIN.test(key) ? `${path}.${key}` : `${path}[${quoted(key)}]`
  }, '$')
}

/**
 * An OpenAPI Overlay 1.0 document with these edits: each object that gets texts is the target of one action. Without edits, its only
 * action changes nothing, because an overlay must have one.
 */
export function overlayOf(
  root: unknown,
  edits: Edit[],
  { title, version }: { title: string; version: string },
  format: 'json' | 'yaml',
): string {
  const isList = (at: string[]) =>
    Array.isArray(at.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], root))
  const updates = new Map<string, [string, unknown][]>()
  for (const { at, key, value } of edits) {
    const target = pathOf(at, isList)
    updates.set(target, [...(updates.get(target) ?? []), [key, value]])
  }
  const actions = [...updates].map(([target, update]) => ({ target, update: Object.fromEntries(update) }))
  const overlay = { overlay: '1.0.0', info: { title, version }, actions: actions.length > 0 ? actions : [{ target: '$', update: {} }] }
  return format === 'yaml'
    ? stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false })
    : `${JSON.stringify(overlay, undefined, 2)}\n`
}
