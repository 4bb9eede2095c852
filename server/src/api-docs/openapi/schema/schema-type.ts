import { isObject, listOf, own, textAt, textOf } from '../json.ts'
import type { Source } from '../source.ts'
import { type Flat, flatten } from './schema-flat.ts'

/** Lists of lists, and alternatives of alternatives, beyond which a type is no longer spelt out. */
const TYPE_DEPTH_MAX = 6
const TYPE_ALTERNATIVES_MAX = 24

/** A schema behind all lists around it. */
export interface Core {
  lists: number
  flat: Flat
  /** The schemas of the lists inside of the outermost one. */
  between: Flat[]
  /** As a type column says it: `array[Pet]`. */
  type: string
}

const isList = (flat: Flat) => flat.types.includes('array') || (flat.types.length === 0 && own(flat.words, 'items') !== undefined)

/** Whether there are fields to show inside. */
export const hasInside = ({ properties, words, groups }: Flat): boolean =>
  properties.size > 0 ||
  groups.length > 0 ||
  isObject(words['additionalProperties']) ||
  isObject(words['patternProperties']) ||
  isObject(words['dependentSchemas']) ||
  isObject(words['then']) ||
  isObject(words['else']) ||
  listOf(words['prefixItems']).length > 0

function plainType(flat: Flat): string[] {
  const { words, types } = flat
  const format = textAt(words, 'format')
  if (types.length > 0) return format ? [...types.slice(0, -1), `${types.at(-1)} (${format})`] : types
  const values = 'const' in words ? [words['const']] : listOf(words['enum'])
  const kinds = new Set(
    values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : isObject(value) ? 'object' : kindOf(value))),
  )
  if (kinds.size > 0) return [...kinds]
  return format ? [format] : []
}

const kindOf = (value: unknown) => (typeof value === 'object' ? 'number' : typeof value)

function baseType(source: Source, flat: Flat, depth: number): string {
  if (flat.isCircular) return `↻ ${flat.name}`.trim()
  if (flat.problem) return flat.problem.kind === 'remote' ? flat.problem.ref : flat.name || flat.problem.ref
  const isMap = isObject(flat.words['additionalProperties']) || isObject(flat.words['patternProperties'])
  const isObjectLike = flat.properties.size > 0 || isMap || (flat.types.length === 1 && flat.types[0] === 'object')
  if (isObjectLike && flat.groups.length === 0) return flat.name || 'object'
  const types = plainType(flat)
  if (flat.groups.length === 0) return types.join(' | ') || flat.name || 'any'
  const forms = formTypes(source, flat, depth)
  return forms.every((form) => form === 'any') ? types.join(' | ') || flat.name || (isObjectLike ? 'object' : 'any') : forms.join(' | ')
}

function formTypes(source: Source, flat: Flat, depth: number): string[] {
  if (depth >= TYPE_DEPTH_MAX) return ['any']
  const all = flat.groups.flatMap(({ schemas }) => schemas.slice(0, TYPE_ALTERNATIVES_MAX))
  const types = all.map((schema) => {
    const form = flatten(source, [schema], flat.open)
    // What only narrows what its parent says is of its parent's type.
    if (form.types.length === 0) form.types.push(...flat.types)
    if (form.name && hasInside(form)) return form.name
    return coreOf(source, form, depth + 1).type
  })
  return [...new Set(types)]
}

/** The schema inside of all lists, and its type. */
export function coreOf(source: Source, outer: Flat, depth = 0): Core {
  const end = (type: string) => (outer.isNullable && type !== 'any' ? `${type} | null` : type)
  if (outer.isCircular || outer.problem || !isList(outer) || depth >= TYPE_DEPTH_MAX)
    return { lists: 0, flat: outer, between: [], type: end(baseType(source, outer, depth)) }
  const items = own(outer.words, 'items')
  const prefix = listOf(own(outer.words, 'prefixItems'))
  if (prefix.length > 0 || !isObject(items)) {
    const types = prefix.slice(0, TYPE_ALTERNATIVES_MAX).map((one) => coreOf(source, flatten(source, [one], outer.open), depth + 1).type)
    return { lists: 0, flat: outer, between: [], type: end(types.length > 0 ? `array[${types.join(', ')}]` : 'array') }
  }
  const inner = coreOf(source, flatten(source, [items], outer.open), depth + 1)
  const others = outer.types.filter((type) => type !== 'array')
  const between = depth > 0 ? [outer, ...inner.between] : inner.between
  return { lists: inner.lists + 1, flat: inner.flat, between, type: end([`array[${inner.type}]`, ...others].join(' | ')) }
}

/** What a form of a body is called. */
export function formName(source: Source, flat: Flat, index: number): string {
  const core = coreOf(source, flat)
  const title = textAt(flat.words, 'title')
  const named = core.flat.name || title || textAt(core.flat.words, 'title')
  if (named) return core.lists > 0 ? `array[${named}]` : named
  const constant = textOf(flat.words['const'])
  if (constant) return constant
  return ['object', 'any'].includes(core.type) ? source.t.form(index + 1) : core.type
}
