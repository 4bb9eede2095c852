import * as z from 'zod'

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

type Encoder = (value: unknown) => string

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
    made.set(one, (value) => built(value))
    built = build(one)
    return built
  }

  function build(one: z.ZodType): Encoder {
    const wire = one.meta()?.['wire']
    if (wire === 'digits') return (value) => `"${value}"`
    if (wire === 'date') return (value) => (value ? `"${dates(value as number)}"` : '""')
    if (one instanceof z.ZodObject) return object(one.shape as Record<string, z.ZodType>)
    if (one instanceof z.ZodArray) {
      const element = encoder(one.element as z.ZodType)
      return (value) => `[${(value as unknown[]).map(element).join(',')}]`
    }
    if (one instanceof z.ZodOptional) return encoder(one.unwrap() as z.ZodType)
    if (one instanceof z.ZodUnion) return union(one.options as z.ZodType[])
    return (value) => JSON.stringify(value) ?? 'null'
  }

  function object(shape: Record<string, z.ZodType>): Encoder {
    const fields = Object.entries(shape).map(([key, field], n) => ({
      key,
      head: `${n ? ',' : '{'}${JSON.stringify(key)}:`,
      encode: encoder(field),
      // The first field of an object is always there, so that no comma begins it.
      mayMiss: n > 0 && field instanceof z.ZodOptional,
    }))
    return (given) => {
      const value = given as Record<string, unknown>
      let out = fields.length ? '' : '{'
      for (const { key, head, encode, mayMiss } of fields)
        if (value[key] !== undefined && !(mayMiss && value[key] === null)) out += head + encode(value[key])
        else if (!mayMiss) out += `${head}null`
      return `${out}}`
    }
  }

  /** The unions of the contract are "this or null" and "this or an empty list". */
  function union(options: z.ZodType[]): Encoder {
    const main = options.find((option) => !(option instanceof z.ZodNull || option instanceof z.ZodArray))
    const encode = encoder(main ?? (options[0] as z.ZodType))
    return (given) => (given === null ? 'null' : Array.isArray(given) ? JSON.stringify(given) : encode(given))
  }

  const encode = encoder(schema)
  /* A frozen value is one of `store.hot` that many are given: it cannot change, so neither can its text. */
  const texts = new WeakMap<object, string>()
  return (value) => {
    if (value === null || typeof value !== 'object' || !Object.isFrozen(value)) return encode(value)
    const text = texts.get(value) ?? encode(value)
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
