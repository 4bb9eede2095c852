import { isObject, isTrue, type Json, listOf, own, textAt, textOf } from '../../json.ts'
import type { Described } from './described.ts'

/** Limits of one schema with everything that its allOf contains. */
const ALL_OF_DEPTH_MAX = 60
const MERGED_SCHEMAS_MAX = 2000

interface Group {
  keyword: 'oneOf' | 'anyOf'
  branches: unknown[]
}

/**
 * One level of a schema in the words of OpenAPI 3.1, with allOf merged and references by name. Schemas inside of it are as the document
 * has them.
 */
export interface Shape {
  /** Names of the schemas that hold in addition (`Described.refKey`). */
  refs: ReadonlySet<string>
  /** Types without null; undefined if every type is allowed. */
  types: ReadonlySet<string> | undefined
  isNullable: boolean
  /** Simple keywords and bounds. */
  keywords: ReadonlyMap<string, unknown>
  properties: ReadonlyMap<string, unknown>
  required: ReadonlySet<string>
  groups: Group[]
  items: unknown
  prefixItems: unknown[]
  patternProperties: ReadonlyMap<string, unknown>
  additional: unknown
  /** Whether fields without a definition are refused. */
  isClosed: boolean
  /** Keywords that are compared as a whole: schemas by keyword. */
  conditions: ReadonlyMap<string, unknown[]>
}

/** Keywords that are compared one by one. */
const simple = new Set(
  `format const enum pattern minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems minProperties
  maxProperties minContains maxContains multipleOf uniqueItems default deprecated readOnly writeOnly title description example examples externalDocs
  discriminator xml contentEncoding contentMediaType x-extensible-enum`.split(/\s+/),
)
/** Conditions whose value is a schema, schemas by name, or a value. */
const conditions = new Set(
  `not if then else dependentSchemas dependentRequired dependencies propertyNames contains unevaluatedItems contentSchema`.split(/\s+/),
)
/** Texts; a schema with several of them has the first one. */
const texts = new Set(['title', 'description', 'example', 'examples', 'externalDocs'])
/** Numbers that are limits only if they are not 0, and flags that are limits only if they are true. */
const zeroIsNone = new Set(['minLength', 'minItems', 'minProperties'])
const flags = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'])

const NONE: ReadonlySet<string> = new Set()
const NO_SCHEMAS: ReadonlyMap<string, unknown> = new Map()
const NO_VALUES: ReadonlyMap<string, unknown[]> = new Map()

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

/** Collects one level. What a schema lacks is a shared empty map, because most schemas lack most of it. */
class Outline {
  private readonly refs = new Set<string>()
  private readonly keywords = new Map<string, unknown>()
  private types: Set<string> | undefined
  private isNullable = false
  private properties: Map<string, unknown> | undefined
  private required: Set<string> | undefined
  private readonly groups: Group[] = []
  private items: unknown
  private prefixItems: unknown[] = []
  private patternProperties: Map<string, unknown> | undefined
  private additional: unknown
  private isClosed = false
  private conditions: Map<string, unknown[]> | undefined
  private readonly passed = new Set<unknown>()
  private readonly described: Described
  private readonly isKept: (key: string) => boolean
  private budget = MERGED_SCHEMAS_MAX

  constructor(described: Described, isKept: (key: string) => boolean) {
    this.described = described
    this.isKept = isKept
  }

  done(): Shape {
    const { refs, keywords, isNullable, groups, items, prefixItems, additional, isClosed } = this
    const isObjectOnly = this.properties !== undefined && this.properties.size > 0
    const isList = items !== undefined || prefixItems.length > 0
    return {
      ...{ refs, keywords, isNullable, groups, items, prefixItems, additional, isClosed },
      // Keywords that only concern one type imply a missing type.
      types: this.types ?? (isObjectOnly ? new Set(['object']) : isList ? new Set(['array']) : undefined),
      properties: this.properties ?? NO_SCHEMAS,
      required: this.required ?? NONE,
      patternProperties: this.patternProperties ?? NO_SCHEMAS,
      conditions: this.conditions ?? NO_VALUES,
    }
  }

