import { integer, type JsonValue } from './random.ts'

const SIMPLE = /\s*(?:(-?\d+(?:\.\d+)?)|(true|false|null)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\[)|(\])|(,))\s*/sy

const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1')

/**
 * Parses the arguments of a placeholder such as `@string("lower", 5)`: numbers, strings, booleans, null and lists of them. Arguments
 * are parsed, never evaluated. Any other text is split at its commas: `@date(yyyy-MM-dd)`.
 */
export function argumentsOf(text: string): JsonValue[] {
  if (text.trim() === '') return []
  return literals(text) ?? text.split(/,\s*/)
}

function literals(text: string): JsonValue[] | undefined {
  const lists: JsonValue[][] = [[]]
  let wanted = true
  SIMPLE.lastIndex = 0
  while (SIMPLE.lastIndex < text.length) {
    const [, number, word, double, single, open, close, comma] = SIMPLE.exec(text) ?? []
    const list = lists.at(-1) as JsonValue[]
    if (comma) {
      if (wanted) return undefined
      wanted = true
      continue
    }
    if (close) {
      if (lists.length === 1 || (wanted && list.length)) return undefined
      lists.pop()
      wanted = false
      continue
    }
    if (!wanted) return undefined
    wanted = false
    if (number !== undefined) list.push(Number(number))
    else if (word) list.push(word === 'null' ? null : word === 'true')
    else if (double !== undefined || single !== undefined) list.push(unescaped((double ?? single) as string))
    else if (open && lists.length < 8) {
      const inner: JsonValue[] = []
      list.push(inner)
      lists.push(inner)
      wanted = true
    } else return undefined
  }
  return lists.length === 1 && !wanted ? lists[0] : undefined
}

/** The part after the bar in `"list|1-10"`: a count, a number of digits, or a step by which the value grows. */
export interface Rule {
  step?: number
  min?: number
  max?: number
  dmin?: number
  dmax?: number
}

interface Named {
  name: string
  rule: Rule | undefined
}

const STEP = /^\+(\d{1,15})$/
const RANGE = /^(?:([+-]?\d{1,15})(?:-([+-]?\d{1,15})?)?)?(?:\.(\d{1,3})(?:-(\d{1,3})?)?)?$/

const numberOf = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))

/** `"price|1-100.2"` → price, from 1 to 100, two digits. A bar followed by anything else is part of the name. */
export function ruleOf(key: string): Named {
  const bar = key.lastIndexOf('|')
  const tail = key.slice(bar + 1)
  if (bar < 1 || tail === '') return { name: key, rule: undefined }
  const name = key.slice(0, bar)
  const step = STEP.exec(tail)
  if (step) return { name, rule: { step: Number(step[1]) } }
  const range = RANGE.exec(tail)
  if (!range) return { name: key, rule: undefined }
  const parts = { min: range[1], max: range[2], dmin: range[3], dmax: range[4] }
  return {
    name,
    rule: Object.fromEntries(Object.entries(parts).flatMap(([part, digits]) => (digits === undefined ? [] : [[part, numberOf(digits)]]))),
  }
}

/** A random count between min and max, or min when it is the only one. */
export const countOf = ({ min, max }: Rule) => (min === undefined ? undefined : max === undefined ? min : integer(min, max))
export const digitsOf = ({ dmin, dmax }: Rule) => (dmin === undefined ? undefined : dmax === undefined ? dmin : integer(dmin, dmax))

type Container = JsonValue[] | { [name: string]: JsonValue }

/** An object or list during generation, in which a placeholder looks up sibling and parent values. */
export class Place {
  readonly around: Place | undefined
  /** The values generated so far. */
  readonly out: Container
  readonly template: Container
  /** Values that a placeholder requested before their turn, by key. */
  readonly early = new Map<string, JsonValue>()
  /** Keys in progress. A placeholder cannot refer to its own key. */
  readonly busy = new Set<string>()
  /** The children in progress, innermost last. A value requested early can nest inside another one. */
  readonly #inner: { name: string; place: Place }[] = []

  private constructor(around: Place | undefined, out: Container, template: Container) {
    this.around = around
    this.out = out
    this.template = template
  }

  static root = () => new Place(undefined, {}, {})

  enter(name: string, out: Container, template: Container) {
    const place = new Place(this, out, template)
    this.#inner.push({ name, place })
    return place
  }

  leave() {
    this.#inner.pop()
  }

