/*
 * Compares a value with what an API documents about it. The console does it in the browser, and builds that run examples do it for their
 * answers. A pattern of a description is run nowhere.
 */

/** A documented field; `*` is any key of a map. */
export interface ShapeField {
  name: string
  type: string
  required: boolean
  /** The values that it can have; empty for any. */
  values: string[]
  /** It belongs to one of several alternatives. */
  is_alternative: boolean
  fields: ShapeField[]
}

interface ShapeContent {
  content_type: string
  type: string
  fields: ShapeField[]
}

/** The answers that an API documents. */
export interface ShapeOfAnswers {
  responses: { status: string; contents: ShapeContent[] }[]
}

/** Bounds of a comparison: values that are looked at, entries of a list, and differences that are named. */
const VALUES_MAX = 20_000
const ENTRIES_MAX = 50
const NAMED_MAX = 100
const DEPTH_MAX = 40
/** Longer texts are not compared. */
const CHARS_MAX = 1_000_000

/** A difference between a value and its documentation; `path` as `lines[].sku`. */
export interface Difference {
  kind: 'undocumented' | 'missing' | 'type' | 'value'
  path: string
  /** The object that has or lacks the field; "" for the whole. Its path names no key of a map. */
  within: string
  /** The path as the documentation writes it: `*` for a key of a map, and `?` for a field that it does not name. */
  documented: string
  /** The type or the values that are documented; "" otherwise. */
  expected: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const KINDS = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'])

/** Whether a value can have a type of the documentation; types with other names, such as those of schemas, can be anything. */
function fits(value: unknown, type: string): boolean {
  const kinds = type.split(' | ').map((one) => /^[a-z]+/i.exec(one)?.[0] ?? '')
  if (type === '' || kinds.some((kind) => !KINDS.has(kind))) return true
  const kind = kindOf(value)
  return kinds.includes(kind) || (kind === 'integer' && kinds.includes('number'))
}

/** Names of an alternative in a list begin with `[].`. */
const nameOf = ({ name }: ShapeField) => name.replace(/^(?:\[\])+\./, '')

/** Where a value is: with its keys, and as its documentation writes it, in which `*` is any key of a map. */
interface At {
  path: string
  documented: string
}

const inside = (at: At, name: string, documented = name): At => ({
  path: at.path ? `${at.path}.${name}` : name,
  documented: at.documented ? `${at.documented}.${documented}` : documented,
})

const WHOLE: At = { path: '', documented: '' }

class Comparison {
  readonly differences = new Map<string, Difference>()
  readonly absent = new Set<string>()
  private readonly counts = { undocumented: 0, missing: 0, type: 0, value: 0 }
  private left = VALUES_MAX

  /** Each kind has its own limit, so that many fields of one kind hide no other kind. */
  add(kind: Difference['kind'], { path, documented }: At, within: string, expected = '') {
    const key = `${kind} ${path}`
    if (this.counts[kind] >= NAMED_MAX || this.differences.has(key)) return
    this.counts[kind]++
    this.differences.set(key, { kind, path, documented, within, expected })
  }

  /** Compares a value with the fields that its documentation names; nothing if it names none. */
  walk(value: unknown, fields: ShapeField[], at: At, depth: number): void {
    if (fields.length === 0 || depth > DEPTH_MAX || this.left <= 0) return
    this.left--
    if (Array.isArray(value)) {
      const entry = { path: `${at.path}[]`, documented: `${at.documented}[]` }
      for (const one of value.slice(0, ENTRIES_MAX)) this.walk(one, fields, entry, depth + 1)
      return
    }
    if (!isRecord(value)) return
    const known = Map.groupBy(fields, nameOf)
    const any = known.get('*')
    for (const [name, inner] of Object.entries(value)) {
      const own = known.get(name)
      const named = own ?? any
      if (named) this.compare(inner, named, inside(at, name, own ? name : '*'), depth, at.documented)
      else this.add('undocumented', inside(at, name, '?'), at.documented)
    }
    for (const [name, [field]] of known) {
      if (name === '*' || Object.hasOwn(value, name) || !field || field.is_alternative) continue
      if (field.required) this.add('missing', inside(at, name), at.documented)
      else if (this.absent.size < NAMED_MAX) this.absent.add(inside(at, name).path)
    }
  }

