import type { JSONValue, Tool as WireTool } from '@modelcontextprotocol/server'
import type { Level } from '@sheaf/contract/levels'
import { ID_MAX, isId, storableText } from '@sheaf/contract/limits'
import * as z from 'zod'
import type { Ctx, User } from '../context.ts'

/** Who calls a tool. `place` is what the call turned out to be about, for the log of tokens. */
export interface Asker {
  ctx: Ctx
  /** Undefined for anonymous visitors, who read listed items only. */
  user: User | undefined
  level: Level
  place: { item_id: number; page_id: number }
}

/** The answer of a tool: a text that a model reads, and the same as data where programs expect it. */
export interface Answer {
  text: string
  structured?: Record<string, unknown>
  /** The call changed nothing, and the text says why. */
  isRefused?: boolean
}

export interface Tool {
  name: string
  level: Level
  /** What the tool does, for a model that chooses between tools. */
  about: string
  input: z.ZodObject
  kind: 'read' | 'write'
  /** Not for anonymous visitors. */
  needsUser?: boolean
  /** Checks the arguments, and returns the call. Throws `WrongArguments`. */
  prepare: (given: object) => (asker: Asker) => Promise<Answer>
}

interface Definition<Shape extends z.ZodRawShape> extends Omit<Tool, 'input' | 'prepare'> {
  input: z.ZodObject<Shape>
  run: (args: z.output<z.ZodObject<Shape>>, asker: Asker) => Promise<Answer>
}

/** A tool whose arguments have the types of its input. */
export const tool = <Shape extends z.ZodRawShape>({ run, ...made }: Definition<Shape>): Tool => ({
  ...made,
  prepare(given) {
    const input = made.input.safeParse(given)
    if (!input.success) throw new WrongArguments(wrongArgument(input.error))
    return (asker) => run(input.data, asker)
  },
})

/*
 * Arguments are read as the fields of calls are (S54): numbers can be texts, and a list or an object is refused where a scalar is declared.
 * `shown` is the JSON schema that models see; it is as short as possible, because every agent pays for it.
 */
type Shown = { [name: string]: JSONValue }
const shown = (schema: Shown, about: string) => ({ shown: about ? { ...schema, description: about } : schema })
const scalar = z.union([z.string(), z.number()])

/** Text; longer than `max` is refused. */
export const text = (max: number, about = '') =>
  scalar
    .transform((given, ctx) => {
      const value = String(given)
      if (value.length <= max) return storableText(value)
      ctx.addIssue({ code: 'custom', message: `must have at most ${max} characters` })
      return z.NEVER
    })
    .meta(shown({ type: 'string' }, about))

/** A number of a page, a version or a revision. */
export const number = (about = '') =>
  scalar
    .transform((given, ctx) => {
      const digits = String(given).trim()
      // A larger number is that of nothing.
      if (/^\d+$/.test(digits)) return isId(digits) ? Number(digits) : ID_MAX
      ctx.addIssue({ code: 'custom', message: 'must be a whole number' })
      return z.NEVER
    })
    .meta(shown({ type: 'integer' }, about))

/** A limit that models guess: a value outside is moved to the nearest one inside. */
export const amount = (usual: number, most: number, about = '') =>
  scalar
    .optional()
    .transform((given, ctx) => {
      const value = given === undefined || given === '' ? usual : Number(given)
      if (Number.isFinite(value)) return Math.min(most, Math.max(1, Math.floor(value)))
      ctx.addIssue({ code: 'custom', message: 'must be a number' })
      return z.NEVER
    })
    .meta(shown({ type: 'integer', default: usual }, about))

export const yes = (about = '') =>
  z
    .union([z.boolean(), scalar])
    .optional()
    .transform((given) => given === true || given === 1 || given === 'true' || given === '1')
    .meta(shown({ type: 'boolean' }, about))

export const list = <T extends z.ZodType>(of: T, most: number, about = '') =>
  z
    .array(of)
    .min(1)
    .max(most)
    .meta(shown({ type: 'array', items: schemaOf(of) }, about))

/** The JSON schema of one argument. */
function schemaOf(field: z.ZodType): Shown {
  if (field instanceof z.ZodObject) return schemaOfObject(field) as Shown
  if (field instanceof z.ZodOptional) return schemaOf(field.unwrap() as z.ZodType)
  return (field.meta()?.['shown'] as Shown | undefined) ?? {}
}

/** The JSON schema of the arguments of a tool. */
export function schemaOfObject({ shape }: z.ZodObject): WireTool['inputSchema'] {
  const fields = Object.entries(shape) as [string, z.ZodType][]
  const required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length ? { required } : {}),
  }
}

/** What is wrong with the arguments: the first field and why. */
function wrongArgument({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.join('.') || 'arguments'
  return `${field}: ${issue?.code === 'invalid_union' || issue?.code === 'invalid_type' ? 'is missing or has the wrong type' : issue?.message}`
}

/** Arguments that a client sent in a wrong form. The protocol has a number of its own for them. */
export class WrongArguments extends Error {}
