import * as z from 'zod'
import { isId, NAME_MAX } from './limits.ts'

/*
 * Fields of what comes in: forms carry text, JSON bodies may carry numbers. Arrays and objects are refused where a
 * scalar is declared, so a right is always checked on the value that is used (SECURITY S54).
 */
const scalar = z.union([z.string(), z.number(), z.boolean()])

/** What both databases keep as it is: no NUL, no half of a character. */
const plain = (value: string | number | boolean) => String(value).replaceAll('\0', '\uFFFD').toWellFormed()

const toId = (value: string | number | boolean, ctx: z.RefinementCtx) => {
  const digits = String(value).trim()
  if (isId(digits)) return Number(digits)
  ctx.addIssue({ code: 'custom', message: 'digits' })
  return z.NEVER
}

/** An id that must be there; a number inside. */
export const id = scalar.transform(toId)

/** An id that may be missing: absent and empty mean 0. */
export const idOr0 = scalar
  .nullish()
  .transform((value, ctx) => (value === undefined || value === null || value === '' ? 0 : toId(value, ctx)))

/** A number that may be missing: absent and empty mean undefined ("" means none). */
export const countOrNone = scalar
  .nullish()
  .transform((value, ctx) => (value === undefined || value === null || value === '' ? undefined : toId(value, ctx)))

/** Text of at most `max` characters, "" when absent. */
export const text = (max = NAME_MAX) =>
  scalar
    .nullish()
    .transform((value) => plain(value ?? ''))
    .refine((value) => value.length <= max, { message: `max ${max}` })

/** Text that may be absent, which means something else than "". */
export const textOrNone = (max = NAME_MAX) =>
  scalar
    .nullish()
    .transform((value) => (value === undefined || value === null ? undefined : plain(value)))
    .refine((value) => (value ?? '').length <= max, { message: `max ${max}` })

/** A name a person gives: 1 to 255 characters after trimming. */
export const name = (max = NAME_MAX) =>
  scalar
    .nullish()
    .transform((value) => plain(value ?? '').trim())
    .refine((value) => value.length > 0 && value.length <= max, { message: `1-${max}` })

/** 1, "1", true and "true" mean yes. */
export const flag = scalar.nullish().transform((value) => ['1', 'true'].includes(String(value ?? '')))

/** A list or object that a form carries as JSON text, and a JSON body as it is. */
export const json = <T extends z.ZodType>(inner: T) =>
  z.unknown().transform((given, ctx) => {
    const read = inner.safeParse(typeof given === 'string' ? parsed(given) : given)
    if (read.success) return read.data as z.output<T>
    ctx.addIssue({ code: 'custom', message: 'JSON' })
    return z.NEVER
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** W15: a repeat of a creating call with the same id gets the first answer again. */
export const requestId = scalar.nullish().transform((value, ctx) => {
  const given = String(value ?? '')
  if (given === '' || /^[\w-]{8,64}$/.test(given)) return given
  ctx.addIssue({ code: 'custom', message: '8-64' })
  return z.NEVER
})

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
