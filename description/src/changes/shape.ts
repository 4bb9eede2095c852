import { isObject, isTrue, type Json, listOf, own, textAt, textOf } from '../json.ts'
import type { Described } from './described.ts'

/** Limits of one schema with everything that its allOf contains. */
const ALL_OF_DEPTH_MAX = 60
const MERGED_SCHEMAS_MAX = 2000

export interface Group {
  keyword: 'oneOf' | 'anyOf'
  branches: unknown[]
}

/**
 * One level of a schema in the words of OpenAPI 3.1, with allOf merged and references by name. Schemas inside of it are as the document
 * has them.
 */
export interface Shape {
  /** Names of the schemas that hold in addition (`Described.refKey`). */
  refs: Set<string>
  /** Types without null; undefined if every type is allowed. */
  types: Set<string> | undefined
  isNullable: boolean
  /** Simple keywords and bounds. */
  keywords: Map<string, unknown>
  properties: Map<string, unknown>
  required: Set<string>
  groups: Group[]
  items: unknown
  prefixItems: unknown[]
  patternProperties: Map<string, unknown>
  additional: unknown
  /** Whether fields without a definition are refused. */
  isClosed: boolean
  /** Keywords that are compared as a whole: schemas by keyword. */
  conditions: Map<string, unknown[]>
}

/** Keywords that are compared one by one. */
const simple = new Set(
  `format const enum pattern minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems minProperties
  maxProperties multipleOf uniqueItems default deprecated readOnly writeOnly title description example examples externalDocs
  discriminator xml contentEncoding contentMediaType x-extensible-enum`.split(/\s+/),
)
/** Conditions whose value is a schema, schemas by name, or a value. */
const conditions = new Set(
  `not if then else dependentSchemas dependentRequired dependencies propertyNames contains minContains maxContains unevaluatedItems
  contentSchema`.split(/\s+/),
)
/** Texts; a schema with several of them has the first one. */
const texts = new Set(['title', 'description', 'example', 'examples', 'externalDocs'])
/** Numbers that are limits only if they are not 0, and flags that are limits only if they are true. */
const zeroIsNone = new Set(['minLength', 'minItems', 'minProperties'])
const flags = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'])

export const emptyShape = (): Shape => ({
  refs: new Set(),
  types: undefined,
  isNullable: false,
  keywords: new Map(),
  properties: new Map(),
  required: new Set(),
  groups: [],
  items: undefined,
  prefixItems: [],
  patternProperties: new Map(),
  additional: undefined,
  isClosed: false,
  conditions: new Map(),
})

const isAny = (schema: unknown) => schema === undefined || schema === true || (isObject(schema) && Object.keys(schema).length === 0)

/** Schemas made of several ones that all hold. */
const merged = new WeakSet<object>()

/** Both schemas hold. A long chain of them is one list. */
function both(one: unknown, other: unknown): unknown {
  if (one === undefined) return other
  if (isObject(one) && merged.has(one)) {
    listOf(one['allOf']).push(other)
    return one
  }
  const all = { allOf: [one, other] }
  merged.add(all)
  return all
}

const sizeOf = (schema: Json): number => {
  const inside = ['properties', 'oneOf', 'anyOf', 'enum', 'required'].map((key) => own(schema, key))
  return inside.reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : isObject(one) ? Object.keys(one).length : 1), 0)
}

class Outline {
  readonly shape = emptyShape()
  private readonly passed = new Set<unknown>()
  private readonly described: Described
  private readonly isKept: (key: string) => boolean
  private budget = MERGED_SCHEMAS_MAX

  constructor(described: Described, isKept: (key: string) => boolean) {
    this.described = described
    this.isKept = isKept
  }

  take(schema: unknown, depth = 0): void {
    if (schema === false) this.condition('not', {})
    if (!isObject(schema) || this.passed.has(schema)) return
    if (this.budget-- <= 0 || depth > ALL_OF_DEPTH_MAX || !this.described.take(sizeOf(schema))) {
      this.described.cut()
      return
    }
    this.passed.add(schema)
    const key = this.described.refKey(schema)
    if (key !== undefined) this.reference(schema, key, depth)
    else this.inside(schema, depth)
  }

  private reference(schema: Json, key: string, depth: number): void {
    const { $ref: _ref, $dynamicRef: _dynamic, ...rest } = schema
    if (Object.keys(rest).length > 0) this.inside(rest, depth)
    const target = this.isKept(key) ? undefined : this.described.target(key)
    if (target === undefined) this.shape.refs.add(key)
    else this.take(target, depth + 1)
  }