  /** Resolves `@name` among siblings, `@/a/b` from the root and `@../name` from the parent; undefined when nothing is found. */
  lookUp(name: string, whole: string, make: (place: Place, key: string) => JsonValue): JsonValue | undefined {
    if (!name.includes('/')) return this.#sibling(name, whole, make)
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    let start: Place = this
    // The outermost place is only a container and not part of the output, so the root is its child.
    if (name.startsWith('/')) while (start.around?.around) start = start.around
    while (parts[0] === '..') {
      parts.shift()
      if (start.around?.around) start = start.around
    }
    return parts.length ? start.#below(parts, whole, make) : undefined
  }

  #below(parts: string[], whole: string, make: (place: Place, key: string) => JsonValue): JsonValue | undefined {
    const [name, ...rest] = parts as [string, ...string[]]
    const inner = this.#inner.findLast((one) => one.name === name)
    if (rest.length && inner) return inner.place.#below(rest, whole, make)
    let made = this.#sibling(name, whole, make)
    for (const part of rest) {
      if (made === null || typeof made !== 'object' || !Object.hasOwn(made, part)) return undefined
      made = (made as { [name: string]: JsonValue })[part]
    }
    return made
  }

  #sibling(name: string, whole: string, make: (place: Place, key: string) => JsonValue): JsonValue | undefined {
    if (Array.isArray(this.out)) return /^\d+$/.test(name) && whole.includes('/') ? this.out[Number(name)] : undefined
    if (Object.hasOwn(this.out, name)) return this.out[name]
    if (this.busy.has(name) || Array.isArray(this.template) || !Object.hasOwn(this.template, name)) return undefined
    const made = this.early.get(name) ?? make(this, name)
    this.early.set(name, made)
    return made
  }
}

/** Returns the value of a placeholder; undefined for an unknown name. `given` is the text between its brackets. */
type Resolve = (name: string, given: string | undefined, whole: string) => JsonValue | undefined

interface Placeholder {
  name: string
  given: string | undefined
  end: number
}

const NAME = /[^@#%&()?\s]+/y
/** A name or path directly followed by other text: `@date,`. */
const PATH = /^(?:\.{0,2}\/)*[\w$]+(?:\/[\w$]+)*/

const BRACKET_DEPTH_MAX = 32

/** The index of the bracket that closes the one at `from`, ignoring brackets in quotes; -1 when none does. */
function closing(text: string, from: number) {
  let [depth, quote] = [0, '']
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\\') at++
    else if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') {
      // Without this limit, a text of opening brackets only would be scanned again from each of them.
      if (++depth > BRACKET_DEPTH_MAX) return -1
    } else if (sign === ')' && --depth === 0) return at
  }
  return -1
}

function placeholderAt(text: string, at: number): Placeholder | undefined {
  NAME.lastIndex = at + 1
  const name = NAME.exec(text)?.[0]
  if (!name) return undefined
  const open = at + 1 + name.length
  if (text[open] !== '(') return { name, given: undefined, end: open }
  // An apostrophe in prose is not a quote. In that case the next closing bracket counts.
  const close = [closing(text, open), text.indexOf(')', open)].find((place) => place > 0)
  return close === undefined ? { name, given: undefined, end: open } : { name, given: text.slice(open + 1, close), end: close + 1 }
}

/** Replaces all placeholders of a text. A placeholder that is the whole text keeps its type, such as a number or a list. */
export function filled(text: string, resolve: Resolve): JsonValue {
  let at = text.indexOf('@')
  if (at < 0) return text
  let done = ''
  let from = 0
  for (; at >= 0; at = text.indexOf('@', Math.max(at + 1, from))) {
    if (text[at - 1] === '\\' && at > from) {
      done += text.slice(from, at - 1)
      from = at
      continue
    }
    const placeholder = placeholderAt(text, at)
    if (!placeholder) continue
    const whole = text.slice(at, placeholder.end)
    let made = resolve(placeholder.name, placeholder.given, whole)
    let end = placeholder.end
    if (made === undefined && !/\w/.test(text[at - 1] ?? ' ')) {
      const name = PATH.exec(placeholder.name)?.[0]
      if (name && name.length < placeholder.name.length) {
        made = resolve(name, undefined, `@${name}`)
        end = at + 1 + name.length
      }
    }
    if (made === undefined) continue
    if (at === 0 && end === text.length) return made
    done += text.slice(from, at) + shown(made)
    from = end
  }
  return done + text.slice(from)
}

const shown = (made: JsonValue) => (made !== null && typeof made === 'object' ? JSON.stringify(made) : String(made))
