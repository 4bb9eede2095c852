import { valueText } from '../../json.ts'
import { sha256 } from '../read/canon.ts'
import { BOTH } from '../read/ink.ts'
import type { Rule } from '../rules.ts'

/** A text about a value: as it is shown, and a hash of the whole if it was cut. */
interface ValueText {
  text: string
  hash: string
}

/** A difference before it is known which calls it concerns. */
export interface Finding {
  /** The rule if the place is in a request, and if it is in a response. */
  rules: readonly [request: Rule, response: Rule]
  /** The path from the part that is compared; it starts with a dot, a bracket or nothing. */
  path: string
  before: ValueText
  after: ValueText
  /** The directions in which the place exists. */
  mask: number
  /** The shared definition that contains the place, with the path in it; '' if the place is in no shared definition. */
  origin: string
}

/** Longer values are cut where they are shown. */
const VALUE_MAX = 1000

/** Texts of objects, because aliases of YAML repeat one object thousands of times. */
const known = new WeakMap<object, ValueText>()

function shortened(value: unknown): ValueText {
  if (typeof value !== 'object' || value === null) return cut(value)
  const text = known.get(value) ?? cut(value)
  known.set(value, text)
  return text
}

function cut(value: unknown): ValueText {
  const text = value === undefined ? '' : valueText(value)
  if (text.length <= VALUE_MAX) return { text, hash: '' }
  return { text: `${text.slice(0, VALUE_MAX)}…`, hash: sha256(text) }
}

/** A difference at the place itself. A single rule is that of both directions. */
export const finding = (rules: Rule | readonly [Rule, Rule], before: unknown, after: unknown, path = '', mask = BOTH): Finding => ({
  rules: typeof rules === 'string' ? [rules, rules] : rules,
  path,
  before: shortened(before),
  after: shortened(after),
  mask,
  origin: '',
})

/** Findings of an inner place, seen from the outer one. */
export const within = (prefix: string, findings: readonly Finding[], mask = BOTH): Finding[] =>
  findings.map((one) => ({ ...one, path: prefix + one.path, mask: one.mask & mask }))

/** Marks findings in a shared definition, so that those of its other uses are recognised. */
export const inShared = (origin: string, findings: readonly Finding[]): Finding[] =>
  origin === '' ? [...findings] : findings.map((one) => (one.origin === '' ? { ...one, origin: `${origin} ${one.path}` } : one))