  private inside(schema: Json, depth: number): void {
    const { shape } = this
    for (const [key, value] of Object.entries(schema)) {
      if (simple.has(key)) this.keyword(key, value, schema)
      else if (conditions.has(key)) this.condition(key, value)
    }
    this.type(schema)
    for (const [name, property] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
      shape.properties.set(name, both(shape.properties.get(name), property))
    for (const name of listOf(own(schema, 'required'))) if (typeof name === 'string') shape.required.add(name)
    this.lists(schema)
    this.others(schema)
    for (const keyword of ['oneOf', 'anyOf'] as const) this.group(keyword, listOf(own(schema, keyword)), depth)
    for (const part of listOf(own(schema, 'allOf'))) this.take(part, depth + 1)
  }

  private keyword(key: string, value: unknown, schema: Json): void {
    let [name, text] = [key, value]
    if (key === 'exclusiveMinimum' || key === 'exclusiveMaximum') {
      // In OpenAPI 3.0 these are flags on the bounds.
      if (value === false) return
      if (value === true) text = own(schema, key === 'exclusiveMinimum' ? 'minimum' : 'maximum')
    }
    if ((key === 'minimum' && schema['exclusiveMinimum'] === true) || (key === 'maximum' && schema['exclusiveMaximum'] === true)) return
    if (zeroIsNone.has(key) && textOf(value) === '0') return
    if (flags.has(key) && !isTrue(value)) return
    if (key === 'example') [name, text] = ['examples', [value]]
    if (text === undefined || (texts.has(key) && (value === '' || value === null))) return
    const { keywords } = this.shape
    if (!keywords.has(name)) keywords.set(name, text)
    else if (!texts.has(key) && this.described.canon.of(keywords.get(name)) !== this.described.canon.of(text))
      this.condition(`allOf ${name}`, text)
  }

  private condition(key: string, value: unknown): void {
    this.shape.conditions.set(key, [...(this.shape.conditions.get(key) ?? []), value])
  }

  private type(schema: Json): void {
    const { shape } = this
    if (isTrue(own(schema, 'nullable')) || isTrue(own(schema, 'x-nullable'))) shape.isNullable = true
    const given = own(schema, 'type')
    const all = (Array.isArray(given) ? given : [given]).map(textOf).filter(Boolean)
    if (all.length === 0) return
    const types = new Set(all.map((type) => (type === 'file' ? 'string' : type)))
    if (all.includes('file')) this.keyword('format', 'binary', schema)
    if (types.has('number')) types.delete('integer')
    if (types.size > 1 && types.delete('null')) shape.isNullable = true
    if (!shape.types) shape.types = types
    else if (types.size !== shape.types.size || [...types].some((type) => !shape.types?.has(type)))
      this.condition('allOf type', [...types].sort())
  }

  private lists(schema: Json): void {
    const { shape } = this
    const prefix = Array.isArray(schema['items']) ? schema['items'] : listOf(own(schema, 'prefixItems'))
    if (shape.prefixItems.length === 0) shape.prefixItems = prefix
    const items = Array.isArray(schema['items']) ? own(schema, 'additionalItems') : own(schema, 'items')
    if (items === false) this.condition('items', false)
    else if (!isAny(items)) shape.items = both(shape.items, items)
  }

  private others(schema: Json): void {
    const { shape } = this
    for (const [pattern, value] of Object.entries(isObject(schema['patternProperties']) ? schema['patternProperties'] : {}))
      shape.patternProperties.set(pattern, both(shape.patternProperties.get(pattern), value))
    for (const key of ['additionalProperties', 'unevaluatedProperties']) {
      const value = own(schema, key)
      if (value === false) shape.isClosed = true
      else if (!isAny(value)) shape.additional = both(shape.additional, value)
    }
  }

  /** Alternatives without null. A single alternative holds as if it were part of allOf. */
  private group(keyword: Group['keyword'], schemas: unknown[], depth: number): void {
    const isNull = (schema: unknown) => textAt(schema, 'type') === 'null' && Object.keys(schema as Json).length === 1
    const branches = schemas.filter((schema) => !isNull(schema))
    if (branches.length < schemas.length) this.shape.isNullable = true
    if (branches.length === 1) this.take(branches[0], depth + 1)
    else if (branches.length > 1) this.shape.groups.push({ keyword, branches })
  }
}

/** One level of a schema. References for which `isKept` is false are replaced by what they refer to. */
export function outline(described: Described, schema: unknown, isKept: (key: string) => boolean = () => true): Shape {
  const made = new Outline(described, isKept)
  made.take(schema)
  const { shape } = made
  // Keywords that only concern one type say the type where it is missing.
  if (!shape.types && shape.properties.size > 0) shape.types = new Set(['object'])
  if (!shape.types && (shape.items !== undefined || shape.prefixItems.length > 0)) shape.types = new Set(['array'])
  return shape
}
