import type { ConsoleContent, ConsoleField } from '@sheaf/contract'
import type { ConsoleCall } from '../request/values.ts'

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
const nameOf = ({ name }: ConsoleField) => name.replace(/^(?:\[\])+\./, '')

class Comparison {
  readonly differences = new Map<string, Difference>()
  readonly absent = new Set<string>()
  private left = VALUES_MAX

  private add(kind: Difference['kind'], path: string, expected = '') {
    if (this.differences.size < NAMED_MAX) this.differences.set(`${kind} ${path}`, { kind, path, expected })
  }

  /** Compares a value with the fields that its documentation names; nothing if it names none. */
  walk(value: unknown, fields: ConsoleField[], path: string, depth: number): void {
    if (fields.length === 0 || depth > DEPTH_MAX || this.left <= 0) return
    this.left--
    if (Array.isArray(value)) {
      for (const entry of value.slice(0, ENTRIES_MAX)) this.walk(entry, fields, `${path}[]`, depth + 1)
      return
    }
    if (!isRecord(value)) return
    const at = (name: string) => (path ? `${path}.${name}` : name)
    const known = new Map(fields.map((field) => [nameOf(field), field]))
    const any = known.get('*')
    for (const [name, inner] of Object.entries(value)) {
      const field = known.get(name) ?? any
      if (field) this.compare(inner, field, at(name), depth)
      else this.add('undocumented', at(name))
    }
    for (const [name, field] of known) {
      if (name === '*' || Object.hasOwn(value, name) || field.is_alternative) continue
      if (field.required) this.add('missing', at(name))
      else if (this.absent.size < NAMED_MAX) this.absent.add(at(name))
    }
  }

  private compare(value: unknown, { type, values, fields }: ConsoleField, path: string, depth: number) {
    if (!fits(value, type)) return this.add('type', path, type)
    const isListed = values.length === 0 || value === null || typeof value === 'object' || values.includes(String(value))
    if (!isListed) this.add('value', path, values.slice(0, 8).join(', '))
    this.walk(value, fields, path, depth + 1)
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

const covers = (documented: string, type: string) =>
  documented.split(',').some((one) => {
    const bare = bareType(one)
    return bare === type || bare === '' || bare === '*/*' || (bare.endsWith('/*') && type.startsWith(bare.slice(0, -1)))
  })

const responseFor = ({ responses }: ConsoleCall, status: number) =>
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
export function compareAnswer(call: ConsoleCall, status: number, contentType: string, text: string): Report {
  if (call.responses.length === 0) return { kind: 'nothing' }
  const response = responseFor(call, status)
  if (!response) return { kind: 'status' }
  const documented = response.contents.filter((one) => one.content_type !== '' || one.fields.length > 0)
  if (documented.length === 0 || text === '') return { kind: 'nothing' }
  const content = documented.find((one) => covers(one.content_type, bareType(contentType)))
  if (!content) return { kind: 'type' }
  const value = parsed(text)
  if (value === undefined || content.fields.length === 0) return { kind: 'nothing' }
  const comparison = new Comparison()
  comparison.walk(value, content.fields, '', 0)
  const differences = [...comparison.differences.values()]
  const absent = [...comparison.absent]
  return differences.length + absent.length === 0 ? { kind: 'same' } : { kind: 'different', differences, absent }
}

/** What is wrong with a body: where its JSON ends being JSON, or how it differs from its documentation. */
export type BodyProblem = { kind: 'json'; reason: string } | { kind: 'shape'; differences: Difference[] }

const BODY_CHARS_MAX = 200_000

/** Checks JSON while it is typed. A variable can be any value. */
export function checkBody(text: string, { fields }: Pick<ConsoleContent, 'fields'>): BodyProblem | undefined {
  if (text.trim() === '' || text.length > BODY_CHARS_MAX) return undefined
  const hasVariables = text.includes('{{')
  let value: unknown
  try {
    value = JSON.parse(hasVariables ? text.replace(/"\{\{[^{}]*\}\}"|\{\{[^{}]*\}\}/g, 'null') : text)
  } catch (error) {
    return { kind: 'json', reason: (error as Error).message.replace(/^JSON\.parse: |, ?\.\.\..*$/gs, '').slice(0, 160) }
  }
  const comparison = new Comparison()
  comparison.walk(value, fields, '', 0)
  const differences = [...comparison.differences.values()].filter(({ kind }) => !(hasVariables && kind === 'type'))
  return differences.length > 0 ? { kind: 'shape', differences } : undefined
}
