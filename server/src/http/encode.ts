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

/** How values of one type are written: as JSON text, and as the value that this text contains. Both have the same rules. */
interface Writer {
  text: (value: unknown) => string
  wire: (value: unknown) => unknown
}

/** Date writers by time zone. Making one takes longer than compiling a call, and all calls write dates in the same form. */
const dateWriters = new Map<string, ReturnType<typeof dateWriter>>()

/**
 * Compiles an encoder from the declared output of a call. It writes ids as digit strings, dates in the site's time zone, and only
 * declared fields, so an undeclared column never leaves the server. Compiled once per call: validating each response would cost more
 * than writing it.
 */
export function encoderOf(schema: z.ZodType, timeZone: string): (value: unknown) => string {
  const { text: encode } = writerOf(schema, timeZone)
  /* A frozen value comes from the cache of `store.hot`. It cannot change, so its encoded text is cached too. */
  const texts = new WeakMap<object, string>()
  return (value) => {
    if (value === null || typeof value !== 'object' || !Object.isFrozen(value)) return encode(value)
    const text = texts.get(value) ?? encode(value)
    texts.set(value, text)
    return text
  }
}

const compiled = new WeakMap<z.ZodType, Map<string, Writer>>()

/**
 * The wire form of a value, as a client reads it from the text of the encoder: for answers that are embedded in a page. Like the text,
 * it has only declared fields.
 */
export function toWire<S extends z.ZodType>(schema: S, value: z.output<S>, timeZone: string): z.input<S> {
  const zones = compiled.get(schema) ?? new Map<string, Writer>()
  const writer = zones.get(timeZone) ?? writerOf(schema, timeZone)
  compiled.set(schema, zones.set(timeZone, writer))
  return writer.wire(value) as z.input<S>
}

function writerOf(schema: z.ZodType, timeZone: string): Writer {
  const dates = dateWriters.get(timeZone) ?? dateWriter(timeZone)
  dateWriters.set(timeZone, dates)
  const made = new Map<z.ZodType, Writer>()

  /** A type can contain itself, so the writer that it refers to is completed after it is built. */
  function writer(type: z.ZodType): Writer {
    const known = made.get(type)
    if (known) return known
    const pending: Writer = { text: (value) => pending.text(value), wire: (value) => pending.wire(value) }
    made.set(type, pending)
    return Object.assign(pending, build(type))
  }

  function build(type: z.ZodType): Writer {
    const wire = type.meta()?.['wire']
    if (wire === 'digits') return scalar(String)
    if (wire === 'date') return scalar((value) => (value ? dates(value as number) : ''))
    if (type instanceof z.ZodObject) return object(type.shape as Record<string, z.ZodType>)
    if (type instanceof z.ZodArray) return array(writer(type.element as z.ZodType))
    if (type instanceof z.ZodOptional) return writer(type.unwrap() as z.ZodType)
    if (type instanceof z.ZodUnion) return union(type.options as z.ZodType[])
    return { text: (value) => JSON.stringify(value) ?? 'null', wire: jsonValue }
  }

  /** Digits and dates contain no character that JSON escapes. */
  const scalar = (wire: (value: unknown) => string): Writer => ({ text: (value) => `"${wire(value)}"`, wire })

  const array = (element: Writer): Writer => ({
    text: (value) => `[${(value as unknown[]).map(element.text).join(',')}]`,
    wire: (value) => (value as unknown[]).map(element.wire),
  })

  function object(shape: Record<string, z.ZodType>): Writer {
    const fields = Object.entries(shape).map(([key, field], n) => ({
      key,
      head: `${n ? ',' : '{'}${JSON.stringify(key)}:`,
      field: writer(field),
      // The first field is always written, so an object never starts with a comma.
      mayMiss: n > 0 && field instanceof z.ZodOptional,
    }))
    return {
      text: (given) => {
        const value = given as Record<string, unknown>
        let out = fields.length ? '' : '{'
        for (const { key, head, field, mayMiss } of fields)
          if (value[key] !== undefined && !(mayMiss && value[key] === null)) out += head + field.text(value[key])
          else if (!mayMiss) out += `${head}null`
        return `${out}}`
      },
      wire: (given) => {
        const value = given as Record<string, unknown>
        const out: Record<string, unknown> = {}
        for (const { key, field, mayMiss } of fields)
          if (value[key] !== undefined && !(mayMiss && value[key] === null)) out[key] = field.wire(value[key])
          else if (!mayMiss) out[key] = null
        return out
      },
    }
  }

  /** The contract has two kinds of union: a type or null, and a type or a list. */
  function union(options: z.ZodType[]): Writer {
    const main = writer(options.find((option) => !(option instanceof z.ZodNull || option instanceof z.ZodArray)) ?? z.null())
    const list = writer(options.find((option) => option instanceof z.ZodArray) ?? z.array(z.unknown()))
    const of = (given: unknown) => (Array.isArray(given) ? list : main)
    return {
      text: (given) => (given === null ? 'null' : of(given).text(given)),
      wire: (given) => (given === null ? null : of(given).wire(given)),
    }
  }

  return writer(schema)
}

/** The value that its JSON text contains. */
function jsonValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  const text = JSON.stringify(value)
  return text === undefined ? null : (JSON.parse(text) as unknown)
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
