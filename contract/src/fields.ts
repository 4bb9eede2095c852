import * as z from 'zod'
import { inOneLine, isId, jsonExcess, NAME_MAX, storableText } from './limits.ts'

/*
 * Input fields. Forms contain text, JSON bodies can contain numbers. Arrays and objects are refused where a scalar is declared, so a
 * permission is always checked on the value that is used (SECURITY S54).
 */
const scalar = z.union([z.string(), z.number(), z.boolean()])
type Scalar = string | number | boolean | null | undefined

/** The documented form of a field, stricter than what is accepted (openapi.ts). */
const shown = (schema: { type: string } & Record<string, unknown>) => ({ shown: schema })
const shownId = shown({ type: 'integer', minimum: 1 })
const shownCount = shown({ type: 'integer', minimum: 0 })
const shownText = (maxLength: number) => shown({ type: 'string', maxLength })
const shownFlag = shown({ type: 'integer', enum: [0, 1] })

/** Plain text of at most `max` characters. The length is checked before any processing. */
function plainText(value: string | number | boolean, max: number, ctx: z.RefinementCtx) {
  const given = String(value)
  if (given.length <= max) return storableText(given)
  ctx.addIssue({ code: 'custom', message: `max ${max}` })
  return z.NEVER
}

const toId = (value: Scalar, ctx: z.RefinementCtx) => {
  const digits = String(value).trim()
  if (isId(digits)) return Number(digits)
  ctx.addIssue({ code: 'custom', message: 'digits' })
  return z.NEVER
}

/** Whether the value means "absent": empty, or the null literal of a programming language. */
const isAbsent = (value: Scalar) => ['', 'undefined', 'null', 'NaN'].includes(String(value ?? '').trim())
/** For numeric fields `false` is absent too. */
const isAbsentNumber = (value: Scalar) => value === false || isAbsent(value)

/** A required id; a number in the server. */
export const id = scalar.transform(toId).meta(shownId)

/** An optional id: absent means 0. */
export const idOr0 = scalar
  .nullish()
  .transform((value, ctx) => (isAbsentNumber(value) ? 0 : toId(value, ctx)))
  .meta(shownCount)

/** An optional number: absent means undefined. */
export const countOrNone = scalar
  .nullish()
  .transform((value, ctx) => (isAbsentNumber(value) ? undefined : toId(value, ctx)))
  .meta(shownCount)

/** A position among siblings. Programs also send `9.0`. A value that is not a number keeps the position. */
export const order = scalar
  .nullish()
  .transform((value) => {
    const [, digits = ''] = /^(\d{1,10})(?:\.0*)?$/.exec(String(value ?? '').trim()) ?? []
    return isId(digits) ? Number(digits) || undefined : undefined
  })
  .meta(shownId)

/** Text of at most `max` characters, "" when absent. */
export const text = (max = NAME_MAX) =>
  scalar
    .nullish()
    .transform((value, ctx) => plainText(value ?? '', max, ctx))
    .meta(shownText(max))

/** Optional text; absent and "" differ. */
export const textOrNone = (max = NAME_MAX) =>
  scalar
    .nullish()
    .transform((value, ctx) => (value === undefined || value === null ? undefined : plainText(value, max, ctx)))
    .meta(shownText(max))

/** A required name: 1 to `max` characters after trimming. */
export const name = (max = NAME_MAX) =>
  scalar
    .nullish()
    .transform((value, ctx) => {
      const given = inOneLine(String(value ?? ''))
      if (given.length > 0 && given.length <= max) return storableText(given)
      ctx.addIssue({ code: 'custom', message: `1-${max}` })
      return z.NEVER
    })
    .meta({ shown: { type: 'string', minLength: 1, maxLength: max } })

/** Whether a form or program sent a value for true. */
export const isYes = (value: unknown) => /^(?:1|true|on|yes)$/i.test(String(value ?? '').trim())
const isNo = (value: Scalar) => /^(?:0|false|off|no)$/i.test(String(value ?? '').trim())

