import { isObject, isTrue, type Json, listOf, own, textOf } from '../../json.ts'
import { Refs, type Source } from '../source.ts'

/** Limits of nested allOf and of merged schemas; above them, the rest is ignored. */
const ALL_OF_DEPTH_MAX = 60
const MERGED_KEYWORDS_MAX = 2000

/** Alternatives of a schema, with their keyword oneOf or anyOf. */
interface Group {
  keyword: string
  schemas: unknown[]
}

/** A schema with resolved references and merged allOf. */
export interface Flat {
  /** Its name in the document, '' for an anonymous schema. */
  name: string
  /** Whether the schema is contained in itself at this position. */
  isCircular: boolean
  problem: { kind: 'remote' | 'link'; ref: string } | undefined
  types: string[]
  isNullable: boolean
  /** All other keywords; keywords of the outer schema take precedence over referenced ones. */
  words: Json
  /** Properties by name, each with all its schemas. */
  properties: Map<string, unknown[]>
  required: Set<string>
  groups: Group[]
  /** Schemas on the path from the root, which must not be expanded again. */
  open: ReadonlySet<unknown>
}

const merged = new Set(['allOf', 'properties', 'required', 'type', 'nullable', 'oneOf', 'anyOf', '$ref', '$dynamicRef'])

class Flattening {
  readonly flat: Flat
  private readonly passed: Set<unknown>
  /** Merged into this schema: also what its allOf names, which a schema in it can name again. */
  private readonly parts = new Set<unknown>()
  private readonly above: ReadonlySet<unknown>
  private readonly source: Source
  private budget = MERGED_KEYWORDS_MAX

  constructor(source: Source, above: ReadonlySet<unknown>) {
    this.source = source
    this.above = above
    this.passed = new Set(above)
    this.flat = {
      name: '',
      isCircular: false,
      problem: undefined,
      types: [],
      isNullable: false,
      words: {},
      properties: new Map(),
      required: new Set(),
      groups: [],
      open: this.passed,
    }
  }

  take(schema: unknown, depth = 0): void {
    if (schema === false) this.flat.words['not'] ??= {}
    if (!isObject(schema) || this.budget-- <= 0 || depth > ALL_OF_DEPTH_MAX || !this.source.takeStep()) return
    if (Refs.of(schema) !== undefined) {
      this.takeReferred(schema, depth)
      return
    }
    if (this.parts.has(schema)) return
    // The items of a list say better which schema is circular.
    if (this.above.has(schema) && !isObject(own(schema, 'items'))) {
      if (depth === 0) this.flat.isCircular = true
      return
    }
    this.parts.add(schema)
    if (depth === 0) this.passed.add(schema)
    this.keywords(schema)
    const parts = listOf(own(schema, 'allOf'))
    // An allOf of one schema only adds a text or a null to it.
    const isBare = parts.length === 1 && !isObject(own(schema, 'properties'))
    for (const part of parts) this.take(part, isBare ? depth : depth + 1)
  }

  private takeReferred(schema: Json, depth: number): void {
    const { value, name, siblings, problem, ref } = this.source.refs.follow(schema)
    if (depth === 0) this.flat.name ||= name
    for (const words of siblings) this.keywords(words)
    for (const words of siblings) for (const part of listOf(own(words, 'allOf'))) this.take(part, depth + 1)
    if (problem) this.flat.problem ??= { kind: problem, ref }
    else if (this.above.has(value) && depth === 0) this.flat.isCircular = true
    else this.take(value, depth)
  }

  private keywords(schema: Json): void {
    const { flat } = this
    for (const [key, value] of Object.entries(schema)) if (!merged.has(key) && !Object.hasOwn(flat.words, key)) flat.words[key] = value
    const properties = own(schema, 'properties')
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties)) {
        const schemas = flat.properties.get(name)
        if (schemas) schemas.push(property)
        else flat.properties.set(name, [property])
      }
    for (const name of listOf(own(schema, 'required'))) if (typeof name === 'string') flat.required.add(name)
    this.type(own(schema, 'type'))
    if (isTrue(own(schema, 'nullable')) || isTrue(own(schema, 'x-nullable'))) flat.isNullable = true
    for (const keyword of ['oneOf', 'anyOf']) this.group(keyword, listOf(own(schema, keyword)))
  }

  private type(type: unknown): void {
    const all = (Array.isArray(type) ? type : [type]).map(textOf).filter(Boolean)
    const types = all.filter((one) => one !== 'null')
    if (types.length < all.length && (types.length > 0 || this.flat.types.length > 0)) this.flat.isNullable = true
    else if (types.length === 0 && all.length > 0) types.push('null')
    if (this.flat.types.length === 0) this.flat.types.push(...types)
  }

  /** Adds alternatives without a bare null. Ignores the oneOf of a parent schema when one of its children is flattened. */
  private group(keyword: string, schemas: unknown[]): void {
    const isNull = (schema: unknown) => own(schema, 'type') === 'null' && Object.keys(schema as Json).length === 1
    const others = schemas.filter((schema) => !isNull(schema))
    if (others.length < schemas.length) this.flat.isNullable = true
    if (others.some((schema) => this.isMerged(schema))) return
    if (others.length > 0) this.flat.groups.push({ keyword, schemas: others })
  }

  private isMerged(schema: unknown): boolean {
    const value = Refs.of(schema) === undefined ? undefined : this.source.refs.follow(schema).value
    return value !== undefined && this.parts.has(value)
  }

  /** Merges groups with a single alternative into the schema, and returns the result. */
  settle(): Flat {
    const single = this.flat.groups.findIndex(({ schemas }) => schemas.length === 1)
    if (single >= 0 && this.budget > 0) {
      const [group] = this.flat.groups.splice(single, 1)
      const [only] = group!.schemas
      const isBare = this.flat.properties.size === 0 && this.flat.types.length === 0
      this.take(only, isBare ? 0 : 1)
      return this.settle()
    }
    return this.flat
  }
}

/** Merges these schemas into one. A schema in `open` is marked as circular and not expanded. */
export function flatten(source: Source, schemas: unknown[], open: ReadonlySet<unknown> = new Set()): Flat {
  const flattening = new Flattening(source, open)
  for (const schema of schemas) flattening.take(schema)
  return flattening.settle()
}
