import * as z from 'zod'
import { inOneLine, isId, jsonExcess, NAME_MAX, storableText } from './limits.ts'

/*
 * Fields of what comes in: forms carry text, JSON bodies may carry numbers. Arrays and objects are refused where a
 * scalar is declared, so a right is always checked on the value that is used (SECURITY S54).
 */
const scalar = z.union([z.string(), z.number(), z.boolean()])
type Scalar = string | number | boolean | null | undefined

/** What a caller is told to send, which is less than what is taken (openapi.ts). */
const shown = (schema: { type: string } & Record<string, unknown>) => ({ shown: schema })
const shownId = shown({ type: 'integer', minimum: 1 })
const shownCount = shown({ type: 'integer', minimum: 0 })
const shownText = (maxLength: number) => shown({ type: 'string', maxLength })
const shownFlag = shown({ type: 'integer', enum: [0, 1] })

/** Plain text of at most `max` characters; the length is checked before anything is done with it. */
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

/** What a form carries where a program had no value: nothing, or the name its language has for nothing. */
const isAbsent = (value: Scalar) => ['', 'undefined', 'null', 'NaN'].includes(String(value ?? '').trim())
/** Where a number is meant, `false` is no value as well. */
const isNoNumber = (value: Scalar) => value === false || isAbsent(value)

/** An id that must be there; a number inside. */
export const id = scalar.transform(toId).meta(shownId)

/** An id that may be missing: absent means 0. */
export const idOr0 = scalar
  .nullish()
  .transform((value, ctx) => (isNoNumber(value) ? 0 : toId(value, ctx)))
  .meta(shownCount)

/** A number that may be missing: absent means undefined. */
export const countOrNone = scalar
  .nullish()
  .transform((value, ctx) => (isNoNumber(value) ? undefined : toId(value, ctx)))
  .meta(shownCount)

/** A place among neighbours. Programs send what they have, also `9.0`: whatever is no number keeps things where they are. */
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

/** Text that may be absent, which means something else than "". */
export const textOrNone = (max = NAME_MAX) =>
  scalar
    .nullish()
    .transform((value, ctx) => (value === undefined || value === null ? undefined : plainText(value, max, ctx)))
    .meta(shownText(max))

/** A name a person gives: 1 to 255 characters after trimming. */
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

/** What forms and programs send for yes. */
export const isYes = (value: unknown) => /^(?:1|true|on|yes)$/i.test(String(value ?? '').trim())
const isNo = (value: Scalar) => /^(?:0|false|off|no)$/i.test(String(value ?? '').trim())

/** 1, true and what forms and programs send for them mean yes; everything else means no. */
export const flag = scalar.nullish().transform(isYes).meta(shownFlag)

/** A list or object that a form carries as JSON text, and a JSON body as it is. */
export const json = <T extends z.ZodType>(inner: T) =>
  z
    .unknown()
    .transform((given, ctx) => {
      const value = typeof given === 'string' ? parsed(given) : given
      if (isWorthReading(inner, value)) {
        const read = inner.safeParse(value)
        if (read.success) return read.data as z.output<T>
      }
      ctx.addIssue({ code: 'custom', message: 'JSON' })
      return z.NEVER
    })
    .meta({ inner })

/** The same where it may be missing: absent, null and "" mean undefined. */
export const jsonOrNone = <T extends z.ZodType>(inner: T) =>
  z
    .union([z.union([z.null(), z.literal('')]).transform(() => undefined), json(inner)])
    .optional()
    .meta({ inner })

/** A page of a list or its number of rows: what is no number of at least 1 means 0, more than `max` means `max` (S77). */
export const clamped = (max: number) =>
  scalar
    .nullish()
    .transform((value) => {
      const digits = String(value ?? '').trim()
      return /^\d{1,15}$/.test(digits) ? Math.min(Number(digits), max) : 0
    })
    .meta(shown({ type: 'integer', minimum: 0, maximum: max }))

/** A switch that may be left as it is: absent means undefined, and what is no switch is refused. */
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

/** What is wrong with each of many values would be noted at a cost: too many, or the first one that is wrong, end it. */
function isWorthReading(inner: z.ZodType, value: unknown): boolean {
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

/** W15: a repeat of a creating call with the same id gets the first answer again. */
export const requestId = scalar
  .nullish()
  .transform((value, ctx) => {
    const given = isAbsent(value) ? '' : String(value)
    if (given === '' || /^[\w-]{8,64}$/.test(given)) return given
    ctx.addIssue({ code: 'custom', message: '8-64' })
    return z.NEVER
  })
  .meta(shown({ type: 'string', pattern: '^[\\w-]{8,64}$' }))

/** The pair of an item, in the body or as the headers X-Api-Key and X-Api-Token; what stands in an address is not read (S96). */
export const keys = { api_key: text(), api_token: text() }

/*
 * Fields of what goes out: the codec's left side is the wire (W5), its right side what a handler returns.
 */
/** An id, flag or counter: a number inside, a string of digits on the wire. */
export const digits = z.codec(z.string(), z.number(), { decode: Number, encode: String }).meta({ wire: 'digits' })

/** An id that may be unknown. */
export const digitsOrNull = z.union([digits, z.null()])

/** Unix seconds inside, `YYYY-MM-DD HH:MM:SS` in the site's time zone on the wire (W7). */
export const date = z
  .codec(z.string(), z.number(), {
    decode: (shown) => Date.parse(`${shown.replace(' ', 'T')}Z`) / 1000,
    encode: (at) => new Date(at * 1000).toISOString(),
  })
  .meta({ wire: 'date' })

/** Nothing to say: an empty list on the wire, as existing clients expect. */
export const nothing = z.array(z.never())

/** The answer is no envelope but a file, a picture or bare text; the handler returns a Sent. */
export const bytes = z.custom<never>().meta({ wire: 'bytes' })