  /** Several fields of one name are those of alternatives: the value is one of them. */
  private compare(value: unknown, named: ShapeField[], at: At, depth: number, within: string) {
    const fitting = named.filter(({ type }) => fits(value, type))
    if (fitting.length === 0) return this.add('type', at, within, [...new Set(named.map(({ type }) => type))].join(' | '))
    const isListed = ({ values }: ShapeField) =>
      values.length === 0 || value === null || typeof value === 'object' || values.includes(String(value))
    if (!fitting.some(isListed))
      this.add(
        'value',
        at,
        within,
        fitting
          .flatMap(({ values }) => values)
          .slice(0, 8)
          .join(', '),
      )
    const below = fitting.flatMap(({ fields }) => fields)
    this.walk(value, fitting.length === 1 ? below : below.map((field) => ({ ...field, is_alternative: true })), at, depth + 1)
  }
}

function parsed(text: string): unknown {
  if (text.length > CHARS_MAX) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const bareType = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase()

const JSON_TYPE = /^application\/(?:[^/]*\+)?json$/

const covers = (documented: string, type: string) =>
  documented.split(',').some((one) => {
    const bare = bareType(one)
    return bare === type || bare === '' || bare === '*/*' || (bare.endsWith('/*') && type.startsWith(bare.slice(0, -1)))
  })

const responseFor = ({ responses }: ShapeOfAnswers, status: number) =>
  responses.find((one) => one.status.trim() === String(status)) ??
  responses.find((one) => one.status.trim().toUpperCase() === `${Math.floor(status / 100)}XX`) ??
  responses.find((one) => !/^\d/.test(one.status.trim()))

/** What is said about an answer. `status` and `type`: the documentation lacks it as a whole. */
export type Report =
  | { kind: 'status' }
  | { kind: 'type' }
  | { kind: 'same' }
  | { kind: 'nothing' }
  | { kind: 'different'; differences: Difference[]; absent: string[] }

/** Compares an answer with what the documentation says about it: what it lacks, and what the answer lacks. */
export function compareAnswer(call: ShapeOfAnswers, status: number, contentType: string, text: string): Report {
  if (call.responses.length === 0) return { kind: 'nothing' }
  const response = responseFor(call, status)
  if (!response) return { kind: 'status' }
  const documented = response.contents.filter((one) => one.content_type !== '' || one.fields.length > 0)
  if (documented.length === 0 || text === '') return { kind: 'nothing' }
  const content = documented.find((one) => covers(one.content_type, bareType(contentType)))
  if (!content) return { kind: 'type' }
  const value = parsed(text)
  if (value === undefined) return { kind: 'nothing' }
  const comparison = new Comparison()
  // A text that happens to be a number is JSON by chance.
  if (JSON_TYPE.test(bareType(contentType)) && !fits(value, content.type))
    comparison.add('type', { path: '$', documented: '$' }, '', content.type)
  else if (content.fields.length === 0) return { kind: 'nothing' }
  else comparison.walk(value, content.fields, WHOLE, 0)
  const differences = [...comparison.differences.values()]
  const absent = [...comparison.absent]
  return differences.length + absent.length === 0 ? { kind: 'same' } : { kind: 'different', differences, absent }
}

/** What is wrong with a body: where its JSON ends being JSON, or how it differs from its documentation. */
type BodyProblem = { kind: 'json'; reason: string } | { kind: 'shape'; differences: Difference[] }

const BODY_CHARS_MAX = 200_000

/** Checks JSON while it is typed. A variable can be any value. */
export function checkBody(text: string, { fields }: Pick<ShapeContent, 'fields'>): BodyProblem | undefined {
  if (text.trim() === '' || text.length > BODY_CHARS_MAX) return undefined
  const hasVariables = text.includes('{{')
  let value: unknown
  try {
    value = JSON.parse(hasVariables ? text.replace(/"\{\{[^{}]*\}\}"|\{\{[^{}]*\}\}/g, 'null') : text)
  } catch (error) {
    return { kind: 'json', reason: (error as Error).message.replace(/^JSON\.parse: |, ?\.\.\..*$/gs, '').slice(0, 160) }
  }
  const comparison = new Comparison()
  comparison.walk(value, fields, WHOLE, 0)
  const differences = [...comparison.differences.values()].filter(({ kind }) => !(hasVariables && kind === 'type'))
  return differences.length > 0 ? { kind: 'shape', differences } : undefined
}
