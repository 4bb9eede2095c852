import { isObject, isTrue, textAt } from '../../json.ts'
import { joined, packed } from './canon.ts'
import type { Described } from './described.ts'
import { outline, type Shape } from './shape.ts'

/** Directions as bits: what a caller sends, and what it receives. */
export const REQUEST = 1
export const RESPONSE = 2
export const BOTH = 3

/** Names that a part refers to, with the directions in which the reference matters. */
export type Uses = ReadonlyMap<string, number>

/** A part as two texts of bounded length. Equal texts mean that the same is described, with references by name. */
export interface Ink {
  shape: string
  words: string
  uses: Uses
}

const NO_USES: Uses = new Map()

export const NO_INK: Ink = { shape: '', words: '', uses: NO_USES }

/** Lower levels are not read. */
const DEPTH_MAX = 150

const wordKeys = new Set(['title', 'description', 'examples', 'externalDocs'])
const setKeys = new Set(['enum', 'x-extensible-enum'])

/** Adds up the texts and the uses of the parts of a part. */
export class InkMaker {
  private readonly shape: string[] = []
  private readonly words: string[] = []
  private uses: Map<string, number> | undefined

  fact(name: string, text: string): void {
    this.shape.push(name, text)
  }

  word(name: string, text: string): void {
    if (text !== '') this.words.push(name, text)
  }

  use(key: string, mask: number): void {
    this.uses ??= new Map()
    this.uses.set(key, (this.uses.get(key) ?? 0) | mask)
  }

  useAll(uses: Uses, mask = BOTH): void {
    for (const [key, own] of uses) if ((own & mask) > 0) this.use(key, own & mask)
  }

  part(name: string, ink: Ink, mask = BOTH): void {
    this.fact(name, ink.shape)
    this.word(name, ink.words)
    this.useAll(ink.uses, mask)
  }

  /** As `part`, without what it refers to. */
  done(): Ink {
    if (this.shape.length === 0 && this.words.length === 0) return this.uses ? { ...NO_INK, uses: this.uses } : NO_INK
    return {
      shape: packed(joined(this.shape)),
      words: this.words.length === 0 ? '' : packed(joined(this.words)),
      uses: this.uses ?? NO_USES,
    }
  }
}

/** The keyword without what OpenAPI versions write differently. */
export function discriminatorOf(value: unknown): unknown {
  if (!isObject(value)) return { propertyName: value }
  const mapping = isObject(value['mapping']) ? value['mapping'] : {}
  return {
    propertyName: value['propertyName'],
    mapping: Object.entries(mapping)
      .map(([name, target]) => `${name} ${String(target).split('/').at(-1)}`)
      .sort(),
  }
}

/** Reads schemas as texts, each schema once. */
export class SchemaInks {
  private readonly known = new Map<object, Ink>()
  private readonly references = new Map<string, Ink>()
  private readonly open = new Set<object>()
  private readonly described: Described

  constructor(described: Described) {
    this.described = described
  }

  of(schema: unknown): Ink {
    if (!isObject(schema)) return schema === false ? { ...NO_INK, shape: 'false' } : NO_INK
    const known = this.known.get(schema)
    if (known) return known
    const key = this.described.refKey(schema)
    if (key !== undefined && Object.keys(schema).length === 1) return this.reference(key)
    if (this.open.has(schema)) return { ...NO_INK, shape: '↻' }
    if (this.open.size > DEPTH_MAX) {
      this.described.cut()
      return { ...NO_INK, shape: '…' }
    }
    this.open.add(schema)
    const shape = outline(this.described, schema)
    const ink = this.made(shape)
    this.open.delete(schema)
    // A schema without further schemas is read again in less space than its text takes.
    if (ink.uses.size > 0 || shape.properties.size > 0 || shape.items !== undefined || shape.groups.length > 0) this.known.set(schema, ink)
    return ink
  }

  /** A reference without anything next to it, the most common schema of all. */
  private reference(key: string): Ink {
    const known = this.references.get(key)
    if (known) return known
    const ink = new InkMaker()
    ink.fact('$ref', key)
    ink.use(key, BOTH)
    const made = ink.done()
    this.references.set(key, made)
    return made
  }

