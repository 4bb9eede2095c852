import { isObject, isTrue, type Json, jsonText, listOf } from '../json.ts'
import { type Flat, flatten } from '../schema/schema-flat.ts'
import type { Source } from '../source.ts'
import { plainSample } from './text.ts'

/** Values in one sample, and objects inside of objects. */
const SAMPLE_VALUES_MAX = 120
const SAMPLE_DEPTH_MAX = 7

/** Which half of a conversation a sample stands in: some fields belong to one of them only. */
export type Side = 'request' | 'response'

class Sampler {
  private left = SAMPLE_VALUES_MAX
  private readonly source: Source
  private readonly side: Side

  constructor(source: Source, side: Side) {
    this.source = source
    this.side = side
  }

  /** Undefined for what has no end. */
  of(flat: Flat, depth: number): unknown {
    const { words, types } = flat
    if (this.left-- <= 0 || depth > SAMPLE_DEPTH_MAX || flat.isCircular) return undefined
    for (const given of [words['example'], listOf(words['examples'])[0], words['default'], words['const'], listOf(words['enum'])[0]])
      if (given !== undefined && jsonText(given) !== undefined) return given
    if (flat.properties.size > 0 || types[0] === 'object' || isObject(words['additionalProperties'])) return this.object(flat, depth)
    if (types[0] === 'array' || words['items'] !== undefined || words['prefixItems'] !== undefined) return this.list(flat, depth)
    const form = this.form(flat, depth)
    if (form !== undefined) return form
    return flat.groups.length > 0 || flat.problem || (types.length === 0 && !words['format'])
      ? undefined
      : plainSample(types[0] ?? 'string', words)
  }

  /** The first alternative that has an end. */
  private form(flat: Flat, depth: number): unknown {
    for (const schema of flat.groups[0]?.schemas ?? []) {
      const value = this.of(flatten(this.source, [schema], flat.open), depth + 1)
      if (value !== undefined) return value
    }
    return undefined
  }

  private list({ words, open }: Flat, depth: number): unknown[] {
    const parts = [...listOf(words['prefixItems']), ...(isObject(words['items']) ? [words['items']] : [])]
    const values = parts.map((part) => this.of(flatten(this.source, [part], open), depth + 1))
    return values.filter((value) => value !== undefined)
  }

  private object(flat: Flat, depth: number): Json {
    const form = this.form(flat, depth)
    const object: Json = isObject(form) ? { ...form } : {}
    const hidden = this.side === 'request' ? 'readOnly' : 'writeOnly'
    const set = (name: string, schemas: unknown[]) => {
      const property = flatten(this.source, schemas, flat.open)
      const value = isTrue(property.words[hidden]) ? undefined : this.of(property, depth + 1)
      if (value !== undefined) Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
    }
    for (const [name, schemas] of flat.properties) if (this.left > 0) set(name, schemas)
    if (isObject(flat.words['additionalProperties'])) set('key', [flat.words['additionalProperties']])
    return object
  }
}

/** A value that fits the schema, undefined when there is nothing to show. The same schema gives the same value. */
export const sampleOf = (source: Source, flat: Flat, side: Side): unknown => new Sampler(source, side).of(flat, 0)
