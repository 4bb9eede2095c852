import { isObject, isTrue, type Json, listOf, own, textOf } from '../json.ts'
import { Refs, type Source } from '../source.ts'

/** allOf inside of allOf, and keywords merged, beyond which a schema is taken as far as it goes. */
const ALL_OF_DEPTH_MAX = 60
const MERGED_KEYWORDS_MAX = 2000

/** Alternatives of a schema, under the keyword they stand in. */
interface Group {
  keyword: string
  schemas: unknown[]
}

/** A schema with its references followed and its allOf merged. */
export interface Flat {
  /** What the document calls it, '' for one without a name. */
  name: string
  /** Whether it contains itself here. */
  isCircular: boolean
  problem: { kind: 'remote' | 'link'; ref: string } | undefined
  types: string[]
  isNullable: boolean
  /** All other keywords; what stands outside wins over what it refers to. */
  words: Json
  /** Each property with all that is said of it, and whether it must be there. */
  properties: Map<string, unknown[]>
  required: Set<string>
  groups: Group[]
  /** What must not be entered again below. */
  open: ReadonlySet<unknown>
}

const merged = new Set(['allOf', 'properties', 'required', 'type', 'nullable', 'oneOf', 'anyOf', '$ref', '$dynamicRef'])

class Flattening {
  readonly flat: Flat
  private readonly passed: Set<unknown>
  private readonly above: ReadonlySet<unknown>
  private readonly source: Source
  private left = MERGED_KEYWORDS_MAX

  constructor(source: Source, above: ReadonlySet<unknown>) {
    this.source = source
    this.above = above
    this.passed = new Set(above)
    this.flat = {
      ...{ name: '', isCircular: false, problem: undefined, types: [], isNullable: false, words: {} },
      ...{ properties: new Map(), required: new Set(), groups: [], open: this.passed },
    }
  }

  take(schema: unknown, depth = 0): void {
    if (schema === false) this.flat.words['not'] ??= {}
    if (!isObject(schema) || this.left-- <= 0 || depth > ALL_OF_DEPTH_MAX || !this.source.step()) return
    if (Refs.of(schema) !== undefined) {
      this.takeReferred(schema, depth)
      return
    }
    if (this.passed.has(schema)) {
      // Seen on the way down from the top it is a circle; seen beside itself it has been merged already.
      if (this.above.has(schema) && depth === 0) this.flat.isCircular = true
      return
    }
    this.passed.add(schema)
    this.keywords(schema)
    for (const part of listOf(own(schema, 'allOf'))) this.take(part, depth + 1)
  }

  private takeReferred(schema: Json, depth: number): void {
    const { value, name, beside, problem, ref } = this.source.refs.follow(schema)
    if (depth === 0) this.flat.name ||= name
    for (const words of beside) this.keywords(words)
    for (const words of beside) for (const part of listOf(own(words, 'allOf'))) this.take(part, depth + 1)
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
        const said = flat.properties.get(name)
        if (said) said.push(property)
        else flat.properties.set(name, [property])
      }
    for (const name of listOf(own(schema, 'required'))) if (typeof name === 'string') flat.required.add(name)
    this.type(own(schema, 'type'))
    if (isTrue(own(schema, 'nullable')) || isTrue(own(schema, 'x-nullable'))) flat.isNullable = true
    for (const keyword of ['oneOf', 'anyOf']) this.group(keyword, listOf(own(schema, keyword)))
  }

  private type(type: unknown): void {
    const said = (Array.isArray(type) ? type : [type]).map(textOf).filter(Boolean)
    const types = said.filter((one) => one !== 'null')
    if (types.length < said.length && (types.length > 0 || this.flat.types.length > 0)) this.flat.isNullable = true
    else if (types.length === 0 && said.length > 0) types.push('null')
    if (this.flat.types.length === 0) this.flat.types.push(...types)
  }

  /** Alternatives, without the one that only says null; a parent's list of its children says nothing of one of them. */
  private group(keyword: string, schemas: unknown[]): void {
    const isNull = (schema: unknown) => own(schema, 'type') === 'null' && Object.keys(schema as Json).length === 1
    const others = schemas.filter((schema) => !isNull(schema))
    if (others.length < schemas.length) this.flat.isNullable = true
    if (others.some((schema) => this.isOneOfUs(schema))) return
    if (others.length > 0) this.flat.groups.push({ keyword, schemas: others })
  }

  private isOneOfUs(schema: unknown): boolean {
    const value = Refs.of(schema) === undefined ? undefined : this.source.refs.follow(schema).value
    return value !== undefined && this.passed.has(value) && !this.above.has(value)
  }

  /** One alternative alone is no choice. */
  settle(): Flat {
    const single = this.flat.groups.findIndex(({ schemas }) => schemas.length === 1)
    if (single >= 0 && this.left > 0) {
      const [group] = this.flat.groups.splice(single, 1)
      const [only] = group!.schemas
      const isBare = this.flat.properties.size === 0 && this.flat.types.length === 0
      this.take(only, isBare ? 0 : 1)
      return this.settle()
    }
    return this.flat
  }
}

/** All that these schemas together say, none of which may be in `open`. */
export function flatten(source: Source, schemas: unknown[], open: ReadonlySet<unknown> = new Set()): Flat {
  const flattening = new Flattening(source, open)
  for (const schema of schemas) flattening.take(schema)
  return flattening.settle()
}