  private made(shape: Shape): Ink {
    const ink = new InkMaker()
    for (const key of [...shape.refs].sort()) {
      ink.fact('$ref', key)
      ink.use(key, BOTH)
    }
    if (shape.types) ink.fact('type', [...shape.types].sort().join(' '))
    if (shape.isNullable) ink.fact('nullable', '')
    this.keywords(ink, shape)
    for (const [name, property] of sorted(shape.properties)) ink.part(`.${name}`, this.of(property), maskOf(property))
    if (shape.required.size > 0) ink.fact('required', joined([...shape.required].sort()))
    this.insides(ink, shape)
    for (const [key, values] of sorted(shape.conditions)) ink.part(`?${key}`, this.condition(key, values))
    return ink.done()
  }

  private keywords(ink: InkMaker, { keywords }: Shape): void {
    const { canon } = this.described
    for (const [key, value] of sorted(keywords)) {
      if (wordKeys.has(key)) ink.word(key, canon.of(value))
      else if (key === 'discriminator') {
        ink.fact(key, canon.of(discriminatorOf(value)))
        for (const name of this.mapped(value)) ink.use(name, BOTH)
      } else ink.fact(key, setKeys.has(key) ? canon.set(value) : canon.of(value))
    }
  }

  /** The schemas to which a discriminator leads. */
  private mapped(discriminator: unknown): string[] {
    const mapping = isObject(discriminator) && isObject(discriminator['mapping']) ? discriminator['mapping'] : {}
    return Object.values(mapping).flatMap((target) => {
      const name = String(target).split('/').at(-1) ?? ''
      return this.described.schemas.has(name) ? [`schema ${name}`] : []
    })
  }

  private insides(ink: InkMaker, shape: Shape): void {
    if (shape.items !== undefined) ink.part('[]', this.of(shape.items))
    for (const [index, one] of shape.prefixItems.entries()) ink.part(`[${index}]`, this.of(one))
    for (const [pattern, one] of sorted(shape.patternProperties)) ink.part(`/${pattern}`, this.of(one))
    if (shape.additional !== undefined) ink.part('*', this.of(shape.additional))
    if (shape.isClosed) ink.fact('closed', '')
    for (const { keyword, branches } of shape.groups) {
      const inks = branches.map((branch) => this.of(branch))
      ink.fact(keyword, packed(joined(inks.map((one) => one.shape).sort())))
      ink.word(
        keyword,
        inks.some(({ words }) => words !== '') ? packed(joined(inks.map((one) => `${packed(one.shape)} ${one.words}`).sort())) : '',
      )
      for (const one of inks) ink.useAll(one.uses)
    }
  }

  /** A condition as text. Texts and examples in it do not count. */
  condition(key: string, values: readonly unknown[]): Ink {
    const { canon } = this.described
    const ink = new InkMaker()
    for (const value of values) {
      if (key === 'dependentSchemas' || key === 'dependencies')
        for (const [name, one] of Object.entries(isObject(value) ? value : {}).sort(byName))
          if (Array.isArray(one)) ink.fact(name, canon.set(one))
          else this.fact(ink, name, one)
      else if (key === 'dependentRequired')
        for (const [name, one] of Object.entries(isObject(value) ? value : {}).sort(byName)) ink.fact(name, canon.set(one))
      else if (key.startsWith('allOf ') || typeof value === 'number') ink.fact('', canon.of(value))
      else this.fact(ink, '', value)
    }
    return ink.done()
  }

  private fact(ink: InkMaker, name: string, schema: unknown): void {
    const { shape, uses } = this.of(schema)
    ink.fact(name, shape)
    ink.useAll(uses)
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : a > b ? 1 : 0)

const NOTHING: never[] = []

/** The entries of a map by name. */
const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  map.size === 0 ? NOTHING : map.size === 1 ? [...map] : [...map].sort(byName)

/** A field that is read only is in no request, one that is write only in no response. */
export function maskOf(property: unknown): number {
  if (isTrue(isObject(property) ? property['readOnly'] : false)) return RESPONSE
  return isTrue(isObject(property) ? property['writeOnly'] : false) ? REQUEST : BOTH
}

/** The name of a schema for people: its own title or that of its reference. */
export function nameOfSchema(described: Described, schema: unknown): string {
  const key = described.refKey(schema)
  if (key !== undefined) return key.split(/[ /]/).at(-1) ?? ''
  return textAt(schema, 'title')
}