/** 1, true, on and yes mean true; everything else means false. */
export const flag = scalar.nullish().transform(isYes).meta(shownFlag)

/** A list or object: JSON text in a form, the value itself in a JSON body. */
export const json = <T extends z.ZodType>(inner: T) =>
  z
    .unknown()
    .transform((given, ctx) => {
      const value = typeof given === 'string' ? parsed(given) : given
      if (isCheaplyValid(inner, value)) {
        const read = inner.safeParse(value)
        if (read.success) return read.data as z.output<T>
      }
      ctx.addIssue({ code: 'custom', message: 'JSON' })
      return z.NEVER
    })
    .meta({ inner })

/** The same as an optional field: absent, null and "" mean undefined. */
export const jsonOrNone = <T extends z.ZodType>(inner: T) =>
  z
    .union([z.union([z.null(), z.literal('')]).transform(() => undefined), json(inner)])
    .optional()
    .meta({ inner })

/** A page number or a number of rows: an invalid number means 0, more than `max` means `max` (S77). */
export const clamped = (max: number) =>
  scalar
    .nullish()
    .transform((value) => {
      const digits = String(value ?? '').trim()
      return /^\d{1,15}$/.test(digits) ? Math.min(Number(digits), max) : 0
    })
    .meta(shown({ type: 'integer', minimum: 0, maximum: max }))

/** An optional flag: absent means undefined, an invalid value is refused. */
export const flagOrNone = scalar
  .nullish()
  .transform((value, ctx) => {
    if (isAbsent(value)) return undefined
    if (isYes(value)) return 1
    if (isNo(value)) return 0
    ctx.addIssue({ code: 'custom', message: '0, 1' })
    return z.NEVER
  })
  .meta(shownFlag)

/** zod collects the issues of every value, which is slow for long lists. This check stops at the length limit or the first error. */
function isCheaplyValid(inner: z.ZodType, value: unknown): boolean {
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const { maximum = Number.POSITIVE_INFINITY } = inner._zod.bag as { maximum?: number }
    return value.length <= maximum && value.every((one) => z.safeParse(inner.element, one).success)
  }
  if (inner instanceof z.ZodRecord && typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, one]) => z.safeParse(inner.keyType, key).success && z.safeParse(inner.valueType, one).success)
  return true
}

function parsed(text: string): unknown {
  if (jsonExcess(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** W15: a repeated creating call with the same id returns the first response again. */
export const requestId = scalar
  .nullish()
  .transform((value, ctx) => {
    const given = isAbsent(value) ? '' : String(value)
    if (given === '' || /^[\w-]{8,64}$/.test(given)) return given
    ctx.addIssue({ code: 'custom', message: '8-64' })
    return z.NEVER
  })
  .meta(shown({ type: 'string', pattern: '^[\\w-]{8,64}$' }))

/** API key and token of an item, in the body or as the headers X-Api-Key and X-Api-Token. Never read from the query string (S96). */
export const keys = { api_key: text(), api_token: text() }

/*
 * Output fields. The left side of a codec is the wire form (W5), the right side is what a handler returns.
 */
/** An id, flag or counter: a number in the server, a string of digits on the wire. */
export const digits = z.codec(z.string(), z.number(), { decode: Number, encode: String }).meta({ wire: 'digits' })

/** An id that can be unknown. */
export const digitsOrNull = z.union([digits, z.null()])

/** Unix seconds in the server, `YYYY-MM-DD HH:MM:SS` in the site's time zone on the wire (W7). */
export const date = z
  .codec(z.string(), z.number(), {
    decode: (shown) => Date.parse(`${shown.replace(' ', 'T')}Z`) / 1000,
    encode: (at) => new Date(at * 1000).toISOString(),
  })
  .meta({ wire: 'date' })

/** No data: an empty list on the wire, as existing clients expect. */
export const nothing = z.array(z.never())

/** A response without the envelope: a file, a picture or text. The handler returns a Sent. */
export const bytes = z.custom<never>().meta({ wire: 'bytes' })
