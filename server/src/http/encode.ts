import type * as z from 'zod'

/** Answer bytes that were made before: sent as they are, whatever the call declares. */
export class Sent {
  readonly body: Buffer | NodeJS.ReadableStream
  readonly headers: Record<string, string>
  readonly status: number
  constructor(body: Buffer | NodeJS.ReadableStream, headers: Record<string, string> = {}, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

type Encoder = (value: never) => string
type Any = {
  meta: () => Record<string, unknown> | undefined
  _zod: { def: { type: string; shape?: Record<string, z.ZodType>; element?: z.ZodType; options?: z.ZodType[]; innerType?: z.ZodType } }
}

/** Making one takes longer than compiling a call, and all calls write dates alike. */
const writers = new Map<string, ReturnType<typeof dateWriter>>()

/**
 * Writes what a handler returns as the wire has it, after the declared output: ids as digit strings, dates in the site's time zone,
 * and only what is declared, so a column nobody named never leaves the house. Compiled once per call, because a validator per
 * answer would cost more than the answer.
 */
export function encoderOf(schema: z.ZodType, timeZone: string): Encoder {
  const dates = writers.get(timeZone) ?? dateWriter(timeZone)
  writers.set(timeZone, dates)
  const made = new Map<z.ZodType, Encoder>()

  function encoder(one: z.ZodType): Encoder {
    const known = made.get(one)
    if (known) return known
    let built: Encoder = () => 'null'
    made.set(one, ((value: never) => built(value)) as Encoder)
    built = build(one as unknown as Any)
    return built
  }

  function build(one: Any): Encoder {
    const wire = one.meta()?.['wire']
    if (wire === 'digits') return (value: never) => `"${value}"`
    if (wire === 'date') return (value: never) => (value ? `"${dates(value)}"` : '""')
    const def = one._zod.def
    if (def.type === 'object') return object(def.shape ?? {})
    if (def.type === 'array') {
      const element = encoder(def.element as z.ZodType)
      return (value: never) => `[${(value as never[]).map(element).join(',')}]`
    }
    if (def.type === 'optional') return encoder(def.innerType as z.ZodType)
    if (def.type === 'union') return union(def.options ?? [])
    return (value: never) => JSON.stringify(value) ?? 'null'
  }

  function object(shape: Record<string, z.ZodType>): Encoder {
    const fields = Object.entries(shape).map(([key, field], n) => ({
      key,
      head: `${n ? ',' : '{'}${JSON.stringify(key)}:`,
      encode: encoder(field),
      // The first field of an object is always there, so that no comma begins it.
      mayMiss: n > 0 && (field as unknown as Any)._zod.def.type === 'optional',
    }))
    return (value: Record<string, never>) => {
      let out = fields.length ? '' : '{'
      for (const { key, head, encode, mayMiss } of fields)
        if (value[key] !== undefined && !(mayMiss && value[key] === null)) out += head + encode(value[key] as never)
        else if (!mayMiss) out += `${head}null`
      return `${out}}`
    }
  }

  /** The unions of the contract are "this or null" and "this or an empty list". */
  function union(options: z.ZodType[]): Encoder {
    const value =
      options.find((option) => !['null', 'array'].includes((option as unknown as Any)._zod.def.type)) ?? (options[0] as z.ZodType)
    const encode = encoder(value)
    return (given: never) => (given === null ? 'null' : Array.isArray(given) ? JSON.stringify(given) : encode(given))
  }

  const encode = encoder(schema)
  /* A frozen value is one of `store.hot` that many are given: it cannot change, so neither can its text. */
  const texts = new WeakMap<object, string>()
  return (value: object | null) => {
    if (value === null || typeof value !== 'object' || !Object.isFrozen(value)) return encode(value as never)
    const text = texts.get(value) ?? encode(value as never)
    texts.set(value, text)
    return text
  }
}

function dateWriter(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const known = new Map<number, string>()
  return (seconds: number) => {
    const found = known.get(seconds)
    if (found) return found
    if (known.size > 5000) known.clear()
    const text = format.format(seconds * 1000).replace('T', ' ')
    known.set(seconds, text)
    return text
  }
}
