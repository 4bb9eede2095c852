import * as z from 'zod'

/** A response that is already bytes or a stream: sent unchanged, regardless of the output that the call declares. */
export class RawResponse {
  readonly body: Buffer | NodeJS.ReadableStream | undefined
  readonly headers: Record<string, string>
  readonly status: number
  constructor(body?: Buffer | NodeJS.ReadableStream, headers: Record<string, string> = {}, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

type Encoder = (value: unknown) => string

/** Date writers by time zone. Making one takes longer than compiling a call, and all calls write dates in the same form. */
const writers = new Map<string, ReturnType<typeof dateWriter>>()

/**
 * Compiles an encoder from the declared output of a call. It writes ids as digit strings, dates in the site's time zone, and only
 * declared fields, so an undeclared column never leaves the server. Compiled once per call: validating each response would cost more
 * than writing it.
 */
export function encoderOf(schema: z.ZodType, timeZone: string): Encoder {
  const dates = writers.get(timeZone) ?? dateWriter(timeZone)
  writers.set(timeZone, dates)
  const made = new Map<z.ZodType, Encoder>()

  function encoder(type: z.ZodType): Encoder {
    const known = made.get(type)
    if (known) return known
    let built: Encoder = () => 'null'
    made.set(type, (value) => built(value))
    built = build(type)
    return built
  }

  function build(type: z.ZodType): Encoder {
    const wire = type.meta()?.['wire']
    if (wire === 'digits') return (value) => `"${value}"`
    if (wire === 'date') return (value) => (value ? `"${dates(value as number)}"` : '""')
    if (type instanceof z.ZodObject) return object(type.shape as Record<string, z.ZodType>)
    if (type instanceof z.ZodArray) {
      const element = encoder(type.element as z.ZodType)
      return (value) => `[${(value as unknown[]).map(element).join(',')}]`
    }
    if (type instanceof z.ZodOptional) return encoder(type.unwrap() as z.ZodType)
    if (type instanceof z.ZodUnion) return union(type.options as z.ZodType[])
    return (value) => JSON.stringify(value) ?? 'null'
  }

  function object(shape: Record<string, z.ZodType>): Encoder {
    const fields = Object.entries(shape).map(([key, field], n) => ({
      key,
      head: `${n ? ',' : '{'}${JSON.stringify(key)}:`,
      encode: encoder(field),
      // The first field is always written, so an object never starts with a comma.
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

  /** The contract has two kinds of union: a type or null, and a type or an empty list. */
  function union(options: z.ZodType[]): Encoder {
    const main = options.find((option) => !(option instanceof z.ZodNull || option instanceof z.ZodArray))
    const encode = encoder(main ?? (options[0] as z.ZodType))
    return (given) => (given === null ? 'null' : Array.isArray(given) ? JSON.stringify(given) : encode(given))
  }

  const encode = encoder(schema)
  /* A frozen value comes from the cache of `store.hot`. It cannot change, so its encoded text is cached too. */
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