  take(schema: unknown, depth = 0): void {
    if (schema === false) this.condition('not', {})
    if (!isObject(schema) || this.passed.has(schema)) return
    if (this.budget-- <= 0 || depth > ALL_OF_DEPTH_MAX || !this.described.take(1)) {
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
    if (target === undefined) this.refs.add(key)
    else this.take(target, depth + 1)
  }

  private inside(schema: Json, depth: number): void {
    for (const key of Object.keys(schema)) {
      const value = schema[key]
      if (simple.has(key)) this.keyword(key, value, schema)
      else if (conditions.has(key)) this.condition(key, value)
      else this.structure(key, value, schema)
    }
    // The keywords of the schema itself come first.
    for (const keyword of ['oneOf', 'anyOf'] as const)
      if (schema[keyword] !== undefined) this.group(keyword, listOf(own(schema, keyword)), depth)
    if (schema['allOf'] !== undefined) for (const part of listOf(own(schema, 'allOf'))) this.take(part, depth + 1)
  }

  private structure(key: string, value: unknown, schema: Json): void {
    if (key === 'type') this.type(value, schema)
    else if (key === 'nullable' || key === 'x-nullable') this.isNullable ||= isTrue(value)
    else if (key === 'properties') this.properties = this.added(this.properties, value)
    else if (key === 'patternProperties') this.patternProperties = this.added(this.patternProperties, value)
    else if (key === 'required') {
      this.required ??= new Set()
      for (const name of listOf(value)) if (typeof name === 'string' && this.described.take(1)) this.required.add(name)
    } else if (key === 'prefixItems') this.prefix(listOf(value))
    else if (key === 'items') this.list(value, schema)
    else if (key === 'additionalProperties' || key === 'unevaluatedProperties') {
      if (value === false) this.isClosed = true
      else if (!isAny(value)) this.additional = both(this.additional, value)
    }
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
    const { keywords } = this
    if (!keywords.has(name)) keywords.set(name, text)
    else if (!texts.has(key) && this.described.canon.of(keywords.get(name)) !== this.described.canon.of(text))
      this.condition(`allOf ${name}`, text)
  }

  private condition(key: string, value: unknown): void {
    this.conditions ??= new Map()
    this.conditions.set(key, [...(this.conditions.get(key) ?? []), value])
  }

  private type(given: unknown, schema: Json): void {
    const all = (Array.isArray(given) ? given : [given]).map(textOf).filter(Boolean)
    if (all.length === 0) return
    const types = new Set(all.map((type) => (type === 'file' ? 'string' : type)))
    if (all.includes('file')) this.keyword('format', 'binary', schema)
    if (types.has('number')) types.delete('integer')
    if (types.size > 1 && types.delete('null')) this.isNullable = true
    if (!this.types) this.types = types
    else if (types.size !== this.types.size || [...types].some((type) => !this.types?.has(type)))
      this.condition('allOf type', [...types].sort())
  }

  private added(known: Map<string, unknown> | undefined, given: unknown): Map<string, unknown> | undefined {
    if (!isObject(given)) return known
    const schemas = known ?? new Map<string, unknown>()
    for (const name of Object.keys(given)) if (this.described.take(1)) schemas.set(name, both(schemas.get(name), given[name]))
    return schemas
  }

  private prefix(schemas: unknown[]): void {
    if (this.prefixItems.length === 0) this.prefixItems = schemas
  }

  /** In older versions, a list of schemas describes the first entries. */
  private list(given: unknown, schema: Json): void {
    if (Array.isArray(given)) this.prefix(given)
    const items = Array.isArray(given) ? own(schema, 'additionalItems') : given
    if (items === false) this.condition('items', false)
    else if (!isAny(items)) this.items = both(this.items, items)
  }

  /** Alternatives without null. A single alternative holds as if it were part of allOf. */
  private group(keyword: Group['keyword'], schemas: unknown[], depth: number): void {
    if (!this.described.take(schemas.length)) return
    const isNull = (schema: unknown) => textAt(schema, 'type') === 'null' && Object.keys(schema as Json).length === 1
    const branches = schemas.filter((schema) => !isNull(schema))
    if (branches.length < schemas.length) this.isNullable = true
    if (branches.length === 1) this.take(branches[0], depth + 1)
    else if (branches.length > 1) this.groups.push({ keyword, branches })
  }
}

/** One level of a schema. References for which `isKept` is false are replaced by what they refer to. */
export function outline(described: Described, schema: unknown, isKept: (key: string) => boolean = () => true): Shape {
  const made = new Outline(described, isKept)
  made.take(schema)
  return made.done()
}
